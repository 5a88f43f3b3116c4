public import CANDatabase

/// The message and signals of a DBC in which clients ask for messages.
public struct RequestSource: Sendable, Hashable {
    /// The name of the message.
    public var message: String
    /// The names of its signals.
    public var signals: [Name] = []
    /// The name of the checksum's signal; `nil` without a checksum.
    public var checksum: String?
    /// How the checksum is made.
    public var algorithm: ChecksumAlgorithm?
    /// The data identifier of the checksum; `nil` without one.
    public var dataIdentifier: UInt16?
    /// The name of the signal of the alive counter; `nil` without one.
    public var aliveCounter: String?

    /// A message without signals.
    public init(message: String) { self.message = message }

    /// The DBC's name of a signal.
    public struct Name: Sendable, Hashable {
        /// The signal.
        public var signal: RequestLayout.Signal
        /// Its name in the DBC.
        public var name: String

        /// The name of a signal.
        public init(_ signal: RequestLayout.Signal, _ name: String) {
            self.signal = signal
            self.name = name
        }
    }
}

/// Why a DBC does not have the requests.
public enum RequestLayoutError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The DBC has no such message.
    case noMessage(String)
    /// The message has no such signal.
    case noSignal(String, message: String)
    /// The signal is signed or no whole number, is not in every frame, or lies beyond its message.
    case unsuitable(String, message: String)
    /// The type of messages needs three bits, the counter two.
    case tooNarrow(String, bits: Int)
    /// The checksum has more bits than its algorithm makes.
    case checksumWidth(String, bits: Int)

    /// The line for people.
    public var description: String {
        switch self {
        case .noMessage(let name): "the DBC has no message '\(name)'"
        case .noSignal(let name, let message): "\(message) has no signal '\(name)'"
        case .unsuitable(let name, let message):
            "\(message).\(name) is signed or no whole number, is not in every frame, or lies beyond it"
        case .tooNarrow(let name, let bits): "the signal '\(name)' has fewer than \(bits) bits"
        case .checksumWidth(let name, let bits):
            "the signal '\(name)' has not the \(bits) bits of the checksum's algorithm"
        }
    }
}

extension RequestLayout {
    /// The layout of a DBC's message.
    public init(_ source: RequestSource, in database: Database) throws(RequestLayoutError) {
        guard let message = database.message(named: source.message) else {
            throw .noMessage(source.message)
        }
        func bits(_ name: String) throws(RequestLayoutError) -> SignalBits {
            guard let signal = message.signal(named: name) else {
                throw .noSignal(name, message: message.name)
            }
            guard signal.valueType == .unsigned, signal.condition == nil,
                signal.bits.fits(bytes: message.length)
            else { throw .unsuitable(name, message: message.name) }
            return signal.bits
        }
        var placements: [Placement] = []
        for named in source.signals {
            let bits = try bits(named.name)
            switch named.signal {
            case .messageType where bits.width < 3: throw .tooNarrow(named.name, bits: 3)
            case .cyclicCounter where bits.width < 2: throw .tooNarrow(named.name, bits: 2)
            default: placements.append(Placement(named.signal, bits))
            }
        }
        var trailer: Trailer?
        if let name = source.checksum, let algorithm = source.algorithm {
            let place = try bits(name)
            guard place.width == algorithm.width else {
                throw .checksumWidth(name, bits: algorithm.width)
            }
            let counter: SignalBits?
            if let name = source.aliveCounter { counter = try bits(name) } else { counter = nil }
            trailer = Trailer(
                counter: counter, checksum: place, algorithm: algorithm,
                dataIdentifier: source.dataIdentifier)
        }
        self.init(
            message.identifier, frameLength: message.length, signals: placements, trailer: trailer)
    }
}
