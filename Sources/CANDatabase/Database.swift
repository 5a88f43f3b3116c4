public import CANFrames

/// What a signal's number means where it is no measurement: `510` is "older than 2545 ms".
public struct NamedValue: Sendable, Hashable {
    /// The raw number.
    public let raw: UInt64
    /// Its name.
    public let name: String

    /// A number with a name.
    public init(_ raw: UInt64, _ name: String) {
        self.raw = raw
        self.name = name
    }
}

/// A signal of a message: its bits, and how its raw number becomes a value.
///
/// value = raw · ``factor`` + ``offset``, in ``unit``.
public struct DatabaseSignal: Sendable, Hashable {
    /// The name, unique in its message: letters, digits and underscores.
    public var name: String
    /// The bits, counted from the frame's first byte.
    public var bits: SignalBits
    /// What a step of the raw number is worth.
    public var factor: Double
    /// The value of the raw number 0.
    public var offset: Double
    /// The unit of the value, ASCII; empty where it has none.
    public var unit: String
    /// The numbers that have a name.
    public var namedValues: [NamedValue]
    /// A remark for people; empty where there is none.
    public var comment: String

    /// A signal; without further words its value is its raw number.
    public init(
        name: String,
        bits: SignalBits,
        factor: Double = 1,
        offset: Double = 0,
        unit: String = "",
        namedValues: [NamedValue] = [],
        comment: String = ""
    ) {
        self.name = name
        self.bits = bits
        self.factor = factor
        self.offset = offset
        self.unit = unit
        self.namedValues = namedValues
        self.comment = comment
    }
}

/// A message on the bus: one identifier, and the signals in its frames.
public struct DatabaseMessage: Sendable, Hashable {
    /// The name, unique in its database: letters, digits and underscores.
    public var name: String
    /// The identifier.
    public var identifier: CANIdentifier
    /// The frame's payload in bytes.
    public var length: Int
    /// Whether it travels in CAN FD frames.
    public var isFD: Bool
    /// The signals.
    public var signals: [DatabaseSignal]
    /// A remark for people; empty where there is none.
    public var comment: String

    /// A message.
    public init(
        name: String,
        identifier: CANIdentifier,
        length: Int,
        isFD: Bool = false,
        signals: [DatabaseSignal],
        comment: String = ""
    ) {
        self.name = name
        self.identifier = identifier
        self.length = length
        self.isFD = isFD
        self.signals = signals
        self.comment = comment
    }
}

/// The messages of a bus, as a DBC file describes them.
public struct Database: Sendable, Hashable {
    /// The version of the description.
    public var version: String
    /// The name of the node that sends all messages.
    public var sender: String
    /// The messages.
    public var messages: [DatabaseMessage]
    /// A remark for people; empty where there is none.
    public var comment: String

    /// A description of a bus.
    public init(
        version: String,
        sender: String,
        messages: [DatabaseMessage],
        comment: String = ""
    ) {
        self.version = version
        self.sender = sender
        self.messages = messages
        self.comment = comment
    }
}
