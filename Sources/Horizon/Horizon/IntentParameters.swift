public import Quantities

/// The weight of each kind of evidence about the driver's intent: the factor by which it changes the odds of
/// an exit.
public struct IntentParameters: ParameterGroup {
    /// The odds ratio of exits to the side of the turn indicator.
    public var indicatorRatio = 30.0
    /// The time before a junction in which the turn indicator refers to it.
    public var indicatorTime = Nanoseconds.seconds(5)
    /// The odds ratio of a turn without a turn indicator, just before the junction.
    public var unsignalledRatio = 0.25
    /// The odds ratio of an exit to which the lane does not lead.
    public var wrongLaneRatio = 0.1
    /// The largest deceleration without an emergency. An exit that needs more becomes less likely.
    public var comfortableDeceleration = MetresPerSecondSquared(3.4)
    /// The largest deceleration on a dry road. An exit that needs it keeps ``tooFastRatio`` of its odds.
    public var hardestDeceleration = MetresPerSecondSquared(7)
    /// The odds ratio of an exit for which the vehicle is too fast.
    public var tooFastRatio = 0.02
    /// The largest lateral acceleration on an exit.
    public var lateralAcceleration = MetresPerSecondSquared(4)
    /// The standard deviation of the vehicle's turn inside a junction, against the arc of the exit.
    public var headingDeviation = Degrees(15)
    /// The probability, 0.5 ..< 1, at which the most probable path changes to another exit. It changes back
    /// below 1 less this probability, and below 0.4, so that it does not switch to and fro. From 0.5 on the
    /// exit is more probable than all others together.
    public var switchProbability = 0.5

    /// The defaults.
    public init() {}

    /// One record for each number.
    public static let records: [Parameter<Self>] = [
        Parameter(
            \.indicatorRatio, "indicator_ratio", 1...1000,
            "The factor on the odds of exits to the side of the turn indicator; 1 switches it off",
            basis:
                "three of four turns are signalled: Ponziani 2012 (doi:10.4271/2012-01-0261); our"
                + " estimate: one in forty drives straight on with the turn indicator on"),
        Parameter(
            \.indicatorTime, "indicator_time_s", 0.5...30,
            "The time before a junction in which the turn indicator refers to it",
            basis: "traffic codes: 3 to 5 s"),
        Parameter(
            \.unsignalledRatio, "unsignalled_ratio", 0.001...1,
            "The factor on the odds of a turn just before the junction without a turn indicator; 1"
                + " switches it off",
            basis: "Ponziani 2012, as `indicator_ratio`"),
        Parameter(
            \.wrongLaneRatio, "wrong_lane_ratio", 0.001...1,
            "The factor on the odds of an exit to which the lane does not lead; 1 switches it off",
            basis: "our estimate"),
        Parameter(
            \.comfortableDeceleration, "comfortable_deceleration_m_per_s2", 0.5...10,
            "The largest deceleration without an emergency; an exit that needs more becomes less likely",
            basis: "AASHTO 2018, A Policy on Geometric Design, 3.2.2: 3.4 m/s²"),
        Parameter(
            \.hardestDeceleration, "hardest_deceleration_m_per_s2", 0.5...12,
            "The largest deceleration on the road; more than the comfortable one",
            basis: "convention: an emergency stop on a dry road"),
        Parameter(
            \.tooFastRatio, "too_fast_ratio", 0.001...1,
            "The factor on the odds of an exit that needs the hardest deceleration; 1 switches the"
                + " evidence of the speed off",
            basis: "convention: not 0, since the position and so the distance are inexact"),
        Parameter(
            \.lateralAcceleration, "lateral_acceleration_m_per_s2", 0.5...10,
            "The largest lateral acceleration on an exit",
            basis: "convention: drivers in towns seldom exceed it"),
        Parameter(
            \.headingDeviation, "heading_deviation_deg", 0...180,
            "The standard deviation of the vehicle's turn inside a junction; 0 switches the evidence of"
                + " the heading off",
            basis: "convention: about 2.5 m along an arc of 10 m"),
        Parameter(
            \.switchProbability, "switch_probability", 0.5...0.99,
            "From this probability p on, the most probable path changes to another exit; it changes back"
                + " below min(1 − p, 0.4)",
            basis: "convention: more likely than all others together (`tools/measure prediction`)"),
    ]
}
