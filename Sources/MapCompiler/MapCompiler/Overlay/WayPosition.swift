import Quantities
import RecordSorting
import RoadMap

/// A place along a way: after one of its nodes, at a fraction of the distance to the next one.
struct WayPosition: Sendable, Hashable, Comparable {
    /// The node, counted without repeated neighbours.
    var index: Int
    /// 0..<1.
    var share: Double

    static func < (left: Self, right: Self) -> Bool {
        (left.index, left.share) < (right.index, right.share)
    }

    /// Before every place of a way, and behind.
    static let start = Self(index: 0, share: 0)
    static let end = Self(index: Int(UInt32.max), share: 0)
}

extension ByteWriter {
    mutating func position(_ position: WayPosition) {
        varint(UInt64(position.index))
        varint(position.share.bitPattern)
    }
}

extension RecordBytes {
    mutating func position() -> WayPosition {
        let index = Int(varint())
        return WayPosition(index: index, share: Double(bitPattern: varint()))
    }
}
