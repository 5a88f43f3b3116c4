import VehicleSignals

/// Follows the signals of the car that are on or off. A state that is not received, or is not available, changes
/// nothing.
struct SwitchWatch: Sendable {
    private var isEvent = false
    private var hasBegun = false

    /// Nothing was received.
    init() {}

    /// Takes note of the states of a frame.
    mutating func note(_ switches: CarSwitches) {
        guard let event = switches.event else { return }
        if event, !isEvent { hasBegun = true }
        isEvent = event
    }

    /// Whether the event has begun since the last call.
    mutating func takeEvent() -> Bool {
        defer { hasBegun = false }
        return hasBegun
    }
}
