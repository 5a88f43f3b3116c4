import ADASISv2
import Quantities
import RoadMap

/// The times of META-DATA: fast at the start and after each announcement, then at its interval.
struct MetaDataSchedule {
    private let timing: TimingParameters
    /// The time at which it is due next; `nil` for now. With `nil` it is fast again, as at the
    /// start: its content may have changed, or clients may be new.
    private(set) var next: MonotonicTime?
    /// The time at which the fast phase began.
    private var start: MonotonicTime?
    private var last: MonotonicTime?
    /// The time from one META-DATA to the next one on request: requests do not displace the tree.
    private static let requestInterval = Nanoseconds.seconds(1)

    init(_ timing: TimingParameters) { self.timing = timing }

    /// A copy of a schedule with another due time.
    init(_ other: MetaDataSchedule, next: MonotonicTime?) {
        self = other
        self.next = next
    }

    /// Makes it due now, and fast for a while: its content changed, or clients do not hold it.
    mutating func announce() { next = nil }

    /// Makes it due once more, because a client requests it: at once, but once a second at most.
    mutating func request(at time: MonotonicTime) {
        // A due message, fast or new, already satisfies the request.
        guard let next, let last else { return }
        self.next = min(next, max(time, last + Self.requestInterval))
    }

    /// Whether it may be sent at a moment.
    func isDue(at time: MonotonicTime) -> Bool { time >= next ?? time }

    /// Whether it announces: its content may have changed, or clients may be new. Later messages may use its new unit.
    private var isAnnouncing: Bool { next == nil && last != nil }

    /// The share of the bus load limit that the next one uses.
    var share: BusBudget.Share { isAnnouncing ? .announcement : .metaData }

    /// Records its transmission.
    mutating func noteSent(at time: MonotonicTime) {
        if next == nil { start = time }
        let isStarting = time - (start ?? time) < timing.metaDataStartDuration
        next = time + (isStarting ? timing.metaDataStartInterval : timing.metaDataInterval)
        last = time
    }
}

extension MetaDataMessage {
    /// META-DATA of a map in a country.
    init(_ country: Country, of map: RoadMap, _ parameters: ProviderParameters) {
        self.init(
            countryCode: CountryCode(isoNumeric: Int(country.numericCode)),
            drivingSide: country.drivingSide == .left ? .left : .right,
            speedUnit: country.speedUnit == .kilometresPerHour
                ? .kilometresPerHour : .milesPerHour)
        mapProvider = parameters.mapProvider
        hardwareVersion = NumberCode(raw: UInt16(truncatingIfNeeded: parameters.hardwareVersion))
        if let time = map.header.dataTime {
            let date = CivilDate(secondsSince1970: time)
            mapVersionYear = MapYearCode(year: date.year)
            mapVersionQuarter = MapQuarterCode(raw: UInt8((date.month - 1) / 3))
        }
    }
}
