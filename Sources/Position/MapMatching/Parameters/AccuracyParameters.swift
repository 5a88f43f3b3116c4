public import Quantities

/// The distance between a fix and the road.
public struct AccuracyParameters: ParameterGroup {
    /// The accuracy of a fix without a stated accuracy.
    public var defaultAccuracy = Metres(5.5)
    /// The smallest standard deviation that is assumed for a fix: receivers are optimistic.
    public var bestAccuracy = Metres(3)
    /// The time in which the errors of the fixes replace the stated accuracy, seconds (`AccuracyScale`).
    public var adaptationTime = 450.0
    /// The largest standard deviation of a fix that is used.
    public var worstAccuracy = Metres(100)
    /// The distance between the vehicle and the centre line of a road with two lanes. On other
    /// roads it is proportional to the number of lanes, if the map has it.
    public var laneDeviation = Metres(3)
    /// The width of lanes on main roads, relative to minor roads.
    public var mainRoadLaneFactor = 1.2
    /// The start of the linear part of the loss, which is quadratic below. Errors between houses
    /// have heavier tails than a normal distribution.
    public var huberDeviations = 2.0

    /// The defaults.
    public init() {}

    /// One record for each number.
    public static let records: [Parameter<Self>] = [
        Parameter(
            \.defaultAccuracy, "default_accuracy_m", 0.1...1000,
            "The standard deviation of a fix without a stated accuracy",
            basis: "drives; Newson and Krumm 2009"
                + " (doi:10.1145/1653771.1653818) measured 4.07 m with one receiver"),
        Parameter(
            \.bestAccuracy, "best_accuracy_m", 0.1...1000,
            "The smallest standard deviation that is assumed for a fix",
            basis: "convention: receivers are optimistic"),
        Parameter(
            \.adaptationTime, "accuracy_adaptation_time_s", 1...1_000_000, unit: "s",
            "In this time the distances from the road replace 63 % of the stated accuracy. Fixes further apart"
                + " than `error_correlation_time_s` count as if they were that far apart",
            basis: "drives"),
        Parameter(
            \.worstAccuracy, "worst_accuracy_m", 0.1...100_000,
            "A fix with a worse accuracy than this is rejected",
            basis: "convention: the distance between streets"),
        Parameter(
            \.laneDeviation, "lane_deviation_m", 0...100,
            "The distance between the vehicle and the line of a road with two lanes",
            basis: "drives; half of two lanes of 3.0 m"),
        Parameter(
            \.mainRoadLaneFactor, "main_road_lane_factor", 0.1...10,
            "Lanes on roads of the classes 1 to 3 are wider by this factor",
            basis: "lanes of 3.6 m against 3.0 m: AASHTO 2018, A Policy on Geometric Design, 4.3"),
        Parameter(
            \.huberDeviations, "huber_deviations", 0.1...100,
            "Beyond this many deviations the distance counts linearly, not squared",
            basis: "drives; Huber 1964 (doi:10.1214/aoms/1177703732) for the form"),
    ]
}
