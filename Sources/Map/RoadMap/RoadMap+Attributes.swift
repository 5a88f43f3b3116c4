import Quantities

extension RoadMap {
    /// Visits each attribute of a link, in the order of the file.
    public func forEachAttribute(
        of link: Link,
        _ visit: (Attribute) throws(MapError) -> Void
    ) throws(MapError) {
        let block = try block(link.reference.block)
        var lists = RecordReader(block, from: link.attributeListsOffset, to: link.end)
        var counts = AttributeCounts()
        for _ in 0..<link.attributeListCount {
            let offset = try lists.varint()
            guard offset < UInt64(block.count) else {
                throw .invalid(part: block.part, byte: lists.at)
            }
            var list = RecordReader(block, from: Int(offset), to: block.count)
            let count = try list.u8()
            try work.charge(2 * Int(count))
            for _ in 0..<count {
                let attribute = try list.attribute(of: link)
                guard counts.admits(attribute.kind) else {
                    throw .invalid(part: block.part, byte: list.at)
                }
                try visit(attribute)
            }
        }
    }

    /// Whether a stretch of a link is closed to trucks, as far as the map knows.
    public func isClosedToTrucks(_ link: Link, _ direction: Direction) throws(MapError) -> Bool {
        var isClosed = false
        try forEachAttribute(of: link) { (attribute) throws(MapError) in
            guard attribute.kind == .vehicleAccess, attribute.directions.contains(direction)
            else { return }
            if VehicleAccess(rawValue: attribute.value)[.truck] == .closed { isClosed = true }
        }
        return isClosed
    }

    /// Visits each spot of a link's profile of a kind, in the order of offsets from the start node.
    public func forEachSpot(
        of kind: ProfileKind,
        along link: Link,
        _ visit: (ProfileSpot) throws(MapError) -> Void
    ) throws(MapError) {
        try forEachSpot(of: kind, along: link) { (spot, _) throws(MapError) in try visit(spot) }
    }

    /// The same, and whether a spot begins a piece: from the last spot of a piece to the first one of
    /// the next the value is not known.
    public func forEachSpot(
        of kind: ProfileKind,
        along link: Link,
        _ visit: (ProfileSpot, _ beginsPiece: Bool) throws(MapError) -> Void
    ) throws(MapError) {
        let block = try block(link.reference.block)
        var profiles = RecordReader(block, from: link.profilesOffset, to: link.geometryOffset)
        try work.charge((link.geometryOffset - link.profilesOffset) / 4)
        let most = MapFormat.maximumSpots(of: link.length)
        var count = 0
        while profiles.at < profiles.end {
            let found = ProfileKind(rawValue: try profiles.u8())
            _ = try profiles.u8()
            var profile = try profiles.part()
            guard found == kind else { continue }
            var offset: UInt64 = 0
            var value: Int64 = 0
            var beginsPiece = true
            while profile.at < profile.end {
                count += 1
                offset += min(try profile.varint(), UInt64(UInt32.max))
                value &+= try profile.zigzag()
                guard offset <= UInt64(link.length.value), let small = Int32(exactly: value),
                    count <= most
                else { throw .invalid(part: block.part, byte: profile.at) }
                try visit(
                    ProfileSpot(offset: Centimetres(Int(offset)), value: small), beginsPiece)
                beginsPiece = false
            }
        }
    }

    /// The text that an attribute stands for whose kind ``AttributeKind/isText``.
    public func text(_ attribute: Attribute, of link: Link) throws(MapError) -> String {
        try withText(attribute, of: link) { String(decoding: $0, as: UTF8.self) }
    }

    /// The same as its UTF-8, where it stands in the map.
    public func withText<Result>(
        _ attribute: Attribute, of link: Link, _ read: (ArraySlice<UInt8>) -> Result
    ) throws(MapError) -> Result {
        let block = try block(link.reference.block)
        guard attribute.value <= UInt64(block.count) else {
            throw .invalid(part: block.part, byte: block.count)
        }
        var at = Int(attribute.value)
        let length = try block.varint(at: &at)
        guard length <= UInt64(MapFormat.longestText), length <= UInt64(block.count - at) else {
            throw .invalid(part: block.part, byte: at)
        }
        return read(block.bytes[at..<at + Int(length)])
    }
}

extension RoadMap {
    /// The lanes that an attribute describes (``AttributeKind/turnLanes``). Nothing is allocated.
    public func turnLanes(_ attribute: Attribute, of link: Link) throws(MapError) -> TurnLanes {
        let (lanes, bytes) = try withText(attribute, of: link) { (TurnLanes($0), $0.count) }
        try work.charge(bytes / TurnLanes.bytesInStep)
        return lanes
    }
}

/// Counts the attributes of a link against the limits of the format.
public struct AttributeCounts: Sendable {
    private var all = 0
    private var restrictions = 0
    private var conditions = 0

    /// No attributes.
    public init() {}

    /// Whether a link may have one more attribute, of a kind.
    public mutating func admits(_ kind: AttributeKind) -> Bool {
        all += 1
        if kind == .turnRestriction { restrictions += 1 }
        if kind == .condition { conditions += 1 }
        return all <= MapFormat.maximumAttributes
            && restrictions <= MapFormat.maximumTurnRestrictions
            && conditions <= MapFormat.maximumConditions
    }
}

extension RecordReader {
    /// The next attribute of a list.
    fileprivate mutating func attribute(of link: Link) throws(MapError) -> Attribute {
        let kind = AttributeKind(rawValue: try u8())
        let flags = try u8()
        guard let provenance = Provenance(rawValue: flags >> 2 & Provenance.mask) else {
            throw .invalid(part: block.part, byte: at - 1)
        }
        var from = Centimetres.zero
        var to = link.length
        if flags & 0x10 != 0 {
            let start = try varint()
            let length = try varint()
            guard start <= UInt64(link.length.value),
                length <= UInt64(link.length.value) - start
            else { throw .invalid(part: block.part, byte: at) }
            from = Centimetres(Int(start))
            to = Centimetres(Int(start + length))
        }
        return Attribute(
            kind,
            try varint(),
            directions: DirectionSet(rawValue: flags),
            provenance: provenance,
            from: from,
            to: to
        )
    }
}
