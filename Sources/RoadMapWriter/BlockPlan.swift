import RoadMap

/// Which links stand in which block, decided before anything is written, because records refer to
/// each other across blocks.
struct BlockPlan {
    /// Aim for blocks of this many bytes: small enough for an ECU's cache and one quick read, large
    /// enough that a fix rarely needs more than two.
    static let targetLength = 16 << 10
    /// What the record of a link takes beside its line and profiles, and those of its share of nodes.
    private static let recordLength = 40

    /// How many links each block has.
    private(set) var linkCounts: [Int] = []
    private var length = 0
    private var shared: Set<[UInt8]> = []

    /// Where the next link of the file will stand.
    mutating func place(_ link: LinkRecord) throws(MapContentError) -> LinkReference {
        var added = added(by: link)
        if linkCounts.isEmpty || length + added > BlockPlan.targetLength {
            linkCounts.append(0)
            length = MapFormat.blockHeaderLength
            shared.removeAll(keepingCapacity: true)
            added = self.added(by: link)
        }
        for list in link.attributes { shared.insert(list) }
        for text in link.texts { shared.insert(text.utf8) }
        length += added
        let block = linkCounts.count - 1
        guard let number = UInt32(exactly: block) else { throw .tooManyBlocks }
        linkCounts[block] += 1
        return LinkReference(block: number, index: UInt16(linkCounts[block] - 1))
    }

    /// What a link adds to the block; what it shares with others is there once.
    private func added(by link: LinkRecord) -> Int {
        var added = BlockPlan.recordLength + link.innerPoints.count + link.profiles.count
        for list in link.attributes where !shared.contains(list) { added += list.count }
        for text in link.texts where !shared.contains(text.utf8) { added += text.utf8.count + 4 }
        return added
    }
}
