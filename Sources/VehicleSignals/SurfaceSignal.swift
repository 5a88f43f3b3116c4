import CANDatabase
import CANFrames
public import Quantities

/// Which signal says what the road's surface is like, and how.
public struct SurfaceSource: Sendable, Hashable {
    /// `SIGNAL` where it is in one message alone, or `MESSAGE.SIGNAL`.
    public var name: String
    /// What its raw numbers stand for; without any they are read by the names that the DBC gives them.
    public var values: [SurfaceValue]

    /// A source of its parts.
    public init(name: String, values: [SurfaceValue] = []) {
        self.name = name
        self.values = values
    }
}

/// A raw number of a signal and what it stands for.
public struct SurfaceValue: Sendable, Hashable {
    /// The number as it is in the frame, factor and offset not applied.
    public var raw: UInt64
    /// What it stands for.
    public var condition: SurfaceCondition

    /// A number and what it stands for.
    public init(raw: UInt64, _ condition: SurfaceCondition) {
        self.raw = raw
        self.condition = condition
    }
}

/// A signal whose numbers stand for what the road's surface is like.
struct SurfaceSignal: Sendable {
    let identifier: CANIdentifier
    private let signal: MeasuredSignal
    private let values: [SurfaceValue]

    init(
        _ source: SurfaceSource, in message: DatabaseMessage, _ signal: DatabaseSignal
    ) throws(VehicleSignalError) {
        guard signal.valueType == .unsigned || signal.valueType == .signed else {
            throw .notWhole(name: source.name)
        }
        guard signal.bits.fits(bytes: message.length) else {
            throw .beyondMessage(name: source.name, message: message.name)
        }
        if let value = source.values.first(where: { $0.raw > signal.bits.largest }) {
            throw .tooLarge(name: source.name, raw: value.raw)
        }
        values =
            source.values.isEmpty
            ? signal.namedValues.compactMap { value in
                SurfaceCondition(named: value.name).map { SurfaceValue(raw: value.raw, $0) }
            } : source.values
        guard !values.isEmpty else { throw .noSurfaces(name: source.name) }
        identifier = message.identifier
        self.signal = MeasuredSignal(signal, in: message)
    }

    /// What a frame says; `nil` where the signal is not in it. A number that stands for nothing says
    /// that it is not known. It allocates nothing.
    func condition(in frame: CANFrame) -> SurfaceCondition? {
        guard frame.identifier == identifier, let raw = signal.raw(in: frame) else { return nil }
        for value in values where value.raw == raw { return value.condition }
        return .unknown
    }

    /// A number that stands for it, for unknown one that stands for nothing; `nil` where there is none.
    func raw(of condition: SurfaceCondition) -> UInt64? {
        if condition != .unknown { return values.first { $0.condition == condition }?.raw }
        // Of more numbers than stand for something one stands for nothing.
        return (0...UInt64(values.count)).first { raw in
            raw <= signal.largestRaw && !values.contains { $0.raw == raw }
        }
    }

    /// Writes a number that stands for it, where there is one.
    func insert(_ condition: SurfaceCondition, into frame: inout CANFrame) {
        if let raw = raw(of: condition) { signal.insert(raw: raw, into: &frame) }
    }
}

extension SurfaceCondition {
    /// The one that a number's name in a DBC means, such as `Road_Wet` or `SnowCovered`; `nil` where it
    /// names none, or several, or says what is not so.
    fileprivate init?(named name: String) {
        var found: SurfaceCondition?
        for word in name.words {
            let meant: SurfaceCondition
            switch word {
            case "dry": meant = .dry
            case "wet", "rain", "rainy": meant = .wet
            case "snow", "snowy": meant = .snow
            case "ice", "icy": meant = .ice
            case "no", "not", "non", "without": return nil
            default: continue
            }
            guard found == nil || found == meant else { return nil }
            found = meant
        }
        guard let found else { return nil }
        self = found
    }
}
