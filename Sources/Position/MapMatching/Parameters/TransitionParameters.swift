public import Quantities

/// The route between two fixes.
public struct TransitionParameters: ParameterGroup {
    /// β of Newson and Krumm's exponential distribution of |route length − distance between fixes|, for
    /// fixes at the same time.
    public var transitionScale = Metres(5)
    /// The growth of β with time, besides the noise of the fixes.
    public var transitionScaleRate = MetresPerSecond(0.5)
    /// The log-probability that the road winds between two fixes.
    public var windingLog = -7.0
    /// The growth with time of the distance by which a winding road is at most longer than the distance between the
    /// fixes.
    public var windingSpeed = MetresPerSecond(20)
    /// The longest route, in β beyond the distance between the fixes.
    public var searchScales = 16.0
    /// The highest speed on a road.
    public var maximumSpeed = MetresPerSecond(70)
    /// The log-probability of a U-turn at a dead end.
    public var deadEndUTurnLog = -3.0
    /// The log-probability of any other U-turn.
    public var uTurnLog = -11.0
    /// The log-probability of a forbidden turn.
    public var forbiddenTurnLog = -4.0
    /// The largest number of links that the route search settles for one candidate.
    public var maximumLinksPerCandidate = 1000
    /// The largest number of links that the route search settles for one fix.
    public var maximumLinksPerFix = 1000

    /// The defaults.
    public init() {}

    /// One record for each number.
    public static let records: [Parameter<Self>] = [
        Parameter(
            \.transitionScale, "transition_scale_m", 0.01...1000,
            "β of the route between fixes, for fixes at the same time",
            basis: "drives; Newson and Krumm 2009 (doi:10.1145/1653771.1653818) for the form"),
        Parameter(
            \.transitionScaleRate, "transition_scale_rate_m_per_s", 0...1000,
            "β grows by this much with each second between the fixes",
            basis: "drives"),
        Parameter(
            \.windingLog, "winding_road_log", -100...0,
            "The logarithm of the probability that the road winds between two fixes",
            basis: "convention: one in a thousand; drives, with one fix in 15 s and in 30 s"),
        Parameter(
            \.windingSpeed, "winding_road_speed_m_per_s", 0...1000,
            "A winding road is longer than the distance between the fixes by this much for each second at most",
            basis: "convention: the speed on a mountain road"),
        Parameter(
            \.searchScales, "search_scales", 0.1...1000,
            "The search ignores routes that are longer than the distance between the fixes by this many β",
            basis: "convention: a route with a probability below e⁻¹⁶ does not count"),
        Parameter(
            \.maximumSpeed, "maximum_speed_m_per_s", 1...1000,
            "No vehicle drives faster than this",
            basis: "convention: 250 km/h"),
        Parameter(
            \.deadEndUTurnLog, "dead_end_u_turn_log", -100...0,
            "The logarithm of the probability of a U-turn at a dead end",
            basis: "drives"),
        Parameter(
            \.uTurnLog, "u_turn_log", -100...0,
            "The logarithm of the probability of a U-turn anywhere else",
            basis: "drives"),
        Parameter(
            \.forbiddenTurnLog, "forbidden_turn_log", -100...0,
            "The logarithm of the probability of a turn that a restriction or a barrier forbids",
            basis:
                "convention: one in fifty, as `heading_outlier_share`; no recorded drive shows it"),
        Parameter(
            \.maximumLinksPerCandidate, "maximum_links_per_candidate", 1...1_000_000,
            "The largest number of links that a route search settles for one candidate, where that is less than"
                + " `maximum_links_per_fix`",
            basis: "convention: a bound on the time of a fix"),
        Parameter(
            \.maximumLinksPerFix, "maximum_links_per_fix", 1...1_000_000,
            "The largest number of links that all route searches settle for one fix",
            basis: "convention: a bound on the time of a fix"),
    ]
}
