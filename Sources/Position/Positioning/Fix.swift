public import Geodesy
public import Quantities

/// One position from a receiver: a place, the moment at which it was true, and the other values for
/// that moment. A value that the receiver did not report is `nil`.
@frozen
public struct Fix: Sendable, Hashable {
    /// The moment at which the place was true, as the receiver dates it; `nil` without a complete
    /// date and time. Old receivers date wrongly (GPS week rollover): trust only differences
    /// between fixes of one source.
    public var time: UTCTime?
    /// The delay of the fix beyond the latency that all fixes of the source have in common
    /// (``ReceiverClock``); never negative, `nil` where unknown.
    public var delay: Nanoseconds?
    /// The place, WGS 84.
    public var place: Coordinate
    /// The dimensions of the fix.
    public var mode: FixMode?
    /// The course over ground, degrees clockwise from true north, 0 ..< 360. It means little below
    /// walking speed, where receivers print noise.
    public var course: Degrees?
    /// The heading of the vehicle, degrees clockwise from true north, 0 ..< 360: of receivers with
    /// two antennas or a compass.
    public var heading: Degrees?
    /// The speed over ground, never negative.
    public var speed: MetresPerSecond?
    /// The standard deviation of the horizontal position (one axis, 68 %).
    public var accuracy: Metres?
    /// Altitude above mean sea level.
    public var altitude: Metres?

    /// A fix of its place and time; all other values are unknown.
    @inlinable
    public init(
        time: UTCTime?,
        place: Coordinate,
        mode: FixMode? = nil,
        course: Degrees? = nil,
        heading: Degrees? = nil,
        speed: MetresPerSecond? = nil,
        accuracy: Metres? = nil,
        altitude: Metres? = nil
    ) {
        self.time = time
        self.place = place
        self.mode = mode
        self.course = course
        self.heading = heading
        self.speed = speed
        self.accuracy = accuracy
        self.altitude = altitude
    }
}
