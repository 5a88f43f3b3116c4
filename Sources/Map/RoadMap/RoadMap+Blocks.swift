extension RoadMap {
    /// Visits each link that stands in a block, in the order of the file.
    public func forEachLink(
        inBlock number: UInt32,
        _ visit: (Link) throws(MapError) -> Void
    ) throws(MapError) {
        let block = try block(number)
        for index in 0..<(try block.u16(at: 4)) {
            try visit(try joined(ownLink(LinkReference(block: number, index: index), in: block)))
        }
    }

    /// Visits each node that stands in a block, in the order of the file.
    public func forEachNode(
        inBlock number: UInt32,
        _ visit: (Node) throws(MapError) -> Void
    ) throws(MapError) {
        let block = try block(number)
        for index in 0..<(try block.u16(at: 6)) {
            try visit(try node(NodeReference(block: number, index: index), in: block))
        }
    }
}
