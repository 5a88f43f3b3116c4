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
        /// Whether the controller only listens (listen-only): frames that are written vanish.
        public let isListenOnly: Bool

        /// A report of a driver.
        public init(
            state: ControllerState?, errors: ErrorCounters? = nil, bitRate: Int? = nil,
            restartDelay: Nanoseconds? = nil, isListenOnly: Bool = false
        ) {
            self.state = state
            self.errors = errors
            self.bitRate = bitRate
            self.restartDelay = restartDelay
            self.isListenOnly = isListenOnly
        }
    }

    /// Whether the interface has a carrier. A driver ends it at bus-off, and frames that are written
    /// without it vanish.
    public let hasCarrier: Bool
    /// The controller; `nil` if the interface has none (vcan) or its driver does not report it.
    public let controller: Controller?
    /// The frames that passed the interface; `nil` if they are not reported.
    public let traffic: LinkTraffic?

    /// The state of an interface that is up.
    public init(hasCarrier: Bool, controller: Controller?, traffic: LinkTraffic? = nil) {
        self.hasCarrier = hasCarrier
        self.controller = controller
        self.traffic = traffic
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

/// The frames that have passed an interface, of all programs, as its driver counts them (`IFLA_STATS64`,
/// rtnetlink(7)). Kernels before 5.17 also count error frames as received.
public struct LinkTraffic: Sendable, Hashable {
    /// The received frames.
    public let received: UInt64
    /// The transmitted frames. Drivers without an echo of their own (vcan, slcan) count a frame before it is on the bus.
    public let transmitted: UInt64

    /// The counts of an interface.
    public init(received: UInt64, transmitted: UInt64) {
        self.received = received
        self.transmitted = transmitted
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
