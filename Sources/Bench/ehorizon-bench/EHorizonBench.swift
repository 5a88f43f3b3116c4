import ArgumentParser
import Console

/// `ehorizon-bench`: long drives through the engine, watched by the protocol's checker and a client.
/// It is run by tools/measure protocol and is no part of what is installed.
@main
enum EHorizonBench {
    static func main() { Program.run(Bench.self) }

    struct Bench: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ehorizon-bench",
            abstract: "Measures what the provider keeps to, in virtual time.",
            discussion:
                "Each command prints one line of JSON a measurement; tools/measure protocol judges.",
            version: Program.versionLine(of: "ehorizon-bench"),
            subcommands: [
                IndexesCommand.self, PaceCommand.self, FramesCommand.self, EnduranceCommand.self,
                MasksCommand.self, OpeningCommand.self, AllocationsCommand.self,
                ReckoningCommand.self, CalibrationCommand.self, PredictionCommand.self,
                TurnsCommand.self, UpdatesCommand.self, SignalsCommand.self, WorkCommand.self,
                YearsCommand.self, MatchingScoresCommand.self, RestartsCommand.self,
                LogsCommand.self, DecisionsCommand.self, LinkTimesCommand.self,
                EverywhereCommand.self,
            ])
    }
}
