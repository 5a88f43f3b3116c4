public import Quantities

/// When the matcher starts again, and its memory.
public struct SequenceParameters: ParameterGroup {
    /// The longest time between two fixes.
    public var maximumGap = Nanoseconds.seconds(600)
    /// The distance beyond ``TransitionParameters/maximumSpeed`` that makes a fix a jump.
    public var jumpDistance = Metres(100)
    /// The largest number of fixes between a fix and its decision. If the lag contains more fixes,
    /// the matcher decides them earlier.
    public var window = 160

    /// The defaults.
    public init() {}

    /// One record for each number.
    public static let records: [Parameter<Self>] = [
        Parameter(
            \.maximumGap, "maximum_gap_s", 0.1...86_400,
            "After this time without a fix the matcher starts again",
            basis: "convention: the vehicle may be anywhere by then"),
        Parameter(
            \.jumpDistance, "jump_distance_m", 0...1_000_000,
            "A fix this much farther than the vehicle can have driven is a jump: the matcher starts again",
            basis: "convention: as `worst_accuracy_m`"),
        Parameter(
            \.window, "window", 1...100_000,
            "The largest number of fixes between a fix and its decision",
            basis: "convention: a bound on memory"),
    ]
}
