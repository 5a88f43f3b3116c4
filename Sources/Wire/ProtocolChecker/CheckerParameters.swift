public import Quantities

/// The parameters of the checker: values that the protocol does not define, and tolerances.
public struct CheckerParameters: Sendable, Hashable {
    /// Whether the sequence begins in the middle of a transmission: then what came before is not
    /// missed.
    public var joinsLate = false
    /// The longest distance of data behind the vehicle, in metres: the largest value in public samples.
    public var longestTrailing = 300
    /// The longest distance of data ahead of the vehicle on its path, in metres. Together with the distance
    /// behind it is at most 7,900 m (reference §8, confidence D).
    public var longestReach = 7_600
    /// The length of the horizon that a client keeps behind the vehicle, in metres (confidence C).
    public var clientTrailing = 50
    /// How long a client keeps a path that nothing is said of (confidence C).
    public var clientMemory = Nanoseconds.milliseconds(10_000)
    /// Without a POSITION for so long clients have no horizon (confidence C).
    public var positionTimeout = Nanoseconds.milliseconds(2_000)
    /// The longest backward move of the vehicle on a path, in metres: a small jump.
    public var smallJump = 50
    /// The longest forward move in one POSITION, in metres. After a longer one, clients delete their horizon
    /// (confidence C).
    public var longestJump = 200
    /// The largest difference between the offset and its prediction from speed and age, in metres. A fix corrects
    /// dead reckoning, and a turn of the vehicle may be detected late: that is a small jump too.
    public var motionTolerance = 50
    /// The shortest interval of POSITION.
    public var shortestPositionInterval = Nanoseconds.milliseconds(90)
    /// The longest interval of POSITION.
    public var longestPositionInterval = Nanoseconds.milliseconds(210)
    /// The longest interval of META-DATA.
    public var longestMetaDataInterval = Nanoseconds.milliseconds(5_200)
    /// The most frames in any second; `nil` is no bound.
    public var framesPerSecond: Int?
    /// The most bits in any second, frames counted at their longest; `nil` is no bound.
    public var bitsPerSecond: Int?
    /// The largest number of kept violations; all are counted.
    public var keptViolations = 10_000

    /// The defaults.
    public init() {}
}
