public import Quantities

/// The reported place.
public struct AnswerParameters: ParameterGroup {
    /// The distance along the road within which two places are one, in deviations of the fix.
    public var samePlaceDeviations = 1.5
    /// The probability from which on one fix confirms a turn off the expected path.
    public var turnConfirmationProbability = 0.6

    /// The defaults.
    public init() {}

    /// One record for each number.
    public static let records: [Parameter<Self>] = [
        Parameter(
            \.samePlaceDeviations, "same_place_deviations", 0...100,
            "Two places on both sides of a node within this many deviations of the fix are one place",
            basis: "drives"),
        Parameter(
            \.turnConfirmationProbability, "turn_confirmation_probability", 0...1,
            "A turn off the most probable path that is less probable waits for the next fix",
            basis: "drives: the table of `tools/measure turns`"),
    ]
}
