import CANDatabase
import CANFrames

/// A raw number of such a signal and its state.
public struct SwitchValue: Sendable, Hashable {
    /// The number as it is in the frame, factor and offset not applied.
    public let raw: UInt64
    /// Whether it means on.
    public let isOn: Bool

    /// The numbers of a text such as `0=off,2=on`, each once; `nil` where it is no such text.
    public static func list(in text: String) -> [SwitchValue]? {
        var values: [SwitchValue] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2, let raw = UInt64(sides[0]),
                sides[1] == "on" || sides[1] == "off",
                !values.contains(where: { $0.raw == raw })
            else { return nil }
            values.append(SwitchValue(raw: raw, isOn: sides[1] == "on"))
        }
        return values
    }
}

/// Signals of the car that are on or off, by their names (`SIGNAL` or `MESSAGE.SIGNAL`).
public struct SwitchSources: Sendable, Hashable {
    /// The event that has a ring buffer written; `nil` without a signal.
    public var event: String?
    /// The ignition (terminal 15); `nil` without a signal.
    public var ignition: String?
    /// The meanings of the raw numbers of the ignition; without any, 0 is off and each other number on.
    public var ignitionValues: [SwitchValue] = []

    /// No signals.
    public init() {}
}

/// The state of these signals in a frame; `nil` where the frame does not have it, or has it as not available.
public struct CarSwitches: Sendable, Hashable {
    /// Whether the event takes place.
    public var event: Bool?
    /// Whether the ignition is on.
    public var ignition: Bool?

    /// Nothing is known.
    public init() {}
}

/// The signals that are on or off. A reference: its owners are copied as values.
final class SwitchSignals: Sendable {
    private let event: SwitchSignal?
    private let ignition: SwitchSignal?

    init(event: SwitchSignal?, ignition: SwitchSignal?) {
        self.event = event
        self.ignition = ignition
    }

    /// The switches by a frame; `nil` where the frame has none. It allocates nothing.
    func switches(in frame: CANFrame) -> CarSwitches? {
        var switches = CarSwitches()
        switches.event = event?.isOn(in: frame)
        switches.ignition = ignition?.isOn(in: frame)
        return switches.event == nil && switches.ignition == nil ? nil : switches
    }
}

/// A signal that is on or off.
struct SwitchSignal: Sendable {
    let identifier: CANIdentifier
    private let signal: MeasuredSignal
    private let values: [SwitchValue]

    init(
        _ name: String, _ values: [SwitchValue] = [], in message: DatabaseMessage,
        _ signal: DatabaseSignal
    ) throws(VehicleSignalError) {
        try signal.checkWhole(name: name, in: message)
        if let value = values.first(where: { $0.raw > signal.bits.largest }) {
            throw .tooLarge(name: name, raw: value.raw)
        }
        identifier = message.identifier
        self.signal = MeasuredSignal(signal, in: message)
        self.values = values
    }

    /// Whether the signal is on. It allocates nothing.
    func isOn(in frame: CANFrame) -> Bool? {
        guard frame.identifier == identifier, let raw = signal.raw(in: frame) else { return nil }
        guard values.isEmpty else {
            for value in values where value.raw == raw { return value.isOn }
            return nil
        }
        return signal.isOn(raw)
    }
}
