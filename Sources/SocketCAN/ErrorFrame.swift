/// What a controller reports of the bus, as Linux puts it into an error frame
/// (`linux/can/error.h`, kernel 6.1).
public struct ErrorFrame: Sendable, Hashable {
    /// What kinds of trouble it reports; one frame can report several.
    public struct Kinds: OptionSet, Sendable, Hashable {
        /// The bits, those of the frame's identifier.
        public let rawValue: UInt32
        /// Kinds of their bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// A frame was given up because no acknowledgement came in time.
        public static let transmitTimeout = Kinds(rawValue: 0x001)
        /// Arbitration was lost.
        public static let lostArbitration = Kinds(rawValue: 0x002)
        /// The controller's state or queues, see ``ErrorFrame/state``.
        public static let controller = Kinds(rawValue: 0x004)
        /// The protocol was violated on the bus.
        public static let protocolViolation = Kinds(rawValue: 0x008)
        /// The transceiver reports trouble with the wire.
        public static let transceiver = Kinds(rawValue: 0x010)
        /// No node acknowledged a frame.
        public static let noAcknowledgement = Kinds(rawValue: 0x020)
        /// The controller went off the bus.
        public static let busOff = Kinds(rawValue: 0x040)
        /// A bus error, possibly one of very many.
        public static let busError = Kinds(rawValue: 0x080)
        /// The controller was restarted.
        public static let restarted = Kinds(rawValue: 0x100)
        /// The counters are given.
        public static let counters = Kinds(rawValue: 0x200)
    }

    /// The bits of byte 1, where ``Kinds/controller`` is reported.
    private enum ControllerBits {
        static let receiveOverflow: UInt8 = 0x01
        static let transmitOverflow: UInt8 = 0x02
        static let warning: UInt8 = 0x04 | 0x08
        static let passive: UInt8 = 0x10 | 0x20
        static let active: UInt8 = 0x40
    }

    /// What kinds of trouble it reports.
    public let kinds: Kinds
    /// The controller's state that it reports, `nil` where it reports none.
    public let state: ControllerState?
    /// Whether the controller lost frames because its queue was full.
    public let isOverflow: Bool
    /// The controller's error counters, where the frame has them.
    public let counters: Counters?

    /// A controller's error counters. ISO 11898-1, fault confinement.
    public struct Counters: Sendable, Hashable {
        /// Errors in sending.
        public let transmit: UInt8
        /// Errors in receiving.
        public let receive: UInt8
    }

    /// Whether nobody else may be on the bus: it is passive with sending errors only, which is what
    /// frames that no node acknowledges lead to (ISO 11898-1: the counter stays at 128 then).
    public var suggestsLoneliness: Bool {
        guard state == .passive, let counters else { return false }
        return counters.transmit >= 128 && counters.receive == 0
    }

    /// Decodes a frame.
    /// - Parameters:
    ///   - identifier: The frame's identifier with its flags, bit 29 set.
    ///   - data: Its eight bytes.
    public init(identifier: UInt32, data: [8 of UInt8]) {
        kinds = Kinds(rawValue: identifier & 0x1FFF_FFFF)
        let controller = kinds.contains(.controller) ? data[1] : 0
        if kinds.contains(.busOff) {
            state = .busOff
        } else if controller & ControllerBits.passive != 0 {
            state = .passive
        } else if controller & ControllerBits.warning != 0 {
            state = .warning
        } else if controller & ControllerBits.active != 0 || kinds.contains(.restarted) {
            state = .active
        } else {
            state = nil
        }
        let overflow = ControllerBits.receiveOverflow | ControllerBits.transmitOverflow
        isOverflow = controller & overflow != 0
        // Drivers before 6.0 fill the counters in without saying so.
        let hasCounters =
            kinds.contains(.counters)
            || (kinds.contains(.controller) && (data[6] != 0 || data[7] != 0))
        counters = hasCounters ? Counters(transmit: data[6], receive: data[7]) : nil
    }
}
