import ArgumentParser
import Positioning
import Quantities

/// A time of a drive or a log on the command line.
struct TimeArgument: ExpressibleByArgument {
    /// As it was given.
    let text: String
    private let time: Time

    private enum Time {
        /// Seconds since 1970; since the start for a drive or a log without dates.
        case seconds(Double)
        /// Such a time of day (UTC), in seconds since midnight: the first one after the start, or one up to an hour
        /// before it.
        case ofDay(Double)
    }

    /// A time of day up to so many seconds before the start is of the same day.
    private static let grace = 3600.0

    /// What can be written, for messages.
    static let forms = "08:03:17, 08:03, 2026-01-01T08:03:17Z or 1767254597"

    init?(argument: String) {
        text = argument
        if let seconds = Double(argument), seconds.isFinite, seconds >= 0 {
            time = .seconds(seconds)
        } else if let moment = UTCTime(iso8601: argument) {
            time = .seconds(moment.seconds)
        } else if let moment = Self.timeOfDay(argument) ?? Self.timeOfDay(argument + ":00") {
            time = .ofDay(moment)
        } else {
            return nil
        }
    }

    private static func timeOfDay(_ text: String) -> Double? {
        guard let moment = UTCTime(iso8601: "1970-01-01T" + text),
            (0..<86_400).contains(moment.seconds)
        else { return nil }
        return moment.seconds
    }

    /// The time in seconds on the scale of a drive or a log that begins at `start`.
    func seconds(from start: Double) -> Double {
        switch time {
        case .seconds(let seconds): return seconds
        case .ofDay(let time):
            // A log whose first frame comes a while after the time that a person has in mind is still of that day.
            let earliest = start - Self.grace
            let day = (earliest / 86_400).rounded(.down) * 86_400
            return day + time < earliest.rounded(.down) ? day + 86_400 + time : day + time
        }
    }
}
