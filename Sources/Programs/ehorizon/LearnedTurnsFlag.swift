import ArgumentParser
import Configuration
import Console
import Engine
import Horizon
import TextFiles

/// The learned turns that an engine begins with.
struct LearnedTurnsFlag: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The initial learned turns, a file of ehorizond; needs horizon.learning.",
            valueName: "file"))
    var learnedTurns: String?

    /// Names the file.
    func name(_ files: inout NamedFiles) { files.reads("--learned-turns", learnedTurns) }

    /// Gives an engine the learned turns of the file, or those at the start of a recording.
    func teach(_ engine: inout Engine, with recording: RecordingInput?) throws {
        if let recording {
            if let learnedTurns {
                throw UsageFailure(
                    "--learned-turns \(learnedTurns): the recording \(recording.path) contains"
                        + " its own; leave it out")
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
