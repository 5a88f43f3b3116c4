extension RoadMap {
    /// Announces that a block will be needed soon, such as one ahead on the road. It never waits for the disk.
    /// If the position of the block is not in memory, it prefetches the index page that has it.
    public func prefetch(_ reference: RecordReference) {
        guard let file = file(of: reference) else { return }
        file.prefetch(reference.block - file.firstBlock)
    }

    /// Says that the roads beyond a node will be needed soon, so many links far: of each course from it
    /// the first block that is not in memory. It never waits for the disk.
    public func prefetch(beyond node: NodeReference, links: Int = 3) {
        guard let file = file(of: node) else { return }
        guard file.holds(node.block - file.firstBlock) else { return prefetch(node) }
        do {
            try forEachOwnLink(leaving: try self.node(node)) { (exit) throws(MapError) in
                guard file.blockNumbers.contains(exit.link.block),
                    file.holds(exit.link.block - file.firstBlock)
                else { return prefetch(exit.link) }
                guard links > 1 else { return }
                prefetch(beyond: try ownLink(exit.link).exit(exit.direction), links: links - 1)
            }
        } catch {
            // Who needs them will hear of it.
        }
    }

    private func file(of reference: RecordReference) -> MapFile? {
        indexOfFile(withBlock: reference.block).map { files[$0] }
    }
}
