import Quantities

/// Finds the date of each time of day, from the dates of some sentences and from midnights.
struct EpochCalendar {
    private var day: Int64?
    private var undatedDays: Int64 = 0
    private var lastTimeOfDay = Nanoseconds.zero
    /// Whether an epoch has had a date of its own.
    private var hasOwnDates = false
    /// Whether the day has changed at a midnight at which the source still had the date before.
    private var isAhead = false
    /// Up to this time from midnight, a sentence may still state the date of the day before.
    private static let midnight = Nanoseconds.seconds(600)
    /// The most midnights without a date. Times of day that jump can have as many as they like: then the scale goes back,
    /// as that of a source that begins anew.
    private static let mostUndatedDays: Int64 = 10_000

    /// Whether there has been a date.
    var isDated: Bool { day != nil }

    /// Takes a date that belongs to no epoch. It is ignored if the epochs have dates of their own. Otherwise the last one
    /// counts: before its first fix a receiver may report the date that its clock begins with.
    mutating func note(day: Int64, timeOfDay: Nanoseconds) {
        guard !hasOwnDates, day != self.day else { return }
        // About midnight the midnights of the epochs are surer.
        let untilMidnight = Nanoseconds(CalendarDate.nanosecondsPerDay) - timeOfDay
        guard self.day == nil || min(timeOfDay, untilMidnight) >= Self.midnight else { return }
        self.day = day
        lastTimeOfDay = timeOfDay
    }

    /// The moment of an epoch, `nil` without a date, and the moment on the source's own scale.
    mutating func date(
        _ timeOfDay: Nanoseconds, day known: Int64?
    ) -> (UTCTime?, Nanoseconds) {
        // A time of day that falls by more than half a day has passed midnight.
        let wholeDay = Nanoseconds(CalendarDate.nanosecondsPerDay)
        let passedMidnight = lastTimeOfDay - timeOfDay > Nanoseconds(wholeDay.value / 2)
        // A receiver may change its date later than its clock. After a clock was set by half a day,
        // as at a cold start, the reported date is right.
        let isAtMidnight =
            passedMidnight && timeOfDay < Self.midnight && wholeDay - lastTimeOfDay < Self.midnight
        lastTimeOfDay = timeOfDay
        if known != nil { hasOwnDates = true }
        if let known, !(isAtMidnight && known == day) {
            isAhead = isAhead && day == known + 1 && timeOfDay < Self.midnight
            if !isAhead { day = known }
        } else if passedMidnight {
            isAhead = isAtMidnight
            if let known = day {
                day = known + 1
            } else {
                undatedDays = undatedDays < Self.mostUndatedDays ? undatedDays + 1 : 0
            }
        }
        let time = day.flatMap { CalendarDate.moment(day: $0, timeOfDay: timeOfDay) }
        let scale =
            time?.nanoseconds
            ?? undatedDays * CalendarDate.nanosecondsPerDay + timeOfDay.value
        return (time, Nanoseconds(scale))
    }
}
