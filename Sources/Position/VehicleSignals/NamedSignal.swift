import CANDatabase
import CANFrames
public import Quantities

/// A meaning of the numbers of a signal.
public protocol SignalMeaning: RawRepresentable<String>, Sendable, Hashable, CaseIterable {
    /// The meaning of a number that has none.
    static var unknown: Self { get }
    /// All but ``unknown``, in a sentence.
    static var words: String { get }
    /// The meaning of the name of a number in a DBC; `nil` where the name has none, or several, or
    /// negates one.
    init?(named name: String)
}

/// A signal whose numbers have meanings, and its coding.
public struct NamedSource<Meaning: SignalMeaning>: Sendable, Hashable {
    /// `SIGNAL` where it is in one message alone, or `MESSAGE.SIGNAL`.
    public var name: String
    /// The meanings of its raw numbers; without any the names in the DBC count.
    public var values: [NamedValue<Meaning>]

    /// A source of its parts.
    public init(name: String, values: [NamedValue<Meaning>] = []) {
        self.name = name
        self.values = values
    }
}

/// A raw number of a signal and its meaning.
public struct NamedValue<Meaning: SignalMeaning>: Sendable, Hashable {
    /// The number as it is in the frame, factor and offset not applied.
    public var raw: UInt64
    /// The meaning.
    public var meaning: Meaning

    /// A number and its meaning.
    public init(raw: UInt64, _ meaning: Meaning) {
        self.raw = raw
        self.meaning = meaning
    }

    /// The numbers of a text such as `0=dry,1=wet`, each once; `nil` where it is no such text.
    public static func list(in text: String) -> [Self]? {
        var values: [Self] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2, let raw = UInt64(sides[0]),
                let meaning = Meaning(rawValue: String(sides[1])),
                !values.contains(where: { $0.raw == raw })
            else { return nil }
            values.append(Self(raw: raw, meaning))
        }
        return values
    }
}

/// The signal of the road's surface, and its coding.
public typealias SurfaceSource = NamedSource<SurfaceCondition>
/// A raw number of such a signal and its meaning.
public typealias SurfaceValue = NamedValue<SurfaceCondition>
/// A raw number of a turn indicator's signal and its meaning.
public typealias IndicatorValue = NamedValue<TurnIndicator>

/// A signal whose numbers have meanings.
struct NamedSignal<Meaning: SignalMeaning>: Sendable {
    let identifier: CANIdentifier
    private let signal: MeasuredSignal
    private let values: [NamedValue<Meaning>]

    init(
        _ source: NamedSource<Meaning>, in message: DatabaseMessage, _ signal: DatabaseSignal
    ) throws(VehicleSignalError) {
        try signal.checkWhole(name: source.name, in: message)
        if let value = source.values.first(where: { $0.raw > signal.bits.largest }) {
            throw .tooLarge(name: source.name, raw: value.raw)
        }
        values =
            source.values.isEmpty
            ? signal.namedValues.compactMap { value in
                Meaning(named: value.name).map { NamedValue(raw: value.raw, $0) }
            } : source.values
        guard !values.isEmpty else {
            throw .noMeaning(name: source.name, words: Meaning.words)
        }
        identifier = message.identifier
        self.signal = MeasuredSignal(signal, in: message)
    }

    /// The meaning of a frame; `nil` where the signal is not in it. A number without a meaning is
    /// unknown. It allocates nothing.
    func meaning(in frame: CANFrame) -> Meaning? {
        guard frame.identifier == identifier, let raw = signal.raw(in: frame) else { return nil }
        for value in values where value.raw == raw { return value.meaning }
        return .unknown
    }

    /// A number with that meaning, for unknown one without a meaning; `nil` where there is none.
    func raw(of meaning: Meaning) -> UInt64? {
        if meaning != .unknown { return values.first { $0.meaning == meaning }?.raw }
        // Of more numbers than have a meaning one has none.
        return (0...UInt64(values.count)).first { raw in
            raw <= signal.largestRaw && !values.contains { $0.raw == raw }
        }
    }

    /// Writes a number with that meaning, if there is one.
    func insert(_ meaning: Meaning, into frame: inout CANFrame) {
        if let raw = raw(of: meaning) { signal.insert(raw: raw, into: &frame) }
    }
}

extension DatabaseSignal {
    /// Checks that the signal lies within its message and that its value changes with its number.
    func checkMeasures(name: String, in message: DatabaseMessage) throws(VehicleSignalError) {
        guard factor != 0 else { throw .noScale(name: name) }
        guard bits.fits(bytes: message.length) else {
            throw .beyondMessage(name: name, message: message.name)
        }
    }

    /// Checks that the signal has whole numbers and lies within its message.
    func checkWhole(name: String, in message: DatabaseMessage) throws(VehicleSignalError) {
        guard valueType == .unsigned || valueType == .signed else { throw .notWhole(name: name) }
        guard bits.fits(bytes: message.length) else {
            throw .beyondMessage(name: name, message: message.name)
        }
    }
}

/// Words that negate a name.
private let negations: Set<String> = ["no", "not", "non", "without"]

extension SignalMeaning {
    /// The meaning of words; `nil` where they have none, or several, or negate one.
    fileprivate static func only(
        in name: String, _ meaning: (_ word: String) -> Self?
    ) -> Self? {
        var found: Self?
        for word in name.words {
            if negations.contains(word) { return nil }
            guard let meant = meaning(word) else { continue }
            guard found == nil || found == meant else { return nil }
            found = meant
        }
        return found
    }
}

extension SurfaceCondition: SignalMeaning {
    /// All but unknown.
    public static var words: String { "dry, wet, snow or ice" }

    /// The meaning of a name such as `Road_Wet` or `SnowCovered`.
    public init?(named name: String) {
        let found = Self.only(in: name) { word in
            switch word {
            case "dry": .dry
            case "wet", "rain", "rainy": .wet
            case "snow", "snowy": .snow
            case "ice", "icy": .ice
            default: nil
            }
        }
        guard let found else { return nil }
        self = found
    }
}

extension TurnIndicator: SignalMeaning {
    /// All but unknown.
    public static var words: String { "off, left, right or both" }

    /// The meaning of a name such as `Blinker_Left`, `RIGHT_ON` or `NoIndication`.
    public init?(named name: String) {
        let words = name.words
        let sides = words.filter { $0 == "left" || $0 == "right" }
        let isNone = words.first == "no" && words.count == 2 || words == ["none"]
        if sides.isEmpty, isNone || words.contains("off") || words.contains("inactive") {
            self = .off
            return
        }
        if Set(sides).count == 2, negations.isDisjoint(with: words) {
            self = .both
            return
        }
        let found = Self.only(in: name) { word in
            switch word {
            case "left": .left
            case "right": .right
            case "both", "hazard": .both
            default: nil
            }
        }
        guard let found else { return nil }
        self = found
    }
}
