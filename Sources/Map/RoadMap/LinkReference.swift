/// Where a record stands in one map file: the block and the place in its table. It is small and
/// quick, and means nothing in another file; what survives map updates is ``StableLinkID``.
@frozen
public struct RecordReference: Sendable, Hashable, Comparable {
    /// The block's number in the file.
    public let block: UInt32
    /// The place in the block's table of such records.
    public let index: UInt16

    /// A reference of its two parts.
    @inlinable
    public init(block: UInt32, index: UInt16) {
        self.block = block
        self.index = index
    }

    /// File order.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.packed < right.packed }

    /// The reference as one number, block first.
    @inlinable
    public var packed: UInt64 { UInt64(block) << 16 | UInt64(index) }

    /// The reference that ``packed`` made.
    @inlinable
    public init(packed: UInt64) {
        block = UInt32(truncatingIfNeeded: packed >> 16)
        index = UInt16(truncatingIfNeeded: packed)
    }
}

/// A link in one map file.
public typealias LinkReference = RecordReference
/// A junction, or the end of a road, in one map file.
public typealias NodeReference = RecordReference

/// The two ways along a link: `forward` from its start node to its end node.
@frozen
public enum Direction: UInt8, Sendable, Hashable, CaseIterable {
    /// From the start node to the end node.
    case forward
    /// From the end node to the start node.
    case backward

    /// The other way.
    @inlinable
    public var reversed: Direction { self == .forward ? .backward : .forward }
}

/// A link and the way one drives along it.
@frozen
public struct DirectedLink: Sendable, Hashable, Comparable {
    /// The link.
    public let link: LinkReference
    /// The way along it.
    public let direction: Direction

    /// A link driven in a direction.
    @inlinable
    public init(_ link: LinkReference, _ direction: Direction) {
        self.link = link
        self.direction = direction
    }

    /// The same link driven the other way.
    @inlinable
    public var reversed: DirectedLink { DirectedLink(link, direction.reversed) }

    /// File order, forward first.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.packed < right.packed }

    /// Link and direction as one number.
    @inlinable
    public var packed: UInt64 { link.packed << 1 | UInt64(direction.rawValue) }

    /// The link and direction that ``packed`` made, `nil` for what it does not make.
    @inlinable
    public init?(packed: UInt64) {
        guard packed < 1 << 49 else { return nil }
        self.init(LinkReference(packed: packed >> 1), packed & 1 == 0 ? .forward : .backward)
    }
}

/// What a link is called across map updates: the OpenStreetMap way and the nodes at its ends. Routes,
/// custom objects and what a vehicle has learned refer to links by it.
@frozen
public struct StableLinkID: Sendable, Hashable {
    /// The OpenStreetMap way.
    public let way: Int64
    /// The OpenStreetMap node where the link starts.
    public let startNode: Int64
    /// The OpenStreetMap node where the link ends.
    public let endNode: Int64

    /// An id of its parts.
    @inlinable
    public init(way: Int64, startNode: Int64, endNode: Int64) {
        self.way = way
        self.startNode = startNode
        self.endNode = endNode
    }
}
