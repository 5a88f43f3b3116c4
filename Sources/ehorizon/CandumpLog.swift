import CANFrames
import Console

/// A log as `candump -L` writes it, read line by line; what is wrong with a line is said on standard
/// error, and the lines after it are read all the same.
final class CandumpLog {
    /// The path, or `standard input`, as messages name it.
    var name: String { input.name }

    /// The lines that could not be read, or not be used.
    private(set) var badLines = 0

    private let input: LineInput
    private let mostTold: Int

    /// Opens a log; `-` is standard input. Of its bad lines so many are told one by one.
    init(_ path: String, mostTold: Int = .max) throws(Failure) {
        input = try LineInput(path)
        self.mostTold = mostTold
    }

    /// Calls `body` with each frame and the number of its line from 1, and `pause` when all that has
    /// arrived so far has been handed out. Empty lines are passed by.
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
        if badLines > mostTold {
            Program.say("ehorizon: \(name): \(badLines - mostTold) more lines like these")
        }
    }

    /// Names a line whose frame cannot be used.
    func refuse(line: Int, _ problem: String) { refuse("line \(line)", problem) }

    private func refuse(_ place: String, _ problem: String) {
        badLines += 1
        if badLines <= mostTold { Program.say("ehorizon: \(name), \(place): \(problem)") }
    }
}
