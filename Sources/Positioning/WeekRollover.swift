public import Quantities

/// Puts right the dates of receivers that have lost count of the weeks.
///
/// GPS counts weeks in ten bits, from 0 again after 1024 (IS-GPS-200, 20.3.3.3.1.1), and a receiver that is
/// older than its next rollover, as that of 6 April 2019, says a date that is 1024 weeks or more too early.
/// No fix is from a day before something that the host knows to be older, as the data of its map. One that says
/// so and cannot have lost count, as where its clock runs from the beginning of GPS time, has no date.
public struct WeekRollover: Sendable, Hashable {
    /// No date is earlier, up to a day; `nil` where nothing is known.
    private let earliest: UTCTime?
    /// How many weeks were added to the last date.
    public private(set) var weeks = 0

    /// So long are 1024 weeks, and a day.
    private static let cycle: Int64 = 1024 * 7 * day
    private static let day: Int64 = 86_400_000_000_000
    /// More cycles than a receiver that still works can have missed.
    private static let mostCycles = 2
    /// Clocks that were never set begin with GPS time, 6 January 1980.
    private static let beginning: Int64 = 315_964_800_000_000_000

    /// For dates that are no earlier than a moment by more than a day.
    public init(earliest: UTCTime?) { self.earliest = earliest }

    /// The date that is meant; `nil` where the one that is said is too early and nothing explains it.
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
