public import Quantities

/// Tunnels, and roads above each other.
public struct RoadLevelParameters: ParameterGroup {
    /// The log-probability of a fix in a tunnel. Most receivers give none; receivers with dead reckoning
    /// give some.
    public var tunnelFixLog = -0.5
    /// The log-probability of a start on the lower one of two roads, against the upper one.
    public var startBelowLog = -0.7

    /// The defaults.
    public init() {}

    /// One record for each number.
    public static let records: [Parameter<Self>] = [
        Parameter(
            \.tunnelFixLog, "tunnel_fix_log", -100...0,
            "The logarithm of the share of fixes that receivers give in tunnels",
            basis: "convention: no recorded drive shows it"),
        Parameter(
            \.startBelowLog, "start_below_log", -100...0,
            "The logarithm of the probability of a start on a road under another one, against the"
                + " upper road",
            basis: "convention: half, since fewer signals arrive there; no recorded drive shows it"),
    ]
}
