import ArgumentParser
import CANFrames
import Configuration
import Console
import ProtocolChecker
import Quantities
import TextFiles

/// Which statistics `check` prints.
struct StatisticsFlags: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Print how the sender sends in place of the violations: intervals, load, repetition, reach."
        ))
    var statistics = false

    @Option(
        help: ArgumentHelp(
            "With --statistics: a second log, of the same layout, whose figures stand beside those of the first.",
            valueName: "file"))
    var compare: String?

    func check() throws(UsageFailure) {
        if let compare, !statistics {
            throw UsageFailure("--compare \(compare): it needs --statistics")
        }
    }

    /// The statistics of the second log, of the same interface as the first, and whether all of it could be read.
    func read(
        _ path: String, interface: String?, layout: LayoutArgument.Choice, window: TimeWindow
    ) throws(Failure) -> (statistics: SenderStatistics, isWhole: Bool) {
        let log = try BusLogFile(path, interface: interface, chosenBy: "--interface")
        var statistics = SenderStatistics()
        var guess = LayoutGuess(chosen: layout.layout)
        var window = window
        try log.forEach { (logged, _) throws(Failure) in
            guard try window.takes(logged.nanoseconds), case .data(let frame) = logged.content
            else { return }
            guess.note(frame)
            let time = MonotonicTime(nanoseconds: logged.nanoseconds)
            statistics.note(frame, at: time, layout: layout.layout)
        }
        if let problem = guess.problem(of: log.name, read: layout) { throw problem }
        try window.finish(of: log.name)
        guard statistics.frames > 0 else {
            throw Failure("\(log.name): the log has no message of this layout")
        }
        return (statistics, log.badPlaces == 0)
    }
}
