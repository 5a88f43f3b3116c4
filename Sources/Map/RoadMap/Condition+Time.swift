public import Quantities

extension Condition {
    /// The steps of work (``RoadMap/maximumSteps``) of a decision: the sun's times are calculated.
    static let steps = 50

    /// Whether it holds for a car at a time and on a road's surface. `nil` if that depends on something
    /// unknown: the time, the surface, weather that a surface does not show, a weight that cars may have, or
    /// the sun where it does not rise or set.
    ///
    /// Holidays are unknown: each day counts as none.
    public func holds(at time: LocalTime?, on surface: SurfaceCondition = .unknown) -> Bool? {
        // A driving licence for cars ends at 3.5 t (Directive 2006/126/EC, article 4).
        let isHeavyEnough: Bool? = weightAbove == 0 ? true : weightAbove >= 35 ? false : nil
        let isTime = self.isTime(time)
        let isWeather = weather.holds(on: surface)
        // One part that is false is enough, whatever of the others is not known.
        if isTime == false || isWeather == false || isHeavyEnough == false { return false }
        return isTime == nil || isWeather == nil || isHeavyEnough == nil ? nil : true
    }

    /// Whether day and hour are those that it names; `nil` if unknown.
    private func isTime(_ time: LocalTime?) -> Bool? {
        if weekdays == 0, publicHolidays == .included || schoolHolidays == .included {
            return false
        }
        guard let time else {
            return hours == nil && weekdays == 0 && season == nil ? true : nil
        }
        if let season, !season.holds(time) { return false }
        guard let hours else { return isDay(time.weekday) }
        guard let from = time.minute(of: hours.from), let to = time.minute(of: hours.to) else {
            return isDay(time.weekday) || isDay((time.weekday + 6) % 7) ? nil : false
        }
        if from < to {
            return isDay(time.weekday) && time.minute >= from && time.minute < to
        }
        // It ends on the day after.
        return isDay(time.weekday) && time.minute >= from
            || isDay((time.weekday + 6) % 7) && time.minute < to
    }

    /// The next moment, in seconds since 1970, at which it may begin or cease to hold; `nil` if no
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

    private func isDay(_ weekday: Int) -> Bool {
        weekdays == 0 || weekdays >> UInt8(weekday) & 1 != 0
    }
}

extension Condition.Weather {
    /// Whether a road's surface shows this weather; `nil` if it does not. A surface names one of snow, ice and
    /// water; another one may be present too.
    fileprivate func holds(on surface: SurfaceCondition) -> Bool? {
        switch (self, surface) {
        case (.any, _), (.wet, .wet), (.snow, .snow), (.ice, .ice), (.dry, .dry): true
        case (.fog, _), (.winter, _), (.night, _), (_, .unknown): nil
        case (.dry, _), (_, .dry), (.snow, .wet), (.ice, .wet): false
        case (.wet, _), (.snow, _), (.ice, _): nil
        }
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
