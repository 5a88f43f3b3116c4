import Quantities

extension Condition {
    /// Whether it holds for a car at a moment; `nil` where that depends on what is not known: the
    /// weather, the sun, or a weight that cars may have.
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
        guard case .minute(let from) = hours.from, case .minute(let to) = hours.to else {
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
