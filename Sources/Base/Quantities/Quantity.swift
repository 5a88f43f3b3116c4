/// A physical value whose unit is part of its type, so that metres never meet degrees by accident.
///
/// ```swift
/// let ahead = Metres(2_000)
/// let later = ahead + Metres(50)
/// ```
/// The value is a `Double` in the unit that the alias names. Multiplying or dividing changes the
/// unit in general, so it is spelled out with `value` where it is meant.
@frozen
public struct Quantity<Unit: Sendable>: Sendable, Hashable, Comparable {
    /// The number, in the unit of the type.
    public var value: Double

    /// Makes a quantity of a number in the unit of the type.
    @inlinable
    public init(_ value: Double) { self.value = value }

    /// Nothing of it.
    @inlinable
    public static var zero: Self { Self(0) }

    /// Whether the left one is smaller or earlier.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
    /// The sum.
    @inlinable
    public static func + (left: Self, right: Self) -> Self { Self(left.value + right.value) }
    /// The difference.
    @inlinable
    public static func - (left: Self, right: Self) -> Self { Self(left.value - right.value) }
    /// The opposite.
    @inlinable
    public static prefix func - (operand: Self) -> Self { Self(-operand.value) }
    /// The multiple.
    @inlinable
    public static func * (left: Self, factor: Double) -> Self { Self(left.value * factor) }
    /// The ratio, without a unit.
    @inlinable
    public static func / (left: Self, right: Self) -> Double { left.value / right.value }
    /// Adds.
    @inlinable
    public static func += (left: inout Self, right: Self) { left.value += right.value }
    /// Subtracts.
    @inlinable
    public static func -= (left: inout Self, right: Self) { left.value -= right.value }
}

/// The unit of ``Metres``.
public enum MetreUnit: Sendable {}
/// The unit of ``MetresPerSecond``.
public enum MetrePerSecondUnit: Sendable {}
/// The unit of ``Degrees``.
public enum DegreeUnit: Sendable {}
/// The unit of ``PerMetre``.
public enum PerMetreUnit: Sendable {}

/// The unit of ``MetresPerSecondSquared``.
public enum MetrePerSecondSquaredUnit: Sendable {}
/// The unit of ``DegreesPerSecond``.
public enum DegreePerSecondUnit: Sendable {}

/// A length in metres.
public typealias Metres = Quantity<MetreUnit>
/// A speed in metres per second.
public typealias MetresPerSecond = Quantity<MetrePerSecondUnit>
/// An angle in degrees; bearings run clockwise from north.
public typealias Degrees = Quantity<DegreeUnit>
/// A curvature in 1/m, positive where the road bends to the right in driving direction.
public typealias PerMetre = Quantity<PerMetreUnit>
/// An acceleration in metres per second squared.
public typealias MetresPerSecondSquared = Quantity<MetrePerSecondSquaredUnit>
/// A rate of turn in degrees per second, clockwise positive.
public typealias DegreesPerSecond = Quantity<DegreePerSecondUnit>

extension MetresPerSecond {
    /// A speed given in kilometres per hour.
    @inlinable
    public init(kilometresPerHour: Double) { self.init(kilometresPerHour / 3.6) }

    /// The speed in kilometres per hour.
    @inlinable
    public var kilometresPerHour: Double { value * 3.6 }

    /// A speed given in knots (1 kn = 1852 m/h exactly).
    @inlinable
    public init(knots: Double) { self.init(knots * 1852 / 3600) }
}

extension Degrees {
    /// The same direction in 0 ..< 360.
    @inlinable
    public var normalized: Degrees {
        let rest = value.truncatingRemainder(dividingBy: 360)
        // What is less than nothing by a hair would round up to 360.
        return Degrees(rest < 0 ? (rest + 360 < 360 ? rest + 360 : 0) : rest)
    }

    /// The smallest turn from `other` to this bearing, in -180 ..< 180, clockwise positive.
    @inlinable
    public func turn(from other: Degrees) -> Degrees {
        var turn = (self - other).normalized.value
        if turn >= 180 { turn -= 360 }
        return Degrees(turn)
    }

    /// The opposite direction, in 0 ..< 360.
    @inlinable
    public var reversed: Degrees { (self + Degrees(180)).normalized }
}
