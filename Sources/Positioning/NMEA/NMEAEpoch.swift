import Geodesy
import Quantities

/// All that a receiver says of one moment, gathered from its sentences.
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
    /// The day, counted from 1970-01-01, where a sentence of the epoch gave it.
    var day: Int64?
    /// The kinds of its sentences.
    private(set) var kinds: Kinds = []
    /// Whether it has been handed on, so that what still comes is late.
    var isReported = false
    /// The kinds that say that there is a fix, and that there is none.
    private var valid: Kinds = []
    private var void: Kinds = []
    private(set) var quality: FixQuality?
    /// Several sentences give the place. Where they differ that of the RMC holds, or else the last one;
    /// of speeds and courses the last one does.
    private(set) var place: Coordinate?
    private(set) var speed: MetresPerSecond?
    private(set) var course: Degrees?
    private(set) var altitude: Metres?
    private(set) var satellites: Int?
    private(set) var dilution: Double?
    /// The standard deviation that a GST states.
    private(set) var deviation: Metres?

    init(timeOfDay: Nanoseconds?, line: Int) {
        self.timeOfDay = timeOfDay
        self.line = line
    }

    /// Whether the receiver has no fix. Receivers that say it of each system of satellites in a
    /// sentence of its own have one if one of these has it; where kinds contradict each other the fix
    /// is not to be trusted.
    var isVoid: Bool { !void.subtracting(valid).isEmpty }

    /// Notes a sentence that claims or denies a fix; says whether what it holds is to be used.
    private mutating func note(_ kind: Kinds, isVoid: Bool) -> Bool {
        kinds.insert(kind)
        if isVoid { void.insert(kind) } else { valid.insert(kind) }
        return !isVoid
    }

    mutating func add(_ sentence: RMC) {
        day = sentence.day ?? day
        guard note(.rmc, isVoid: sentence.isVoid) else { return }
        quality = quality ?? sentence.quality
        place = sentence.place ?? place
        speed = sentence.speed ?? speed
        course = sentence.course ?? course
    }

    mutating func add(_ sentence: GGA, _ kind: Kinds) {
        guard note(kind, isVoid: sentence.isVoid) else { return }
        quality = sentence.quality ?? quality
        if !valid.contains(.rmc) { place = sentence.place ?? place }
        satellites = max(satellites ?? 0, sentence.satellites ?? 0)
        dilution = sentence.dilution ?? dilution
        altitude = sentence.altitude ?? altitude
    }

    mutating func add(_ sentence: GLL) {
        guard note(.gll, isVoid: sentence.isVoid) else { return }
        quality = quality ?? sentence.quality
        if !valid.contains(.rmc) { place = sentence.place ?? place }
    }

    mutating func add(_ sentence: GST) {
        kinds.insert(.gst)
        deviation = sentence.deviation ?? deviation
    }

    mutating func add(_ sentence: VTG) {
        kinds.insert(.vtg)
        speed = sentence.speed ?? speed
        course = sentence.course ?? course
    }
}

/// What sentences without a time say of the receiver. It holds for the epoch they came in and for the
/// next one, whose own may only come when that has been handed on.
struct NMEAReceiverState {
    private var epoch = 0
    /// Whether the receiver has given an altitude of its own since it had no fix.
    private var isThreeDimensional = false
    private var dimensions: (value: Int, epoch: Int)?
    private var dilution: (value: Double, epoch: Int)?
    private var heading: (value: Degrees, epoch: Int)?
    private var deviation: (value: Metres, epoch: Int)?

    /// Goes to the next epoch.
    mutating func advance() { epoch += 1 }

    mutating func add(_ sentence: GSA) {
        if let value = sentence.dimensions {
            // One sentence for each system of satellites: the fix has what the best one has.
            let others = dimensions?.epoch == epoch ? dimensions?.value : nil
            dimensions = (max(value, others ?? value), epoch)
        }
        if let value = sentence.dilution { dilution = (value, epoch) }
    }

    mutating func add(_ sentence: Heading) {
        if let value = sentence.direction { heading = (value, epoch) }
    }

    /// A GST counts here too: one that comes less often than fixes, or late, is still better than
    /// nothing.
    mutating func add(deviation value: Metres?) {
        if let value { deviation = (value, epoch) }
    }

    private func holds(_ epoch: Int?) -> Bool { epoch.map { self.epoch - $0 <= 1 } ?? false }

    /// The fix of an epoch.
    mutating func fix(of epoch: NMEAEpoch, at place: Coordinate, time: UTCTime?) -> Fix {
        var fix = Fix(time: time, place: place)
        fix.course = epoch.course
        fix.speed = epoch.speed
        fix.altitude = epoch.altitude
        if holds(heading?.epoch) { fix.heading = heading?.value }
        fix.mode = mode(of: epoch)
        let stated = epoch.deviation ?? (holds(deviation?.epoch) ? deviation?.value : nil)
        let own = epoch.dilution ?? (holds(dilution?.epoch) ? dilution?.value : nil)
        fix.accuracy = stated ?? own.flatMap { Dilution.accuracy($0, epoch.quality) }
        return fix
    }

    /// Three dimensions where GSA says so or an altitude is given. A receiver that falls back to two
    /// holds its last altitude, and so the fix keeps three until there is none, as with gpsd.
    private mutating func mode(of epoch: NMEAEpoch) -> FixMode {
        if holds(dimensions?.epoch), dimensions?.value == 3 { isThreeDimensional = true }
        if epoch.altitude != nil { isThreeDimensional = true }
        return isThreeDimensional ? .threeDimensional : .twoDimensional
    }

    /// Notes that the receiver has no fix.
    mutating func loseFix() { isThreeDimensional = false }
}
