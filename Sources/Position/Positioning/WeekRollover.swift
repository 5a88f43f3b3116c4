public import Quantities

/// Corrects the dates of receivers after a GPS week rollover.
///
/// GPS counts weeks in ten bits, from 0 again after 1024 (IS-GPS-200, 20.3.3.3.1.1). A receiver
/// that is older than a rollover, as that of 6 April 2019, reports a date that is 1024 weeks or
/// more too early. The host knows a date that no fix precedes, as that of its map. A fix with an
/// earlier date gets 1024 weeks or more added. Where that does not explain it, as for a clock that
/// was never set, it has no date.
public struct WeekRollover: Sendable, Hashable {
    /// No date is earlier, up to a day; `nil` where unknown.
    private let earliest: UTCTime?
    /// The number of weeks added to the last date.
    public private(set) var weeks = 0

    /// 1024 weeks, and a day.
    private static let cycle: Int64 = 1024 * 7 * day
    private static let day: Int64 = 86_400_000_000_000
    /// The largest number of rollovers since a receiver was made.
    private static let mostCycles = 2
    /// Clocks that were never set begin with GPS time, 6 January 1980.
    private static let beginning: Int64 = 315_964_800_000_000_000

    /// For dates that are no earlier than a moment by more than a day.
    public init(earliest: UTCTime?) { self.earliest = earliest }

    /// The corrected date; `nil` where the reported one is too early and no rollover explains it.
    public mutating func correct(_ time: UTCTime) -> UTCTime? {
        weeks = 0
        guard let earliest else { return time }
        let limit = earliest.nanoseconds - Self.day
        let mayHaveLostCount = time.nanoseconds >= Self.beginning + 30 * Self.day
        for cycles in 0...(mayHaveLostCount ? Self.mostCycles : 0) {
            let (moment, overflows) = time.nanoseconds.addingReportingOverflow(
                Int64(cycles) * Self.cycle)
            guard !overflows else { break }
            guard moment >= limit else { continue }
            weeks = 1024 * cycles
            return UTCTime(nanoseconds: moment)
        }
        return nil
    }
}
