public import Quantities

/// The motion that the car reports at one moment, by signals of its own bus. A missing signal is
/// `nil`.
@frozen
public struct VehicleMotion: Sendable, Hashable {
    /// The speed, negative backwards.
    public var speed: MetresPerSecond?
    /// The yaw rate, clockwise positive.
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
