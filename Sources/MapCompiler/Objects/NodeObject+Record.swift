import RecordSorting
import RoadMap

extension ByteWriter {
    /// Adds the objects of a node.
    mutating func objects(_ objects: [NodeObject]) {
        varint(UInt64(objects.count))
        for found in objects {
            varint(found.object.attributeValue)
            u8(found.directions.rawValue | (found.text == nil ? 0 : 0x10))
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
            return NodeObject(
                object: object,
                directions: DirectionSet(rawValue: flags & 3),
                text: flags & 0x10 == 0 ? nil : String(decoding: slice(), as: UTF8.self)
            )
        }
    }
}
