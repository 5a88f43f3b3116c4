import Engine
import Horizon
import MapMatching
import Positioning
import Quantities

// The numbers whose records stand in the engine's modules.
extension SettingTable {
    /// Settings of the map matcher.
    static let matching = MatchingParameters.records.map {
        Setting.parameter("matching", $0, in: \.engine.matching)
    }

    /// Settings of dead reckoning.
    static let deadReckoning = DeadReckoningParameters.records.map {
        Setting.parameter("dead_reckoning", $0, in: \.engine.reckoning)
    }

    /// Settings of the weight of driver signals and vehicle motion for the exits ahead.
    static let intent = IntentParameters.records.map {
        Setting.parameter("intent", $0, in: \.engine.horizon.intent)
    }
}
