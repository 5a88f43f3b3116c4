public import Geodesy
public import Quantities

/// A stretch of road from one junction to the next.
@frozen
public struct Link: Sendable {
    /// Where it stands in the map file.
    public let reference: LinkReference
    /// The OpenStreetMap way it is part of.
    public let way: Int64
    /// Where it starts.
    public let startNode: NodeReference
    /// Where it ends.
    public let endNode: NodeReference
    /// Its length, that of its line rounded once.
    public let length: Centimetres
    /// The ways that cars may drive along it.
    public let directions: DirectionSet
    /// The directions at whose end there are turn restrictions.
    public let restrictedExits: DirectionSet

    let pointCount: Int
    let geometryOffset: Int
    let attributesOffset: Int
    let attributeCount: Int
    let profilesOffset: Int
    let profileCount: Int

    /// The node where one enters it in a direction.
    @inlinable
    public func entry(_ direction: Direction) -> NodeReference {
        direction == .forward ? startNode : endNode
    }

    /// The node where one leaves it in a direction.
    @inlinable
    public func exit(_ direction: Direction) -> NodeReference {
        direction == .forward ? endNode : startNode
    }
}

/// A junction, or the end of a road.
@frozen
public struct Node: Sendable {
    /// Where it stands in the map file.
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
        let block = try block(reference.block)
        return try link(reference, in: block)
    }

    func link(_ reference: LinkReference, in block: ByteReader) throws(MapError) -> Link {
        guard reference.index < (try block.u16(at: 4)) else {
            throw .invalid(part: block.part, byte: 4)
        }
        let table = Int(try block.u32(at: 24))
        let at = table + Int(reference.index) * MapFormat.linkRecordLength
        return Link(
            reference: reference,
            way: Int64(bitPattern: try block.u64(at: at)),
            startNode: NodeReference(
                block: try block.u32(at: at + 8),
                index: try block.u16(at: at + 12)
            ),
            endNode: NodeReference(
                block: try block.u32(at: at + 16),
                index: try block.u16(at: at + 14)
            ),
            length: Centimetres(Int(try block.u32(at: at + 20))),
            directions: DirectionSet(rawValue: try block.u8(at: at + 30)),
            restrictedExits: DirectionSet(rawValue: try block.u8(at: at + 31)),
            pointCount: Int(try block.u16(at: at + 28)),
            geometryOffset: Int(try block.u32(at: at + 24)),
            attributesOffset: Int(try block.u32(at: at + 32)),
            attributeCount: Int(try block.u16(at: at + 36)),
            profilesOffset: Int(try block.u32(at: at + 40)),
            profileCount: Int(try block.u16(at: at + 38))
        )
    }

    /// The record of a node. Constant time.
    public func node(_ reference: NodeReference) throws(MapError) -> Node {
        let block = try block(reference.block)
        guard reference.index < (try block.u16(at: 6)) else {
            throw .invalid(part: block.part, byte: 6)
        }
        let table = Int(try block.u32(at: 28))
        let at = table + Int(reference.index) * MapFormat.nodeRecordLength
        guard
            let place = Coordinate(
                latitudeE7: try block.i32(at: at + 8),
                longitudeE7: try block.i32(at: at + 12)
            )
        else { throw .invalid(part: block.part, byte: at + 8) }
        return Node(
            reference: reference,
            id: Int64(bitPattern: try block.u64(at: at)),
            place: place,
            incidencesOffset: Int(try block.u32(at: at + 16)),
            incidenceCount: Int(try block.u16(at: at + 20))
        )
    }

    /// What a link is called across map updates.
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
        let block = try block(node.reference.block)
        for index in 0..<node.incidenceCount {
            let at = node.incidencesOffset + index * MapFormat.incidenceLength
            let reference = LinkReference(
                block: try block.u32(at: at),
                index: try block.u16(at: at + 4)
            )
            let direction: Direction = try block.u8(at: at + 6) == 0 ? .forward : .backward
            try visit(DirectedLink(reference, direction))
        }
    }

    /// Appends the line of a link, start node first.
    public func appendShape(of link: Link, to shape: inout Shape) throws(MapError) {
        let block = try block(link.reference.block)
        var at = link.geometryOffset
        guard link.pointCount >= 2 else { throw .invalid(part: block.part, byte: at) }
        var latitude = Int64(try block.i32(at: at))
        var longitude = Int64(try block.i32(at: at + 4))
        at += 8
        for index in 0..<link.pointCount {
            if index > 0 {
                latitude &+= try block.zigzag(at: &at)
                longitude &+= try block.zigzag(at: &at)
            }
            guard let latitudeE7 = Int32(exactly: latitude),
                let longitudeE7 = Int32(exactly: longitude),
                let point = Coordinate(latitudeE7: latitudeE7, longitudeE7: longitudeE7)
            else { throw .invalid(part: block.part, byte: at) }
            shape.append(point)
        }
    }
}
