public import CANFrames

/// A change of the state of the bus, for a line to people.
public enum BusReport: Sendable, Hashable {
    /// There is no such interface yet.
    case absent
    /// The interface is down.
    case down
    /// The interface has disappeared.
    case disconnected
    /// The interface is up.
    case up
    /// The controller is bus-off.
    case busOff
    /// The controller has restarted, or is on the bus again in another way.
    case restarted
    /// The controller counts errors.
    case warning
    /// The controller is error-passive.
    case passive
    /// No other node acknowledges.
    case alone
    /// The controller only listens.
    case listening
    /// The controller is error-active without a warning again.
    case recovered
    /// No frame is transmitted: the bus is blocked.
    case blocked
    /// No frame is transmitted for longer: the daemon restarts its own interface.
    case linkRestart
    /// Nothing has passed since the machine was suspended: the daemon restarts its own interface.
    case restartAfterSuspension
    /// Frames are transmitted again.
    case unblocked
    /// The interface has this bit rate, bit/s, beside that of the settings.
    case bitRate(Int, setting: Int)
    /// The same, and the bus load limit is too low for a horizon at this rate.
    case lowBitRate(Int, setting: Int)
    /// The ignition of the vehicle is off: nothing is sent.
    case asleep
    /// The ignition is on again.
    case awake
    /// The interface is up while the ignition is off.
    case upAsleep
    /// Another node sends a frame with an identifier of the horizon.
    case foreignSender(CANIdentifier)

    /// The line, without the program's name.
    public func line(of interface: String) -> String {
        switch self {
        case .absent: "\(interface): there is no such interface; waiting for it to appear"
        case .down: "\(interface) is down; waiting for it to come up"
        case .disconnected: "\(interface) is disconnected; waiting for it to come back"
        case .up: "\(interface) is up; the horizon is sent again"
        case .busOff: "\(interface) is bus-off; no frame is sent until its controller has restarted"
        case .restarted: "\(interface) has restarted; the horizon is sent again"
        case .warning: "\(interface): the controller is in the state error-warning; frames are sent"
        case .passive: "\(interface): the controller is error-passive; frames are sent"
        case .alone:
            "\(interface): the controller is error-passive, and no other node acknowledges; check the"
                + " wiring and the bit rate"
        case .listening: "\(interface) is in listen-only mode; no frame is sent until that ends"
        case .recovered: "\(interface): the controller is error-active again"
        case .blocked: "\(interface): no frame was transmitted for 1 s; the bus is blocked; waiting"
        case .linkRestart:
            "\(interface): no frame was transmitted for 3 s; the interface is set up again"
        case .restartAfterSuspension:
            "\(interface): no frame was transmitted or received since the machine was suspended; the"
                + " interface is set up again"
        case .unblocked: "\(interface): frames are transmitted again"
        case .bitRate(let rate, let setting):
            rate == setting
                ? "\(interface): the bit rate is \(rate) bit/s again; the bus load limit follows it"
                : "\(interface): the bit rate is \(rate) bit/s, the configuration has \(setting); the bus"
                    + " load limit follows the interface"
        case .lowBitRate(let rate, let setting):
            "\(interface): the bit rate is \(rate) bit/s, the configuration has \(setting); there the bus"
                + " load limit is too low for a horizon; increase pace.bus_load_percent"
        case .asleep: "\(interface): the ignition is off; nothing is sent until it is on"
        case .awake: "\(interface): the ignition is on; the horizon is sent again"
        case .upAsleep: "\(interface) is up; the ignition is off, and nothing is sent"
        case .foreignSender(let identifier):
            "\(interface): another node sends frames with the identifier"
                + " 0x\(String(identifier.value, radix: 16, uppercase: true)) of the horizon"
        }
    }
}
