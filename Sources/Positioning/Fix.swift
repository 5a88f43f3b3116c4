public import Geodesy
public import Quantities

/// One position from a receiver: a place, the moment it was true, and what else the receiver said of
/// that moment. What it did not say is `nil`.
@frozen
public struct Fix: Sendable, Hashable {
    /// The moment at which the place was true, as the receiver dates it; `nil` where it gave no
    /// complete date and time. Old receivers date wrongly (GPS week rollover): only differences
    /// between fixes of one source are to be trusted.
    public var time: UTCTime?
    /// The place, WGS 84.
    public var place: Coordinate
    /// The course over ground, degrees clockwise from true north, 0 ..< 360. It means little below
    /// walking speed, where receivers print noise.
    public var course: Degrees?
    /// The speed over ground, never negative.
    public var speed: MetresPerSecond?
    /// The standard deviation of the horizontal position (one axis, 68 %).
    public var accuracy: Metres?
    /// Altitude above mean sea level.
    public var altitude: Metres?

    /// A fix of its place and time; everything else is not known.
    @inlinable
    public init(
        time: UTCTime?,
        place: Coordinate,
        course: Degrees? = nil,
        speed: MetresPerSecond? = nil,
        accuracy: Metres? = nil,
        altitude: Metres? = nil
    ) {
        self.time = time
        self.place = place
        self.course = course
        self.speed = speed
        self.accuracy = accuracy
        self.altitude = altitude
    }
}
