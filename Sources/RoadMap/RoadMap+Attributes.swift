import Quantities

extension RoadMap {
    /// Visits each attribute of a link, in the order of the file.
    public func forEachAttribute(
        of link: Link,
        _ visit: (Attribute) throws(MapError) -> Void
    ) throws(MapError) {
        let block = try block(link.reference.block)
        var at = link.attributesOffset
        for _ in 0..<link.attributeCount {
            let kind = AttributeKind(rawValue: try block.u8(at: at))
            let flags = try block.u8(at: at + 1)
            guard let provenance = Provenance(rawValue: flags >> 2 & 3) else {
                throw .invalid(part: block.part, byte: at + 1)
            }
            at += 2
            var from = Centimetres.zero
            var to = link.length
            if flags & 0x10 != 0 {
                let start = try block.varint(at: &at)
                let length = try block.varint(at: &at)
                guard start <= UInt64(link.length.value),
                    length <= UInt64(link.length.value) - start
                else { throw .invalid(part: block.part, byte: at) }
                from = Centimetres(Int(start))
                to = Centimetres(Int(start + length))
            }
            let value = try block.varint(at: &at)
            try visit(
                Attribute(
                    kind,
                    value,
                    directions: DirectionSet(rawValue: flags),
                    provenance: provenance,
                    from: from,
                    to: to
                )
            )
        }
    }

    /// Visits each spot of a link's profile of a kind, in the order of offsets from the start node.
    public func forEachSpot(
        of kind: ProfileKind,
        along link: Link,
        _ visit: (ProfileSpot) throws(MapError) -> Void
    ) throws(MapError) {
        let block = try block(link.reference.block)
        var at = link.profilesOffset
        for _ in 0..<link.profileCount {
            let found = ProfileKind(rawValue: try block.u8(at: at))
            at += 2
            let length = try block.varint(at: &at)
            let start = at
            guard length <= UInt64(block.count) else {
                throw .invalid(part: block.part, byte: start)
            }
            at = start + Int(length)
            guard found == kind else { continue }
            var reading = start
            let count = try block.varint(at: &reading)
            var offset: UInt64 = 0
            var value: Int64 = 0
            for _ in 0..<count {
                offset += min(try block.varint(at: &reading), UInt64(UInt32.max))
                value &+= try block.zigzag(at: &reading)
                guard offset <= UInt64(link.length.value), let small = Int32(exactly: value)
                else { throw .invalid(part: block.part, byte: reading) }
                try visit(ProfileSpot(offset: Centimetres(Int(offset)), value: small))
            }
        }
    }

    /// The text that an attribute of kind ``AttributeKind/name`` or ``AttributeKind/reference``
    /// stands for.
    public func text(_ attribute: Attribute, of link: Link) throws(MapError) -> String {
        let block = try block(link.reference.block)
        guard attribute.value <= UInt64(block.count) else {
            throw .invalid(part: block.part, byte: block.count)
        }
        var at = Int(attribute.value)
        let length = try block.varint(at: &at)
        guard length <= UInt64(block.count - at) else {
            throw .invalid(part: block.part, byte: at)
        }
        return String(decoding: block.bytes[at..<at + Int(length)], as: UTF8.self)
    }
}
