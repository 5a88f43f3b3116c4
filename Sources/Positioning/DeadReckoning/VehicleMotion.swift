public import Quantities

/// What the car itself says of its motion, at one moment: signals of its own bus. What it did not say
/// is `nil`.
@frozen
public struct VehicleMotion: Sendable, Hashable {
    /// The speed, negative backwards.
    public var speed: MetresPerSecond?
    /// How fast the heading turns, clockwise positive.
    public var yawRate: DegreesPerSecond?
    /// The distance driven since some moment in the past.
    public var odometer: Metres?

    /// The motion of its parts.
    @inlinable
    public init(
        speed: MetresPerSecond? = nil, yawRate: DegreesPerSecond? = nil, odometer: Metres? = nil
    ) {
        self.speed = speed
        self.yawRate = yawRate
        self.odometer = odometer
    }
}
