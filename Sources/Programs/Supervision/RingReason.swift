/// Why a ring buffer is written.
public enum RingReason: String, Sendable, Hashable, CaseIterable {
    /// A client of the control socket asks for it.
    case command
    /// A signal of the car.
    case signal
    /// The vehicle has left the roads of the map.
    case offRoad = "off-road"
    /// The controller is bus-off.
    case busOff = "bus-off"
    /// The watchdog of the service manager is about to end the daemon.
    case watchdog
}

/// What became of a file of a ring buffer.
public struct RingOutcome: Sendable, Equatable {
    /// Why it was written.
    public let reason: RingReason
    /// Whether the disk took it.
    public let isWritten: Bool

    /// The outcome of a file.
    public init(reason: RingReason, isWritten: Bool) {
        self.reason = reason
        self.isWritten = isWritten
    }
}

/// The faults that write a ring buffer when they begin.
public struct RingFaults: Sendable, Equatable {
    /// Whether the vehicle has left the roads of the map.
    public var isOffRoad = false
    /// Whether the controller is bus-off.
    public var isBusOff = false
    /// Whether the daemon gives no sign of life.
    public var isFailing = false

    /// The faults at a moment.
    public init(isOffRoad: Bool = false, isBusOff: Bool = false, isFailing: Bool = false) {
        self.isOffRoad = isOffRoad
        self.isBusOff = isBusOff
        self.isFailing = isFailing
    }
}
