import VehicleSignals

/// Follows the signals of the car that are on or off. A state that is not received, or is not available, changes
/// nothing.
struct SwitchWatch: Sendable {
    private var isEvent = false
    private var hasBegun = false
    private var ignition: Bool?
    private var hasIgnitionChanged = false

    /// Nothing was received.
    init() {}

    /// Takes note of the states of a frame.
    mutating func note(_ switches: CarSwitches) {
        if let event = switches.event {
            if event, !isEvent { hasBegun = true }
            isEvent = event
        }
        if let ignition = switches.ignition, ignition != self.ignition {
            self.ignition = ignition
            hasIgnitionChanged = true
        }
    }

    /// Whether the event has begun since the last call.
    mutating func takeEvent() -> Bool {
        defer { hasBegun = false }
        return hasBegun
    }

    /// Whether the ignition is on, where that has changed since the last call.
    mutating func takeIgnition() -> Bool? {
        defer { hasIgnitionChanged = false }
        return hasIgnitionChanged ? ignition : nil
    }
}
