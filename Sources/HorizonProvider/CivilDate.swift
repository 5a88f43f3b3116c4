/// Year and month of a moment.
enum CivilDate {
    /// In the Gregorian calendar, from seconds since 1970-01-01T00:00:00Z.
    ///
    /// Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
    static func yearAndMonth(ofSecond second: Int64) -> (year: Int, month: Int) {
        let day = Int((second >= 0 ? second : second - 86_399) / 86_400) + 719_468
        let era = (day >= 0 ? day : day - 146_096) / 146_097
        let dayOfEra = day - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month)
    }
}
