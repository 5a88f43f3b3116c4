/// A report of a controller about the bus, in the format of a Linux error frame
/// (`linux/can/error.h`, kernel 6.1).
public struct ErrorFrame: Sendable, Hashable {
    /// The kinds of errors in a report. One frame can report several.
    public struct Kinds: OptionSet, Sendable, Hashable {
        /// The bits of the kinds, in the frame's identifier.
        public let rawValue: UInt32
        /// The kinds of these bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// The controller gave up a frame because no acknowledgement came in time.
        public static let transmitTimeout = Kinds(rawValue: 0x001)
        /// The controller lost the arbitration.
        public static let lostArbitration = Kinds(rawValue: 0x002)
        /// The controller's state or queues, see ``ErrorFrame/state``.
        public static let controller = Kinds(rawValue: 0x004)
        /// A node violated the protocol on the bus.
        public static let protocolViolation = Kinds(rawValue: 0x008)
        /// The transceiver reports an error of the wire.
        public static let transceiver = Kinds(rawValue: 0x010)
        /// No node acknowledged a frame.
        public static let noAcknowledgement = Kinds(rawValue: 0x020)
        /// The controller is bus-off.
        public static let busOff = Kinds(rawValue: 0x040)
        /// A bus error. A driver can report very many of them.
        public static let busError = Kinds(rawValue: 0x080)
        /// The controller was restarted.
        public static let restarted = Kinds(rawValue: 0x100)
        /// The frame contains the error counters.
        public static let counters = Kinds(rawValue: 0x200)
    }

    /// The bits of byte 1; valid with ``Kinds/controller``.
    private enum ControllerBits {
        static let receiveOverflow: UInt8 = 0x01
        static let transmitOverflow: UInt8 = 0x02
        static let warning: UInt8 = 0x04 | 0x08
        static let passive: UInt8 = 0x10 | 0x20
        static let active: UInt8 = 0x40
    }

    /// The kinds of errors that it reports.
    public let kinds: Kinds
    /// The state of the controller; `nil` if the frame does not report it.
    public let state: ControllerState?
    /// Whether the controller lost frames because its queue was full.
    public let isOverflow: Bool
    /// The error counters of the controller; `nil` if the frame does not contain them.
    public let counters: ErrorCounters?

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
        // Drivers before kernel 6.0 fill in the counters without setting the flag.
        let hasCounters =
            kinds.contains(.counters)
            || (kinds.contains(.controller) && (data[6] != 0 || data[7] != 0))
        counters =
            hasCounters ? ErrorCounters(transmit: Int(data[6]), receive: Int(data[7])) : nil
    }
}
