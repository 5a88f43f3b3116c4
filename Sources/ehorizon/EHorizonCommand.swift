import ArgumentParser
import Console

/// `ehorizon`: the engineer's tool at the bench.
@main
struct EHorizonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ehorizon",
        abstract: "The engineer's tool of the ADASIS v2 horizon provider.",
        subcommands: [
            MapCommand.self,
            MatchCommand.self,
            ReplayCommand.self,
            TreeCommand.self,
            AheadCommand.self,
            DecodeCommand.self,
            ReconstructCommand.self,
            CheckCommand.self,
            DBCCommand.self, ReferenceCommand.self,
            SimulateCommand.self,
        ]
    )

    static func main() { Program.run(Self.self) }
}
