import CANDatabase
import CANFrames

/// Signals of the car that are on or off, by their names (`SIGNAL` or `MESSAGE.SIGNAL`).
public struct SwitchSources: Sendable, Hashable {
    /// The event that has a ring buffer written; `nil` without a signal.
    public var event: String?

    /// No signals.
    public init() {}
}

/// The state of these signals in a frame; `nil` where the frame does not have it, or has it as not available.
public struct CarSwitches: Sendable, Hashable {
    /// Whether the event takes place.
    public var event: Bool?

    /// Nothing is known.
    public init() {}
}

/// A signal that is on or off.
struct SwitchSignal: Sendable {
    let identifier: CANIdentifier
    let signal: MeasuredSignal

    init(
        _ name: String, in message: DatabaseMessage, _ signal: DatabaseSignal
    ) throws(VehicleSignalError) {
        try signal.checkWhole(name: name, in: message)
        identifier = message.identifier
        self.signal = MeasuredSignal(signal, in: message)
    }

    /// Whether the signal is on: its number is not 0. It allocates nothing.
    func isOn(in frame: CANFrame) -> Bool? {
        guard frame.identifier == identifier, let raw = signal.raw(in: frame),
            !signal.isUnavailable(raw)
        else { return nil }
        return raw != 0
    }
}
