public import Geodesy
public import Quantities

/// A stretch of road from one junction to the next.
@frozen
public struct Link: Sendable {
    /// Its place in the map file.
    public let reference: LinkReference
    /// The OpenStreetMap way it is part of.
    public let way: Int64
    /// Its start node; in a map of several files, the node in the first file that has it.
    public internal(set) var startNode: NodeReference
    /// Its end node.
    public internal(set) var endNode: NodeReference
    /// Its length: that of its line, rounded once.
    public let length: Centimetres
    /// The directions in which cars may drive it.
    public let directions: DirectionSet
    /// The directions with turn restrictions at their end.
    public let restrictedExits: DirectionSet

    /// Its nodes, as in its own file.
    let ownStart: NodeReference
    let ownEnd: NodeReference
    let pointCount: Int
    let attributeListsOffset: Int
    let attributeListCount: Int
    let profilesOffset: Int
    let geometryOffset: Int
    /// The end of its record.
    let end: Int

    /// The node at its entry in a direction.
    @inlinable
    public func entry(_ direction: Direction) -> NodeReference {
        direction == .forward ? startNode : endNode
    }

    /// The node at its exit in a direction.
    @inlinable
    public func exit(_ direction: Direction) -> NodeReference {
        direction == .forward ? endNode : startNode
    }
}

/// A junction, or the end of a road.
@frozen
public struct Node: Sendable {
    /// Its place in the map file.
    public let reference: NodeReference
    /// Its OpenStreetMap id.
    public let id: Int64
    /// Its place.
    public let place: Coordinate

    let incidencesOffset: Int
    let incidenceCount: Int
}

extension RoadMap {
    /// The record of a link. Constant time.
    public func link(_ reference: LinkReference) throws(MapError) -> Link {
        try joined(try ownLink(reference))
    }

    /// A link with its nodes as common to all files.
    func joined(_ link: Link) throws(MapError) -> Link {
        if files.count == 1 { return link }
        var link = link
        link.startNode = try canonical(link.ownStart)
        link.endNode = try canonical(link.ownEnd)
        return link
    }

    /// A link with its nodes as in its own file.
    func ownLink(_ reference: LinkReference) throws(MapError) -> Link {
        try links.record(reference) { () throws(MapError) in
            try self.readLink(reference, in: try self.block(reference.block))
        }
    }

    /// The same where its block is at hand.
    func ownLink(_ reference: LinkReference, in block: ByteReader) throws(MapError) -> Link {
        try links.record(reference) { () throws(MapError) in
            try self.readLink(reference, in: block)
        }
    }

    private func readLink(
        _ reference: LinkReference, in block: ByteReader
    ) throws(MapError) -> Link {
        let tables = try BlockTables(of: block)
        var record = try tables.link(reference.index)
        let way = tables.firstWay &+ Int64(bitPattern: try record.varint())
        let form = try record.varint()
        let length = try record.varint()
        let startNode = try record.reference(from: reference.block)
        let endNode = try record.reference(from: reference.block)
        let listsAndExits = try record.u8()
        let lists = Int(listsAndExits & 0xF)
        let listsOffset = record.at
        guard lists <= MapFormat.maximumAttributeLists, length <= UInt64(UInt32.max),
            form >> 2 <= UInt64(MapFormat.maximumPoints)
        else { throw .invalid(part: block.part, byte: record.at) }
        for _ in 0..<lists { _ = try record.varint() }
        let profilesLength = try record.varint()
        guard profilesLength <= UInt64(record.end - record.at) else {
            throw .invalid(part: block.part, byte: record.at)
        }
        let directions = DirectionSet(rawValue: UInt8(form & 3))
        return Link(
            reference: reference,
            way: way,
            startNode: startNode,
            endNode: endNode,
            length: Centimetres(Int(length)),
            directions: isOpen && !directions.isEmpty ? .both : directions,
            restrictedExits: DirectionSet(rawValue: listsAndExits >> 4),
            ownStart: startNode,
            ownEnd: endNode,
            pointCount: Int(form >> 2),
            attributeListsOffset: listsOffset,
            attributeListCount: lists,
            profilesOffset: record.at,
            geometryOffset: record.at + Int(profilesLength),
            end: record.end
        )
    }

    /// The record of a node. Constant time.
    public func node(_ reference: NodeReference) throws(MapError) -> Node {
        try nodes.record(reference) { () throws(MapError) in
            try self.readNode(reference, in: try self.block(reference.block))
        }
    }

    /// The same where its block is at hand.
    func node(_ reference: NodeReference, in block: ByteReader) throws(MapError) -> Node {
        try nodes.record(reference) { () throws(MapError) in
            try self.readNode(reference, in: block)
        }
    }

    private func readNode(
        _ reference: NodeReference, in block: ByteReader
    ) throws(MapError) -> Node {
        let tables = try BlockTables(of: block)
        var record = try tables.node(reference.index)
        let id = tables.firstNode &+ Int64(bitPattern: try record.varint())
        let place = try record.place(from: tables.corner)
        let count = try record.varint()
        guard count <= UInt64(record.end - record.at),
            count <= UInt64(MapFormat.maximumLinksAtNode)
        else {
            throw .invalid(part: block.part, byte: record.at)
        }
        return Node(
            reference: reference,
            id: id,
            place: place,
            incidencesOffset: record.at,
            incidenceCount: Int(count)
        )
    }

    /// The stable id of a link across map updates.
    public func stableID(of link: Link) throws(MapError) -> StableLinkID {
        StableLinkID(
            way: link.way,
            startNode: try node(link.startNode).id,
            endNode: try node(link.endNode).id
        )
    }

    /// Visits each link that meets a node, with the direction that leads *away* from the node,
    /// whether cars may drive it or not. A link that starts and ends there is visited twice. The
    /// order is that of the file.
    public func forEachLink(
        leaving node: Node,
        _ visit: (DirectedLink) throws(MapError) -> Void
    ) throws(MapError) {
        if files.count == 1 { return try forEachOwnLink(leaving: node, visit) }
        let twins = try twins(of: node.reference)
        for index in 0..<twins.count {
            try forEachOwnLink(leaving: try self.node(twins[index])) { (exit) throws(MapError) in
                let link = try self.ownLink(exit.link)
                if index > 0, try self.isRepeated(link) { return }
                if try self.isRemoved(link) { return }
                try visit(exit)
            }
        }
    }

    /// Visits each link that meets a node in the node's own file.
    func forEachOwnLink(
        leaving node: Node,
        _ visit: (DirectedLink) throws(MapError) -> Void
    ) throws(MapError) {
        let block = try block(node.reference.block)
        guard node.incidenceCount <= MapFormat.maximumLinksAtNode else {
            throw .invalid(part: block.part, byte: node.incidencesOffset)
        }
        try work.charge(2 * node.incidenceCount)
        var record = RecordReader(block, from: node.incidencesOffset, to: block.count)
        var index: Int64 = 0
        for _ in 0..<node.incidenceCount {
            let entry = try record.varint()
            let difference = entry >> 2
            index &+= Int64(bitPattern: difference >> 1) ^ -Int64(bitPattern: difference & 1)
            guard let place = UInt16(exactly: index) else {
                throw .invalid(part: block.part, byte: record.at)
            }
            let isElsewhere = entry & 1 != 0
            let number =
                isElsewhere
                ? try record.block(from: node.reference.block) : node.reference.block
            let link = LinkReference(block: number, index: place)
            try visit(DirectedLink(link, entry & 2 == 0 ? .forward : .backward))
        }
    }

    /// Appends the line of a link, start node first.
    public func appendShape(of link: Link, to shape: inout Shape) throws(MapError) {
        // The distance of each point to the one before is computed.
        try work.charge(4 * link.pointCount)
        try forEachPoint(of: link) { point in
            shape.append(point)
            return true
        }
    }

    /// Visits the points of a link's line, start node first, until the visitor stops. Unlike
    /// ``appendShape(of:to:)`` it computes no distances, for callers that need few of them.
    @inline(__always)
    public func forEachPoint(
        of link: Link, _ visit: (Coordinate) -> Bool
    ) throws(MapError) {
        let block = try block(link.reference.block)
        let tables = try BlockTables(of: block)
        guard link.pointCount >= 2 else {
            throw .invalid(part: block.part, byte: link.geometryOffset)
        }
        try work.charge(link.pointCount)
        var record = RecordReader(block, from: link.geometryOffset, to: link.end)
        // The place of a node in the same block is the line's end; it is stored once.
        let endsHere = link.ownEnd.block == link.reference.block
        var last =
            link.ownStart.block == link.reference.block
            ? try node(link.ownStart, in: block).place : try record.place(from: tables.corner)
        guard visit(last) else { return }
        for _ in 1..<(endsHere ? link.pointCount - 1 : link.pointCount) {
            last = try record.place(after: last)
            guard visit(last) else { return }
        }
        if endsHere { _ = visit(try node(link.ownEnd, in: block).place) }
    }
}
