import ArgumentParser
import Console
import TextFiles

/// How a command writes times.
enum TimeForm: String, ExpressibleByArgument, CaseIterable {
    /// Seconds since 1970.
    case seconds
    /// ISO 8601, UTC.
    case iso
    /// The time of day, UTC.
    case clock
}

/// Writes the times of a log or a drive.
struct TimeText {
    /// The form.
    let form: TimeForm
    private let name: String
    private var isFirst = true

    /// Times before the second day of 1970 count from a start.
    private static let day: Int64 = 86_400

    /// Writes the times of a named input.
    init(_ form: TimeForm, of name: String) {
        self.form = form
        self.name = name
    }

    /// A time in nanoseconds, truncated to so many digits behind the point; six in seconds. With the time of day,
    /// standard error has the day and the zone once.
    mutating func text(_ nanoseconds: Int64, digits: Int = 6) throws(Failure) -> String {
        guard form != .seconds else { return secondsText(nanoseconds) }
        var (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        if rest < 0 { (seconds, rest) = (seconds - 1, rest + 1_000_000_000) }
        let utc = utcText(seconds)
        if isFirst {
            guard seconds >= Self.day else {
                throw Failure(
                    "--times \(form.rawValue): the times of \(name) count from its start; without"
                        + " --times they are seconds")
            }
            if form == .clock {
                Program.say("ehorizon: \(name): times of day in UTC, from \(utc.prefix(10)) on")
            }
            isFirst = false
        }
        let whole = form == .iso ? utc.dropLast() : utc.dropFirst(11).dropLast()
        return "\(whole)\(Self.fraction(rest, digits))\(form == .iso ? "Z" : "")"
    }

    /// A time in nanoseconds in a form that is another one than that; `nil` in that one.
    mutating func other(
        than usual: TimeForm, _ nanoseconds: Int64, digits: Int = 6
    ) throws(Failure) -> String? {
        form == usual ? nil : try text(nanoseconds, digits: digits)
    }

    private static func fraction(_ nanoseconds: Int64, _ digits: Int) -> String {
        let text = String(nanoseconds.magnitude + 1_000_000_000).dropFirst().prefix(digits)
        return text.isEmpty ? "" : ".\(text)"
    }
}
