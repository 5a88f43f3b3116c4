public import Quantities

/// Leaving the roads of the map, coming back, and the kinds of places off the road (``OffRoadKind``).
public struct OffRoadParameters: ParameterGroup {
    /// The distance from a road, in deviations, at which off-road is as likely as on-road.
    public var offRoadDeviations = 3.0
    /// The log-probability of a start off the road.
    public var startOffRoadLog = -3.0
    /// The log-probability of leaving the roads.
    public var leaveRoadLog = -16.0
    /// The log-probability of returning to a road. A lower value makes yards beside a road calmer; but with
    /// one fix in 15 s the matcher then does not return from a wrong off-road state.
    public var returnToRoadLog = -2.9
    /// The log-probability of staying off the road.
    public var stayOffRoadLog = -1.0
    /// The off-road probability above which the answer becomes off-road.
    public var leaveRoadProbability = 0.5
    /// The off-road probability below which the answer becomes on-road. A yard beside a road looks like the
    /// road for some fixes of each circle that a vehicle drives there. In 40 simulated yards 12 to 40 m
    /// beside a road the median number of changes in five minutes is 1 (132 in all), without hysteresis 7 (370).
    public var returnToRoadProbability = 0.001
    /// The distance from a ferry line up to which the vehicle is on board; the state ends at twice that.
    public var ferryDistance = Metres(100)
    /// The distance from a parking aisle up to which the vehicle is in the car park; the state ends at twice
    /// that.
    public var carParkDistance = Metres(25)

    /// The defaults.
    public init() {}

    /// One record for each number.
    public static let records: [Parameter<Self>] = [
        Parameter(
            \.offRoadDeviations, "off_road_deviations", 0...100,
            "Off-road is as likely as a road at this many deviations from the fix",
            basis: "drives"),
        Parameter(
            \.startOffRoadLog, "start_off_road_log", -100...0,
            "The logarithm of the probability of a start off the road",
            basis: "drives"),
        Parameter(
            \.leaveRoadLog, "leave_road_log", -100...0,
            "The logarithm of the probability of leaving the roads, per fix",
            basis: "drives"),
        Parameter(
            \.returnToRoadLog, "return_to_road_log", -100...0,
            "The logarithm of the probability of returning to a road, per fix",
            basis: "drives"),
        Parameter(
            \.stayOffRoadLog, "stay_off_road_log", -100...0,
            "The logarithm of the probability of staying off the road, per fix",
            basis: "drives"),
        Parameter(
            \.leaveRoadProbability, "leave_road_probability", 0...1,
            "The answer changes to off-road where off-road is more probable than this",
            basis: "convention: the more probable of both"),
        Parameter(
            \.returnToRoadProbability, "return_to_road_probability", 0.000001...1,
            "The answer changes back to a road where off-road is less probable than this, or less than 0.2 for 10 s",
            basis: "simulated yards and jumps; Wald 1945 (doi:10.1214/aoms/1177731118) for the"
                + " form: one return in a thousand is wrong"),
        Parameter(
            \.ferryDistance, "ferry_distance_m", 0...10_000,
            "A vehicle off the road this near to a ferry line is on board",
            basis: "convention: ferry lines of maps are inexact; no recorded drive shows it"),
        Parameter(
            \.carParkDistance, "car_park_distance_m", 0...10_000,
            "A vehicle off the road this near to a parking aisle is in the car park",
            basis: "convention: a bay of 5 m and three deviations of a fix; no recorded drive shows"
                + " it"),
    ]
}
