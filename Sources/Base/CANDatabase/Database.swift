public import CANFrames

/// The meaning of a raw value that is no measurement: `510` is "older than 2545 ms".
public struct NamedValue: Sendable, Hashable {
    /// The raw number; of a signed signal its bits.
    public let raw: UInt64
    /// Its name.
    public let name: String

    /// A number with a name.
    public init(_ raw: UInt64, _ name: String) {
        self.raw = raw
        self.name = name
    }
}

/// The number type of a signal.
public enum SignalValueType: Sendable, Hashable {
    /// A number from 0 on.
    case unsigned
    /// A number in two's complement.
    case signed
    /// A number of 32 bits after IEEE 754.
    case float
    /// A number of 64 bits after IEEE 754.
    case double
}

/// When a multiplexed signal is in the frame: while another signal has one of these raw numbers.
public struct SignalCondition: Sendable, Hashable {
    /// The name of that signal, in the same message.
    public var multiplexor: String
    /// Its raw numbers.
    public var values: [ClosedRange<UInt64>]

    /// A condition.
    public init(multiplexor: String, values: [ClosedRange<UInt64>]) {
        self.multiplexor = multiplexor
        self.values = values
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
    /// The physical value of one step of the raw value.
    public var factor: Double
    /// The value of the raw number 0.
    public var offset: Double
    /// The number type.
    public var valueType: SignalValueType
    /// The values that are meant to occur, `nil` where that is not said.
    public var range: ClosedRange<Double>?
    /// The unit of the value, ASCII; empty where it has none.
    public var unit: String
    /// Whether other signals are in the frame depending on this one.
    public var isMultiplexor: Bool
    /// When the signal is in the frame, `nil` for always.
    public var condition: SignalCondition?
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
        valueType: SignalValueType = .unsigned,
        range: ClosedRange<Double>? = nil,
        unit: String = "",
        isMultiplexor: Bool = false,
        condition: SignalCondition? = nil,
        namedValues: [NamedValue] = [],
        comment: String = ""
    ) {
        self.name = name
        self.bits = bits
        self.factor = factor
        self.offset = offset
        self.valueType = valueType
        self.range = range
        self.unit = unit
        self.isMultiplexor = isMultiplexor
        self.condition = condition
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

extension DatabaseMessage {
    /// The signal of a name, `nil` where the message has none.
    public func signal(named name: String) -> DatabaseSignal? {
        signals.first { $0.name == name }
    }
}

/// Names of numbers that belong to no signal yet.
public struct ValueTable: Sendable, Hashable {
    /// The table's name.
    public var name: String
    /// The numbers that have a name.
    public var namedValues: [NamedValue]

    /// A table.
    public init(name: String, namedValues: [NamedValue]) {
        self.name = name
        self.namedValues = namedValues
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
    /// Tables of named numbers that stand by themselves.
    public var valueTables: [ValueTable]
    /// A remark for people; empty where there is none.
    public var comment: String

    /// A description of a bus.
    public init(
        version: String,
        sender: String,
        messages: [DatabaseMessage],
        valueTables: [ValueTable] = [],
        comment: String = ""
    ) {
        self.version = version
        self.sender = sender
        self.messages = messages
        self.valueTables = valueTables
        self.comment = comment
    }
}

extension Database {
    /// The message of a name, `nil` where there is none.
    public func message(named name: String) -> DatabaseMessage? {
        messages.first { $0.name == name }
    }
}
