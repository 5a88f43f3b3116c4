/// A day of the Gregorian calendar.
public struct CivilDate: Sendable, Hashable {
    /// The year, as in 2026.
    public let year: Int
    /// The month, 1...12.
    public let month: Int
    /// The day of the month, 1...31.
    public let day: Int

    /// The day a number of days after 1970-01-01.
    ///
    /// Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
    public init(daysSince1970 days: Int64) {
        let shifted = Int(days) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The day of a moment given in seconds since 1970-01-01T00:00:00Z.
    public init(secondsSince1970 seconds: Int64) {
        // Rounded down. A sum could overflow at the smallest number.
        self.init(daysSince1970: seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0))
    }
}
