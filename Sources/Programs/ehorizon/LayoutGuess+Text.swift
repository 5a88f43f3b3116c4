import ADASISv2
import ArgumentParser
import CANFrames
import Configuration
import Console
import ProtocolChecker
import TextFiles

extension LayoutGuess {
    /// The line for a log that has another layout than the chosen one; `nil` where it has not.
    func problem(of log: String, read as: LayoutArgument.Choice) -> Failure? {
        // The chosen layout on other identifiers is no other layout.
        guard let (preset, share, chosen) = better, preset.name != `as`.name else { return nil }
        func percent(_ share: Double) -> String { "\((share * 100).fixed(0)) %" }
        return Failure(
            "\(log): \(percent(chosen)) of its first frames fit the layout \(`as`.name),"
                + " \(percent(share)) fit \(preset.name): try --layout \(preset.name)")
    }
}

/// Whether a log has another layout than the chosen one. A command that prints the messages all the same says so where
/// the first frames show it, and ends with the status of a failure.
struct LayoutDoubt {
    private let chosen: LayoutArgument.Choice
    private var guess: LayoutGuess
    private var isDone = false
    private var isOther = false

    init(_ chosen: LayoutArgument.Choice) {
        self.chosen = chosen
        guess = LayoutGuess(chosen: chosen.layout)
    }

    /// Takes the next frame of a log.
    mutating func note(_ frame: CANFrame, of log: String) {
        guard !isDone else { return }
        guess.note(frame)
        guard guess.isDone else { return }
        isDone = true
        guard let problem = guess.problem(of: log, read: chosen) else { return }
        isOther = true
        Program.say("ehorizon: \(problem)")
    }

    /// At the end of a log: throws where it has another layout. A log of few frames has no line yet.
    func finish(of log: String) throws {
        if isOther { throw ExitCode(1) }
        if !isDone, let problem = guess.problem(of: log, read: chosen) { throw problem }
    }
}
