/// The directions of a link that something holds for.
@frozen
public struct DirectionSet: OptionSet, Sendable, Hashable {
    /// The number in map files.
    public let rawValue: UInt8

    /// Of a number in a map file.
    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue & 3 }

    /// From the start node to the end node.
    public static var forward: Self { Self(rawValue: 1) }
    /// From the end node to the start node.
    public static var backward: Self { Self(rawValue: 2) }
    /// Both ways.
    public static var both: Self { Self(rawValue: 3) }

    /// Whether it holds for a direction.
    @inlinable
    public func contains(_ direction: Direction) -> Bool {
        rawValue & (direction == .forward ? 1 : 2) != 0
    }
}

extension DirectionSet {
    /// How many directions it holds, 0...2.
    @inlinable
    public var count: Int { rawValue.nonzeroBitCount }
}
