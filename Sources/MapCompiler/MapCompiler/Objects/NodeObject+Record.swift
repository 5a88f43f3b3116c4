import RecordSorting
import RoadMap

extension ByteWriter {
    /// Adds the objects of a node.
    mutating func objects(_ objects: [NodeObject]) {
        varint(UInt64(objects.count))
        for found in objects {
            varint(found.object.attributeValue)
            let flags = (found.text == nil ? 0 : 0x10) | (found.heading == nil ? 0 : 0x20)
            u8(found.directions.rawValue | UInt8(flags))
            if let heading = found.heading { varint(UInt64(heading)) }
            guard let text = found.text else { continue }
            let utf8 = Array(text.utf8)
            varint(UInt64(utf8.count))
            bytes(utf8)
        }
    }
}

extension RecordBytes {
    /// The objects that ``ByteWriter`` wrote.
    mutating func objects() -> [NodeObject] {
        (0..<varint()).map { _ in
            guard let object = RoadObject(attributeValue: varint()) else {
                preconditionFailure("a record holds an object that was none when it was written")
            }
            let flags = u8()
            let heading = flags & 0x20 == 0 ? nil : Double(varint())
            return NodeObject(
                object: object,
                directions: DirectionSet(rawValue: flags & 3),
                heading: heading,
                text: flags & 0x10 == 0 ? nil : String(decoding: slice(), as: UTF8.self)
            )
        }
    }
}
