import Geodesy
import RecordSorting
import RoadMap

/// A node while it waits to be written.
struct NodeRecord {
    let id: Int64
    let place: Coordinate
    /// The ends of links that meet here, in the order of the file.
    var ends: [LinkEnd]

    init(id: Int64, place: Coordinate, ends: [LinkEnd]) {
        self.id = id
        self.place = place
        self.ends = ends
    }

    /// The node as the bytes of a record in a sorter.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.zigzag(id)
        writer.place(place)
        writer.varint(UInt64(ends.count))
        for end in ends { writer.varint(end.packed) }
        return writer.bytes
    }

    /// The node that ``bytes`` made a record of.
    init(_ record: RecordBytes) {
        var record = record
        id = record.zigzag()
        place = record.place()
        ends = (0..<record.varint()).map { _ in LinkEnd(packed: record.varint()) }
    }
}

/// One of the two ends of a link.
struct LinkEnd {
    let link: LinkReference
    /// 0 the start, 1 the end.
    let end: UInt8

    init(_ link: LinkReference, end: UInt8) {
        self.link = link
        self.end = end
    }

    /// Link and end as one number, in the order of the file.
    var packed: UInt64 { link.packed << 1 | UInt64(end) }

    init(packed: UInt64) {
        link = LinkReference(packed: packed >> 1)
        end = UInt8(packed & 1)
    }
}
