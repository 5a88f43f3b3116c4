/// Whether the interface takes frames, and why not.
public enum BusCondition: Sendable, Hashable {
    /// Frames are sent.
    case open
    /// There is no such interface.
    case absent
    /// The interface is down.
    case down
    /// The controller is bus-off.
    case busOff
    /// The controller only listens.
    case listening
    /// The bus takes no frame.
    case blocked
    /// The ignition of the vehicle is off.
    case asleep

    /// The condition in words, after the name of the interface.
    public var words: String {
        switch self {
        case .open: "is up"
        case .absent: "does not exist"
        case .down: "is down"
        case .busOff: "is bus-off"
        case .listening: "is in listen-only mode"
        case .blocked: "is blocked"
        case .asleep: "is asleep, the ignition is off"
        }
    }
}

extension BusSupervision {
    /// How often the bus was blocked.
    public var stalls: Int { stall.count }

    /// The state of the controller in the words of ISO 11898-1; `nil` if the driver reports none.
    public var controllerState: String? {
        guard controller.isReported, !isBusOff, !isListening else { return nil }
        return switch controller.condition {
        case .good, .listening: "error-active"
        case .warning: "error-warning"
        case .passive, .alone: "error-passive"
        }
    }

    /// Whether the bus takes no frame, as reported.
    var isBlocked: Bool { stall.isReported }

    /// Whether the controller only listens, as its driver reports.
    var isListening: Bool { controller.condition == .listening }

    /// Whether the interface takes frames, as far as this was reported.
    public var condition: BusCondition {
        if isDisconnected { return .absent }
        if isDown { return .down }
        if isBusOff { return .busOff }
        if isListening { return .listening }
        return isBlocked ? .blocked : .open
    }
}
