import CSocketCAN

/// The state of a CAN controller. ISO 11898-1, fault confinement.
public enum ControllerState: Sendable, Hashable {
    /// Error-active: fewer than 96 errors counted.
    case active
    /// Error-active with a warning: at least 96 errors counted.
    case warning
    /// Error-passive: it takes part, but its error flags do not disturb others; at least 128 errors
    /// counted.
    case passive
    /// Bus-off: it sends and receives nothing until a restart.
    case busOff
    /// Stopped: it was not started.
    case stopped
    /// Sleeping.
    case sleeping

    /// The state of a number of `linux/can/netlink.h`; `nil` for other numbers.
    init?(number: UInt32) {
        switch number {
        case CAN_STATE_ERROR_ACTIVE.rawValue: self = .active
        case CAN_STATE_ERROR_WARNING.rawValue: self = .warning
        case CAN_STATE_ERROR_PASSIVE.rawValue: self = .passive
        case CAN_STATE_BUS_OFF.rawValue: self = .busOff
        case CAN_STATE_STOPPED.rawValue: self = .stopped
        case CAN_STATE_SLEEPING.rawValue: self = .sleeping
        default: return nil
        }
    }
}
