import VehicleSignals

/// The configured signals that are on or off.
struct SwitchChoice: Sendable {
    /// The event that has the ring buffer written.
    var event: String?
    /// The ignition, and the meanings of its numbers, as `0=off,2=on`.
    var ignition: String?
    var ignitionValues: String?

    /// The signals that are named, each with its setting.
    var names: [(name: String, setting: String)] {
        [(event, "vehicle.event_signal"), (ignition, "vehicle.ignition_signal")].compactMap {
            name, setting in name.map { ($0, setting) }
        }
    }

    /// The event alone.
    var eventSource: SwitchSources {
        var sources = SwitchSources()
        sources.event = event
        return sources
    }

    /// All of them.
    var sources: SwitchSources {
        var sources = eventSource
        sources.ignition = ignition
        sources.ignitionValues = ignitionValues.flatMap(SwitchValue.list(in:)) ?? []
        return sources
    }
}

extension SettingTable {
    /// Settings of signals that are on or off.
    static let switches: [Setting] = [
        signal(
            "event_signal",
            "An event of the car, not 0 while it takes place; when it begins, the ring buffer"
                + " (daemon.ring_directory) is written", \.vehicle.switches.event),
        signal(
            "ignition_signal",
            "The ignition (terminal 15), 0 if it is off; while it is off, nothing is sent",
            \.vehicle.switches.ignition),
        .optionalText(
            "vehicle.ignition_values", "as 0=off,1=off,2=on",
            "The meaning of the signal's raw values; all others change nothing. Default: 0 is off,"
                + " all others are on", \.vehicle.switches.ignitionValues
        ) { text in
            SwitchValue.list(in: text) == nil
                ? ValueProblem("expected numbers and off or on, as in 0=off,2=on") : nil
        },
    ]
}
