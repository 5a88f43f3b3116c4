public import Quantities

/// The roads that are candidates of a fix.
public struct CandidateParameters: ParameterGroup {
    /// The search radius in standard deviations of the fix.
    public var searchDeviations = 6.0
    /// The smallest search radius.
    public var minimumSearchRadius = Metres(50)
    /// The largest search radius.
    public var maximumSearchRadius = Metres(120)
    /// The largest number of candidates of a fix.
    public var maximumCandidates = 24

    /// The defaults.
    public init() {}

    /// One record for each number.
    public static let records: [Parameter<Self>] = [
        Parameter(
            \.searchDeviations, "search_deviations", 0.1...100,
            "Roads farther from a fix than this many standard deviations are no candidates",
            basis: "convention: beyond 6 deviations no normal error lies"),
        Parameter(
            \.minimumSearchRadius, "minimum_search_radius_m", 0...1000,
            "Roads within this distance are always candidates",
            basis: "convention: within reach of a receiver between houses"),
        Parameter(
            \.maximumSearchRadius, "maximum_search_radius_m", 1...10_000,
            "Roads beyond this distance are never candidates",
            basis: "convention: a bound on the time of a fix"),
        Parameter(
            \.maximumCandidates, "maximum_candidates", 1...1000,
            "The largest number of candidates of a fix; each direction of a road counts as one",
            basis: "convention: a bound on the time of a fix"),
    ]
}
