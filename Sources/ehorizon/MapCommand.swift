import ArgumentParser

/// `ehorizon map`: making and looking at map files.
struct MapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map",
        abstract: "Makes map files and shows what is in them.",
        subcommands: [MapBuildCommand.self, MapInfoCommand.self, MapLinksCommand.self]
    )
}
