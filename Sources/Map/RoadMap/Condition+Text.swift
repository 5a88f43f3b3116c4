extension Condition: CustomStringConvertible {
    /// The condition in the words of OpenStreetMap: `Nov 01-Apr 08 Mo-Fr,PH 07:00-17:00 AND wet`.
    public var description: String {
        var time: [String] = []
        if let season { time.append("\(season.from.text)-\(season.to.text)") }
        let days = dayText
        if !days.isEmpty { time.append(days) }
        if let hours { time.append("\(hours.from.text)-\(hours.to.text)") }
        var parts = time.isEmpty ? [] : [time.joined(separator: " ")]
        if weather != .any { parts.append("\(weather)") }
        if weightAbove > 0 {
            let tonnes = weightAbove / 10
            let rest = weightAbove % 10
            parts.append("weight>\(tonnes)" + (rest > 0 ? ".\(rest)" : ""))
        }
        return parts.joined(separator: " AND ")
    }

    private var dayText: String {
        let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
        var days: [String] = []
        var first: Int?
        for day in 0...7 {
            let isIn = day < 7 && weekdays >> UInt8(day) & 1 == 1
            if isIn, first == nil { first = day }
            guard !isIn, let start = first else { continue }
            days.append(start == day - 1 ? names[start] : "\(names[start])-\(names[day - 1])")
            first = nil
        }
        for (rule, name) in [(publicHolidays, "PH"), (schoolHolidays, "SH")] {
            switch rule {
            case .unstated: break
            case .included: days.append(name)
            case .excluded: days.append("no \(name)")
            }
        }
        return days.joined(separator: ",")
    }
}

extension Condition.DayTime {
    fileprivate var text: String {
        func digits(_ number: UInt16) -> String { number < 10 ? "0\(number)" : "\(number)" }
        switch self {
        case .minute(let minute): return "\(digits(minute / 60)):\(digits(minute % 60))"
        case .dawn: return "dawn"
        case .sunrise: return "sunrise"
        case .sunset: return "sunset"
        case .dusk: return "dusk"
        }
    }
}

extension Condition.DayOfYear {
    fileprivate var text: String {
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        return "\(months[Int(month) - 1]) \(day < 10 ? "0" : "")\(day)"
    }
}
