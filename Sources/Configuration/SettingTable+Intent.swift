import Engine
import Horizon
import Quantities

extension SettingTable {
    /// Settings of what the driver's signals and the car's own motion are worth for the exits ahead.
    static let intent: [Setting] = [
        .number(
            "intent.indicator_ratio", 1...1000, unit: "",
            "How much likelier a turn indicator makes exits to its side; 1 has it say nothing",
            \.engine.horizon.intent.indicatorRatio),
        .seconds(
            "intent.indicator_time_s", 0.5...30,
            "For how long before a junction an indicator is about it",
            \.engine.horizon.intent.indicatorTime),
        .number(
            "intent.unsignalled_ratio", 0.001...1, unit: "",
            "What is left of the odds of a turn just before the junction where the indicator is off;"
                + " 1 has that say nothing",
            \.engine.horizon.intent.unsignalledRatio),
        .number(
            "intent.wrong_lane_ratio", 0.001...1, unit: "",
            "What is left of the odds of an exit that the lane does not lead to; 1 has it say nothing",
            \.engine.horizon.intent.wrongLaneRatio),
        .number(
            "intent.comfortable_deceleration_m_per_s2", 0.5...10, unit: "m/s²",
            "What drivers brake with at most; an exit that asks for more becomes less likely",
            \.engine.horizon.intent.comfortableDeceleration.value),
        .number(
            "intent.hardest_deceleration_m_per_s2", 0.5...12, unit: "m/s²",
            "What a road gives at most; more than the comfortable one",
            \.engine.horizon.intent.hardestDeceleration.value),
        .number(
            "intent.too_fast_ratio", 0.001...1, unit: "",
            "What is left of the odds of an exit that asks for that; 1 has the speed say nothing",
            \.engine.horizon.intent.tooFastRatio),
        .number(
            "intent.lateral_acceleration_m_per_s2", 0.5...10, unit: "m/s²",
            "What exits are taken with across at most",
            \.engine.horizon.intent.lateralAcceleration.value),
        .number(
            "intent.heading_deviation_deg", 0...180, unit: "°",
            "The standard deviation of how far a car has turned inside a junction; 0 has that say"
                + " nothing", \.engine.horizon.intent.headingDeviation.value),
        .number(
            "intent.switch_probability", 0.5...0.99, unit: "",
            "From which probability on the tree follows another exit than is expected, until it has"
                + " less than 1 less that, and less than 0.4",
            \.engine.horizon.intent.switchProbability),
    ]
}
