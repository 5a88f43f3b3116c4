/// How far a CAN controller still takes part in the bus. ISO 11898-1, fault confinement.
public enum ControllerState: Sendable, Hashable {
    /// It works: fewer than 96 errors counted.
    case active
    /// It works; at least 96 errors counted.
    case warning
    /// It takes part, without disturbing others on an error; at least 128 errors counted.
    case passive
    /// It is off the bus: it sends and receives nothing until it is restarted.
    case busOff
    /// It was not started.
    case stopped
    /// It sleeps.
    case sleeping
}
