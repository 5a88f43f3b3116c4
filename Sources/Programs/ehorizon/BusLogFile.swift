import CANFrames
import Console
import TextFiles

/// A log of `candump -L`, read line by line. Standard error reports each malformed line; reading continues
/// behind it.
final class CandumpLog {
    /// The path, or `standard input`, as messages name it.
    var name: String { input.name }

    /// The number of malformed or rejected lines.
    private(set) var badLines = 0

    private let input: LineInput
    private let reportedLines: Int

    /// Opens a log; `-` is standard input. Up to this many bad lines are reported one by one.
    init(_ path: String, reportedLines: Int = 20) throws(Failure) {
        input = try LineInput(path)
        self.reportedLines = reportedLines
    }

    /// Calls `body` with each frame and the number of its line from 1. Calls `pause` when no more input is
    /// available at the moment. Skips empty lines.
    func forEach(
        _ body: (LoggedFrame, Int) throws(Failure) -> Void,
        pause: () throws(Failure) -> Void = { () throws(Failure) in }
    ) throws(Failure) {
        try input.forEach(
            line: { (line, number) throws(Failure) in
                if line.isEmpty { return }
                let logged: LoggedFrame
                do throws(LogSyntaxError) {
                    logged = try LoggedFrame(parsing: line)
                } catch {
                    return refuse("line \(number), column \(error.column)", error.description)
                }
                try body(logged, number)
            },
            pause: pause)
        if badLines > reportedLines {
            Program.say("ehorizon: \(name): \(badLines - reportedLines) more lines like these")
        }
    }

    /// Reports a line whose frame is rejected.
    func refuse(line: Int, _ problem: String) { refuse("line \(line)", problem) }

    private func refuse(_ place: String, _ problem: String) {
        badLines += 1
        if badLines <= reportedLines { Program.say("ehorizon: \(name), \(place): \(problem)") }
    }
}
