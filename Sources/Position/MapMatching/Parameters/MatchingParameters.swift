public import Quantities

/// The numbers of the map matcher: its assumptions about receivers, roads and drivers.
///
/// Each group declares its numbers with their defaults, and below them one `Parameter` record a number.
/// In a record's `basis`, `drives` means the 22 recorded drives of Kubička et al. 2015
/// (doi:10.1109/IVS.2015.7225734): `tools/measure drives` set the number on all of them together.
/// `tools/generate/matching-parameters` searches for better numbers; no default comes from it.
public struct MatchingParameters: ParameterGroup {
    /// Which roads are candidates of a fix.
    public var candidates = CandidateParameters()
    /// How far a fix lies from the road.
    public var accuracy = AccuracyParameters()
    /// How the errors of consecutive fixes depend on each other.
    public var errors = ErrorCorrelationParameters()
    /// How much fixes scatter from one to the next.
    public var noise = NoiseParameters()
    /// How well the heading shows the road.
    public var heading = HeadingParameters()
    /// When the vehicle stands still.
    public var standstill = StandstillParameters()
    /// Tunnels, and roads above each other.
    public var levels = RoadLevelParameters()
    /// The route between two fixes.
    public var transitions = TransitionParameters()
    /// Leaving the roads of the map.
    public var offRoad = OffRoadParameters()
    /// What is reported of a place.
    public var answers = AnswerParameters()
    /// When the matcher starts again, and its memory.
    public var sequence = SequenceParameters()

    /// The defaults.
    public init() {}

    /// One record for each number of all groups.
    public static let records: [Parameter<Self>] =
        CandidateParameters.records(in: \.candidates) + AccuracyParameters.records(in: \.accuracy)
        + ErrorCorrelationParameters.records(in: \.errors) + NoiseParameters.records(in: \.noise)
        + HeadingParameters.records(in: \.heading)
        + StandstillParameters.records(in: \.standstill)
        + RoadLevelParameters.records(in: \.levels)
        + TransitionParameters.records(in: \.transitions)
        + OffRoadParameters.records(in: \.offRoad) + AnswerParameters.records(in: \.answers)
        + SequenceParameters.records(in: \.sequence)
}
