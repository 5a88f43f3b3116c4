import Geodesy
import Quantities
import RecordSorting
import RoadMap

extension LinkRecord {
    /// The link as the bytes of a record in a sorter.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.zigzag(way)
        writer.u8(directions.rawValue | restrictedExits.rawValue << 2)
        writer.varint(UInt64(pointCount))
        writer.varint(UInt64(length.value))
        writer.box(box)
        for node in [startNode, endNode] {
            writer.zigzag(node.id)
            writer.place(node.place)
        }
        for part in [innerPoints, lastPoint, profiles] { writer.slice(part) }
        writer.varint(UInt64(attributes.count))
        for list in attributes { writer.slice(list) }
        writer.varint(UInt64(texts.count))
        for text in texts {
            writer.u8(text.kind)
            writer.u8(text.directions.rawValue | (text.place == nil ? 0 : 0x10))
            if let place = text.place { writer.varint(UInt64(place.value)) }
            writer.slice(text.utf8)
        }
        return writer.bytes
    }

    /// What stands before the line in ``bytes``.
    struct Head {
        let way: Int64
        let directions: DirectionSet
        let restrictedExits: DirectionSet
        let pointCount: Int
        let length: Centimetres
        let box: BoundingBox
        let startNode: NewNode
        let endNode: NewNode
        /// What follows.
        let rest: RecordBytes

        init(_ record: RecordBytes) {
            var record = record
            way = record.zigzag()
            let sets = record.u8()
            directions = DirectionSet(rawValue: sets & 3)
            restrictedExits = DirectionSet(rawValue: sets >> 2)
            pointCount = Int(record.varint())
            length = Centimetres(Int(record.varint()))
            box = BoundingBox(
                southE7: record.i32(),
                westE7: record.i32(),
                northE7: record.i32(),
                eastE7: record.i32()
            )
            startNode = record.node()
            endNode = record.node()
            rest = record
        }
    }

    /// The link that ``bytes`` made a record of.
    init(_ record: RecordBytes) {
        let head = Head(record)
        way = head.way
        directions = head.directions
        restrictedExits = head.restrictedExits
        pointCount = head.pointCount
        length = head.length
        box = head.box
        startNode = head.startNode
        endNode = head.endNode
        var record = head.rest
        innerPoints = Array(record.slice())
        lastPoint = Array(record.slice())
        profiles = Array(record.slice())
        attributes = (0..<record.varint()).map { _ in Array(record.slice()) }
        texts = (0..<record.varint()).map { _ in
            let text = record.text()
            return Text(
                kind: text.kind, directions: text.directions, place: text.place,
                utf8: Array(text.utf8))
        }
    }
}

extension ByteWriter {
    /// Adds a place as its difference to another one.
    mutating func difference(from last: Coordinate, to point: Coordinate) {
        zigzag(Int64(point.latitudeE7) - Int64(last.latitudeE7))
        zigzag(Int64(point.longitudeE7) - Int64(last.longitudeE7))
    }

    /// Adds a place in eight bytes.
    mutating func place(_ place: Coordinate) {
        u32(UInt32(bitPattern: place.latitudeE7))
        u32(UInt32(bitPattern: place.longitudeE7))
    }

    /// Adds bytes and their number before them.
    mutating func slice(_ part: [UInt8]) {
        varint(UInt64(part.count))
        bytes(part)
    }
}

extension RecordBytes {
    /// The next text of a link.
    mutating func text() -> (
        kind: UInt8, directions: DirectionSet, place: Centimetres?, utf8: ArraySlice<UInt8>
    ) {
        let kind = u8()
        let flags = u8()
        let place = flags & 0x10 == 0 ? nil : Centimetres(Int(varint()))
        return (kind, DirectionSet(rawValue: flags & 3), place, slice())
    }

    fileprivate mutating func node() -> NewNode {
        let id = zigzag()
        return NewNode(id: id, place: place())
    }

    /// A place that ``ByteWriter`` wrote in eight bytes.
    mutating func place() -> Coordinate {
        let latitude = i32()
        guard let place = Coordinate(latitudeE7: latitude, longitudeE7: i32()) else {
            preconditionFailure("a record holds a place that was none when it was written")
        }
        return place
    }
}
