import Quantities

extension Condition {
    /// Whether it holds for a car at a moment; `nil` where that depends on what is not known: the
    /// weather, a weight that cars may have, or the sun where it does not rise or set.
    ///
    /// Holidays are not known either: each day is taken for none.
    public func holds(at time: LocalTime) -> Bool? {
        if let season, !season.holds(time) { return false }
        // A driving licence for cars ends at 3.5 t (Directive 2006/126/EC, article 4).
        if weightAbove >= 35 { return false }
        if weekdays == 0, publicHolidays == .included || schoolHolidays == .included {
            return false
        }
        guard let hours else {
            guard isDay(time.weekday) else { return false }
            return isKnown ? true : nil
        }
        guard let from = time.minute(of: hours.from), let to = time.minute(of: hours.to) else {
            return isDay(time.weekday) || isDay((time.weekday + 6) % 7) ? nil : false
        }
        let isInside: Bool
        if from < to {
            isInside = isDay(time.weekday) && time.minute >= from && time.minute < to
        } else {
            // It ends on the day after.
            isInside =
                isDay(time.weekday) && time.minute >= from
                || isDay((time.weekday + 6) % 7) && time.minute < to
        }
        guard isInside else { return false }
        return isKnown ? true : nil
    }

    /// The next moment, in seconds since 1970, at which it may begin or cease to hold; `nil` where no
    /// time changes it. `local` is what clocks show at `moment`.
    public func nextChange(after moment: Int64, _ local: LocalTime) -> Int64? {
        var minutes: Int?
        func note(_ minute: Int) {
            let ahead = (minute - local.minute + 1439) % 1440 + 1
            minutes = min(minutes ?? ahead, ahead)
        }
        if weekdays != 0 || season != nil { note(0) }
        for event in hours.map({ [$0.from, $0.to] }) ?? [] {
            if let today = local.minute(of: event), today > local.minute {
                note(today)
            } else if let tomorrow = local.minute(of: event, daysAhead: 1) {
                minutes = min(minutes ?? .max, 1440 + tomorrow - local.minute)
            } else {
                // The sun does not do it now; every day is looked at.
                note(0)
            }
        }
        // A minute of clocks is one of UTC.
        return minutes.map { moment - (moment % 60 + 60) % 60 + Int64($0) * 60 }
    }

    /// Whether neither weather nor weight matters.
    private var isKnown: Bool { weather == .any && weightAbove == 0 }

    private func isDay(_ weekday: Int) -> Bool {
        weekdays == 0 || weekdays >> UInt8(weekday) & 1 != 0
    }
}

extension Condition.Season {
    fileprivate func holds(_ time: LocalTime) -> Bool {
        let day = time.date.month * 32 + time.date.day
        let first = Int(from.month) * 32 + Int(from.day)
        let last = Int(to.month) * 32 + Int(to.day)
        return first <= last ? day >= first && day <= last : day >= first || day <= last
    }
}
