public import Quantities

/// The state of an interface that is up, as the kernel reports it (rtnetlink(7),
/// `linux/can/netlink.h`).
public struct LinkState: Sendable, Hashable {
    /// What a driver reports of its CAN controller.
    public struct Controller: Sendable, Hashable {
        /// The state of the controller; `nil` if it is not one of ISO 11898-1.
        public let state: ControllerState?
        /// The error counters; `nil` if the driver does not report them.
        public let errors: ErrorCounters?
        /// The bit rate of the arbitration phase, bit/s; `nil` if none is set.
        public let bitRate: Int?
        /// The delay of the automatic restart after bus-off (restart-ms); `nil` without an automatic
        /// restart.
        public let restartDelay: Nanoseconds?

        /// A report of a driver.
        public init(
            state: ControllerState?, errors: ErrorCounters? = nil, bitRate: Int? = nil,
            restartDelay: Nanoseconds? = nil
        ) {
            self.state = state
            self.errors = errors
            self.bitRate = bitRate
            self.restartDelay = restartDelay
        }
    }

    /// Whether the interface has a carrier. A driver ends it at bus-off, and frames that are written
    /// without it vanish.
    public let hasCarrier: Bool
    /// The controller; `nil` if the interface has none (vcan) or its driver does not report it.
    public let controller: Controller?

    /// The state of an interface that is up.
    public init(hasCarrier: Bool, controller: Controller?) {
        self.hasCarrier = hasCarrier
        self.controller = controller
    }

    /// Whether frames that are written vanish: the controller is bus-off, or its carrier is gone.
    public var isBusOff: Bool { !hasCarrier || controller?.state == .busOff }

    /// Whether two bit rates are the same for nodes of one bus: they may differ by 0.5 % (ISO 11898-1, tolerance of
    /// the oscillators).
    public static func isSameRate(_ rate: Int, _ other: Int) -> Bool {
        abs(rate - other) * 200 <= max(rate, other)
    }

    /// Whether there may be no other node on the bus: the controller is error-passive with transmit
    /// errors only. Frames without acknowledgement cause this state (ISO 11898-1: the counter then
    /// stays at 128).
    public var suggestsLoneliness: Bool {
        guard controller?.state == .passive, let errors = controller?.errors else { return false }
        return errors.transmit >= 128 && errors.receive == 0
    }
}

/// The error counters of a controller. ISO 11898-1, fault confinement.
public struct ErrorCounters: Sendable, Hashable {
    /// The transmit error counter.
    public let transmit: Int
    /// The receive error counter.
    public let receive: Int

    /// The counters of a controller.
    public init(transmit: Int, receive: Int) {
        self.transmit = transmit
        self.receive = receive
    }
}
