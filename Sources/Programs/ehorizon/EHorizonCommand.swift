import ArgumentParser
import Console

/// `ehorizon`: the tool of the bench engineer.
@main
struct EHorizonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ehorizon",
        abstract: "Compile maps, replay drives, and read ADASIS v2 frames.",
        discussion: """
            Example:

              ehorizon map build --osm andorra-latest.osm.pbf --output roads.ehmap
              ehorizon replay --map roads.ehmap --input drive.gpx --output drive.log
              ehorizon decode drive.log
            """,
        version: Program.versionLine(of: "ehorizon"),
        subcommands: [
            MapCommand.self,
            MatchCommand.self,
            ReplayCommand.self,
            TreeCommand.self,
            AheadCommand.self,
            ExplainCommand.self,
            DecodeCommand.self,
            ReconstructCommand.self,
            CheckCommand.self,
            DBCCommand.self, ReferenceCommand.self,
            SimulateCommand.self, ReckonCommand.self,
            LearnCommand.self, ObservationsCommand.self, FindingsCommand.self,
            ViewCommand.self,
            StatusCommand.self, ControlCommand.self, LimitsCommand.self,
        ]
    )

    static func main() { Program.run(Self.self) }
}
