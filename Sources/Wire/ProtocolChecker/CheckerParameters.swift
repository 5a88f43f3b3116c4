public import Quantities

/// What the protocol leaves open, and how exactly the checker looks.
public struct CheckerParameters: Sendable, Hashable {
    /// Whether the sequence begins in the middle of a transmission: then what came before is not
    /// missed.
    public var joinsLate = false
    /// How far behind the vehicle things may lie, in metres: the largest of the samples.
    public var longestTrailing = 300
    /// How far ahead of the vehicle things may lie on its path, in metres. Together with what is
    /// behind 7,900 m at most (reference §8, confidence D).
    public var longestReach = 7_600
    /// How much of its horizon a client keeps behind the vehicle, in metres (confidence C).
    public var clientTrailing = 50
    /// How long a client keeps a path that nothing is said of (confidence C).
    public var clientMemory = Nanoseconds.milliseconds(10_000)
    /// Without a POSITION for so long clients have no horizon (confidence C).
    public var positionTimeout = Nanoseconds.milliseconds(2_000)
    /// How far the vehicle may move back on a path, in metres: a small jump.
    public var smallJump = 50
    /// How far the vehicle may come in one POSITION before clients give up (confidence C).
    public var longestJump = 200
    /// How far the offset may be from what speed and age say, in metres. A fix corrects dead reckoning,
    /// and where the vehicle turned off may show late: that is a small jump too.
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
    /// So many violations are kept; all are counted.
    public var keptViolations = 10_000

    /// The defaults.
    public init() {}
}
