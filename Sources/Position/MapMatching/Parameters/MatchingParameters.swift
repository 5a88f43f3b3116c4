public import Quantities

/// The numbers of the map matcher: its assumptions about receivers, roads and drivers.
///
/// Each group declares its numbers with their defaults, and below them one `Parameter` record a number.
/// In a record's `basis`, `drives` means the 60 recorded drives of Kubička et al. 2015
/// (doi:10.1109/IVS.2015.7225734) with usable truth: the number was set on all of them together, so that their
/// figures are not those of unseen drives. `tools/fit-matching` fits numbers, and measures them on drives that the
/// fit has not seen. No default comes from it: its numbers are as good on these drives, and worse in the named
/// scenarios (docs/quality.md).
public struct MatchingParameters: ParameterGroup {
    /// The candidates of a fix.
    public var candidates = CandidateParameters()
    /// The distance between a fix and the road.
    public var accuracy = AccuracyParameters()
    /// The correlation between the errors of consecutive fixes.
    public var errors = ErrorCorrelationParameters()
    /// The scatter of fixes from one to the next.
    public var noise = NoiseParameters()
    /// The difference between the heading and the road.
    public var heading = HeadingParameters()
    /// The detection of a standstill.
    public var standstill = StandstillParameters()
    /// Tunnels, and roads above each other.
    public var levels = RoadLevelParameters()
    /// The route between two fixes.
    public var transitions = TransitionParameters()
    /// Leaving the roads of the map.
    public var offRoad = OffRoadParameters()
    /// The reported position.
    public var answers = AnswerParameters()
    /// The conditions of a new start of the matcher, and its memory.
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
