/// A length in whole centimetres: what the borders of the path tree and of attribute ranges are
/// made of, so that adding up a path never gathers rounding errors.
@frozen
public struct Centimetres: Sendable, Hashable, Comparable {
    /// The number of centimetres.
    public var value: Int

    /// Makes a length of a whole number of centimetres.
    @inlinable
    public init(_ value: Int) { self.value = value }

    /// The whole centimetre nearest to a length, ties away from zero. `nil` where the length is not
    /// a finite number or too large for the type.
    @inlinable
    public init?(rounding length: Metres) {
        let scaled = (length.value * 100).rounded()
        guard scaled.magnitude < 9.0e15 else { return nil }
        value = Int(scaled)
    }

    /// No length.
    @inlinable
    public static var zero: Centimetres { Centimetres(0) }

    /// The length in metres, exact.
    @inlinable
    public var metres: Metres { Metres(Double(value) / 100) }

    /// Whether the left one is smaller or earlier.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
    /// The sum.
    @inlinable
    public static func + (left: Self, right: Self) -> Self { Self(left.value + right.value) }
    /// The difference.
    @inlinable
    public static func - (left: Self, right: Self) -> Self { Self(left.value - right.value) }
    /// Adds.
    @inlinable
    public static func += (left: inout Self, right: Self) { left.value += right.value }
    /// Subtracts.
    @inlinable
    public static func -= (left: inout Self, right: Self) { left.value -= right.value }
}
