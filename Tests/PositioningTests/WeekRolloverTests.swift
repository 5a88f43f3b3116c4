import Positioning
import Quantities
import Testing

/// Dates of receivers that have lost count of the weeks.
@Suite struct WeekRolloverTests {
    private static let day: Int64 = 86_400
    /// 23 November 2026.
    private static let map: Int64 = 1_795_392_000

    @Test(
        arguments: [
            // Dates that can be: of the map's data, of the day before, and years after.
            (map, 0), (map - day, 0), (map + 3000 * day, 0),
            // 1024 weeks too early, and twice as many.
            (map + 30 * day - 1024 * 7 * day, 1), (map + 30 * day - 2048 * 7 * day, 2),
            (map - day - 1, 1),
            // A clock that was never set, and what no rollover explains.
            (315_964_800 + 3 * day, nil), (-5_000_000_000, nil), (map - 2800 * 7 * day, nil),
        ] as [(Int64, Int?)])
    func aDateBeforeTheMapsIsSomeRolloversLater(_ seconds: Int64, _ cycles: Int?) {
        var calendar = WeekRollover(earliest: UTCTime(nanoseconds: Self.map * 1_000_000_000))
        let corrected = calendar.correct(UTCTime(nanoseconds: seconds * 1_000_000_000))
        let expected = cycles.map { seconds + Int64($0) * 1024 * 7 * Self.day }
        #expect(corrected?.nanoseconds == expected.map { $0 * 1_000_000_000 })
        #expect(calendar.weeks == 1024 * (cycles ?? 0))
    }

    @Test func withoutAMapsDateNothingIsKnown() {
        var calendar = WeekRollover(earliest: nil)
        #expect(calendar.correct(UTCTime(nanoseconds: 5)) == UTCTime(nanoseconds: 5))
        #expect(calendar.weeks == 0)
    }
}
