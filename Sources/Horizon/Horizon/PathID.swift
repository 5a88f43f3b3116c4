/// The name of a path as long as it lives. Numbers are never used again.
@frozen
public struct PathID: Sendable, Hashable, Comparable {
    /// The number, counted up from 1.
    public let number: UInt64

    @usableFromInline
    init(number: UInt64) { self.number = number }

    /// The name of no path.
    public static var none: Self { Self(number: 0) }

    /// Whether the left one was opened earlier.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
