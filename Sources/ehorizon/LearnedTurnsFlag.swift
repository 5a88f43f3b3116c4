import ArgumentParser
import Configuration
import Console
import Engine
import Horizon

/// What an engine knows of turns from the start.
struct LearnedTurnsFlag: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What ehorizond has learned of turns, known from the start; needs horizon.learning.",
            valueName: "file"))
    var learnedTurns: String?

    /// Names the file.
    func name(_ files: inout NamedFiles) { files.reads("--learned-turns", learnedTurns) }

    /// Has an engine know what the file says, or what was known at the start of a recording.
    func teach(_ engine: inout Engine, with recording: RecordingInput?) throws {
        if let recording {
            if let learnedTurns {
                throw UsageFailure(
                    "--learned-turns \(learnedTurns): the recording \(recording.path) has those that"
                        + " were known")
            }
            return try recording.teach(&engine)
        }
        guard let learnedTurns else { return }
        guard engine.learnedTurns != nil else {
            throw UsageFailure("--learned-turns \(learnedTurns): horizon.learning is false")
        }
        guard let turns = try LearnedTurnsFile.read(learnedTurns) else {
            throw Failure("cannot open \(learnedTurns): No such file or directory")
        }
        engine.learnedTurns = turns
    }
}
