import ArgumentParser
import Console

/// Which times a command writes, and how.
struct TimeFlags: ParsableArguments {
    @OptionGroup var part: TimeWindowFlags

    @Option(
        help: ArgumentHelp(
            "How times are written: \(TimeForm.allCases.map(\.rawValue).joined(separator: ", ")). iso is ISO 8601,"
                + " clock the time of day, both in UTC.",
            valueName: "form"))
    var times = TimeForm.seconds

    /// Writes the times of a named input.
    func text(of name: String) -> TimeText { TimeText(times, of: name) }
}

/// Which times a command writes.
struct TimeWindowFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write from this time on: a time of day (UTC), ISO 8601, or seconds since 1970 (since the start of a"
                + " log or drive without dates). Earlier input is read but not written.",
            valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("Write up to this time.", valueName: "time"))
    var to: String?

    /// The times to write.
    func window() throws(UsageFailure) -> TimeWindow {
        TimeWindow(
            from: try TimeArgument(from, of: "--from"), to: try TimeArgument(to, of: "--to"))
    }
}

extension TimeArgument {
    /// The time of an option; `nil` without one.
    init?(_ argument: String?, of option: String) throws(UsageFailure) {
        guard let argument else { return nil }
        guard let time = TimeArgument(argument: argument) else {
            throw UsageFailure("\(option) \(argument): a time such as \(Self.forms)")
        }
        self = time
    }
}
