public import Quantities

/// The reported position.
public struct AnswerParameters: ParameterGroup {
    /// The distance along the road within which two positions count as one, in standard deviations of the fix.
    public var samePlaceDeviations = 1.5
    /// The probability from which on a turn off the most probable path is accepted at its first fix.
    public var turnConfirmationProbability = 0.6

    /// The defaults.
    public init() {}

    /// One record for each number.
    public static let records: [Parameter<Self>] = [
        Parameter(
            \.samePlaceDeviations, "same_place_deviations", 0...100,
            "Two matched positions on both sides of a node count as one position up to this distance,"
                + " in standard deviations of the fix",
            basis: "drives"),
        Parameter(
            \.turnConfirmationProbability, "turn_confirmation_probability", 0...1,
            "A turn off the most probable path with a lower probability is accepted only with the next"
                + " fix",
            basis: "drives: the table of `tools/measure turns`"),
    ]
}
