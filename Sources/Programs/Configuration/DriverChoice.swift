import Engine
import Quantities
import VehicleSignals

/// The configured signals of turn indicator and lane.
struct DriverChoice: Sendable {
    /// The turn indicator's signal, and what its numbers stand for, as `1=left,2=right`.
    var indicator: String?
    var indicatorValues: String?
    /// The signals of its sides.
    var leftIndicator: String?
    var rightIndicator: String?
    /// The signal of the lane, and the side that lanes are counted from.
    var lane: String?
    var firstLane = RoadSide.left

    /// The signals that are named, each with its setting.
    var names: [(name: String, setting: String)] {
        [
            (indicator, "vehicle.indicator_signal"),
            (leftIndicator, "vehicle.left_indicator_signal"),
            (rightIndicator, "vehicle.right_indicator_signal"), (lane, "vehicle.lane_signal"),
        ].compactMap { name, setting in name.map { ($0, setting) } }
    }

    /// Checks without reading the file.
    func check() throws(VehicleChoice.Problem) {
        if indicatorValues != nil, indicator == nil {
            throw VehicleChoice.Problem(
                settings: ["vehicle.indicator_values"],
                text: "vehicle.indicator_values: there is no vehicle.indicator_signal")
        }
        if lane == nil, firstLane != .left {
            throw VehicleChoice.Problem(
                settings: ["vehicle.first_lane"],
                text: "vehicle.first_lane: there is no vehicle.lane_signal")
        }
        let sides = [
            (leftIndicator, "vehicle.left_indicator_signal", "vehicle.right_indicator_signal"),
            (rightIndicator, "vehicle.right_indicator_signal", "vehicle.left_indicator_signal"),
        ]
        if let leftIndicator, leftIndicator == rightIndicator {
            throw VehicleChoice.Problem(
                settings: ["vehicle.right_indicator_signal"],
                text: "vehicle.right_indicator_signal \(leftIndicator): this signal"
                    + " is already vehicle.left_indicator_signal")
        }
        for (name, setting, other) in sides {
            guard let name else { continue }
            if indicator != nil {
                throw VehicleChoice.Problem(
                    settings: [setting],
                    text: "\(setting) \(name): vehicle.indicator_signal already has both sides")
            }
            if leftIndicator == nil || rightIndicator == nil {
                throw VehicleChoice.Problem(
                    settings: [setting], text: "\(setting) \(name): there is no \(other)")
            }
        }
    }

    /// The turn indicator alone.
    var indicatorSource: DriverSource {
        var source = DriverSource()
        if let indicator {
            let values = indicatorValues.flatMap(IndicatorValue.list(in:)) ?? []
            source.indicator = .named(NamedSource(name: indicator, values: values))
        } else if let leftIndicator, let rightIndicator {
            source.indicator = .sides(left: leftIndicator, right: rightIndicator)
        }
        return source
    }

    /// The lane alone.
    var laneSource: DriverSource {
        var source = DriverSource()
        source.lane = lane
        source.firstLane = firstLane
        return source
    }

    /// All of them.
    var source: DriverSource {
        var source = laneSource
        source.indicator = indicatorSource.indicator
        return source
    }

    /// The settings that a problem with the turn indicator is about.
    func settings(of error: VehicleSignalError) -> [String] {
        if case .tooLarge = error {
            return ["vehicle.indicator_values", "vehicle.indicator_signal", "vehicle.dbc"]
        }
        guard indicator == nil else { return ["vehicle.indicator_signal", "vehicle.dbc"] }
        return [
            "vehicle.left_indicator_signal", "vehicle.right_indicator_signal", "vehicle.dbc",
        ]
    }
}

extension SettingTable {
    /// Settings of turn indicator and lane.
    static let driver: [Setting] = [
        signal(
            "indicator_signal",
            "The turn indicator, if one signal has both sides. Exits to that side become"
                + " more probable", \.vehicle.driver.indicator),
        .optionalText(
            "vehicle.indicator_values", "as 0=off,1=left,2=right,3=both",
            "The meaning of the signal's raw values; all others are unknown. Default: the value"
                + " names of the DBC", \.vehicle.driver.indicatorValues
        ) { text in
            IndicatorValue.list(in: text) == nil
                ? ValueProblem(
                    "expected numbers and off, left, right or both, as in 1=left,2=right")
                : nil
        },
        signal(
            "left_indicator_signal",
            "The left turn indicator, not 0 if it is on; it replaces indicator_signal",
            \.vehicle.driver.leftIndicator),
        signal(
            "right_indicator_signal",
            "The right turn indicator, in the same message as the left one",
            \.vehicle.driver.rightIndicator),
        signal(
            "lane_signal",
            "The lane of the car, counted from 1. Exits that the lane does not lead to"
                + " become less probable", \.vehicle.driver.lane),
        .choice(
            "vehicle.first_lane", "The side of lane 1", \.vehicle.driver.firstLane),
        .seconds(
            "vehicle.driver_signals_lifetime_s", 0.1...60,
            "The time without the turn indicator or the lane after which it is unknown",
            \.engine.driverSignalsLifetime),
    ]
}
