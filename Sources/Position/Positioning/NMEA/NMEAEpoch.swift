import Geodesy
import Quantities

/// The sentences of a receiver for one moment.
struct NMEAEpoch {
    /// Kinds of sentences.
    struct Kinds: OptionSet {
        let rawValue: UInt8
        static let rmc = Kinds(rawValue: 1)
        static let gga = Kinds(rawValue: 2)
        static let gns = Kinds(rawValue: 4)
        static let gll = Kinds(rawValue: 8)
        static let gst = Kinds(rawValue: 16)
        /// Without a time of its own.
        static let vtg = Kinds(rawValue: 32)
    }

    /// The time of day that its sentences share, `nil` where the receiver has no clock yet.
    let timeOfDay: Nanoseconds?
    /// The line of its first sentence.
    let line: Int
    /// The day, counted from 1970-01-01, where a sentence gave it.
    private(set) var day: Int64?
    /// The kinds of its sentences.
    private(set) var kinds: Kinds = []
    /// Whether it has been handed on. Sentences that still come are late.
    private(set) var isReported = false
    /// The values of its sentences.
    private(set) var values = Values()
    /// The kinds that claim a fix, and those that deny it.
    private var valid: Kinds = []
    private var void: Kinds = []

    /// The values of an epoch. Where several sentences give a place, the RMC counts, or else the
    /// last one. Of speeds and courses the last one counts.
    struct Values {
        var quality: FixQuality?
        var place: Coordinate?
        var speed: MetresPerSecond?
        var course: Degrees?
        var altitude: Metres?
        var dilution: Double?
        /// The standard deviation that a GST states.
        var deviation: Metres?
    }

    init(timeOfDay: Nanoseconds?, line: Int) {
        self.timeOfDay = timeOfDay
        self.line = line
    }

    /// Whether the receiver has no fix. With a sentence for each satellite system, one of these
    /// with a fix is enough. Where kinds of sentences contradict each other, there is none.
    var isVoid: Bool { !void.subtracting(valid).isEmpty }

    /// Notes a sentence that claims or denies a fix. Returns whether its values count.
    private mutating func note(_ kind: Kinds, isVoid: Bool) -> Bool {
        kinds.insert(kind)
        if isVoid { void.insert(kind) } else { valid.insert(kind) }
        return !isVoid
    }

    /// Dates the epoch by a sentence of another one.
    mutating func setDay(_ day: Int64) { self.day = day }

    /// Notes that the epoch has been handed on.
    mutating func noteReport() { isReported = true }

    mutating func add(_ sentence: RMC) {
        day = sentence.day ?? day
        guard note(.rmc, isVoid: sentence.isVoid) else { return }
        values.quality = values.quality ?? sentence.quality
        values.place = sentence.place ?? values.place
        values.speed = sentence.speed ?? values.speed
        values.course = sentence.course ?? values.course
    }

    mutating func add(_ sentence: GGA, _ kind: Kinds) {
        guard note(kind, isVoid: sentence.isVoid) else { return }
        values.quality = sentence.quality ?? values.quality
        if !valid.contains(.rmc) { values.place = sentence.place ?? values.place }
        values.dilution = sentence.dilution ?? values.dilution
        values.altitude = sentence.altitude ?? values.altitude
    }

    mutating func add(_ sentence: GLL) {
        guard note(.gll, isVoid: sentence.isVoid) else { return }
        values.quality = values.quality ?? sentence.quality
        if !valid.contains(.rmc) { values.place = sentence.place ?? values.place }
    }

    mutating func add(_ sentence: GST) {
        kinds.insert(.gst)
        values.deviation = sentence.deviation ?? values.deviation
    }

    mutating func add(_ sentence: VTG) {
        kinds.insert(.vtg)
        values.speed = sentence.speed ?? values.speed
        values.course = sentence.course ?? values.course
    }
}
