import ArgumentParser

/// `ehorizon map`: commands for map files.
struct MapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map",
        abstract: "Compiles, inspects and compares map files.",
        subcommands: [
            MapBuildCommand.self, MapInfoCommand.self, MapLinkCommand.self, MapVerifyCommand.self,
            MapRegionsCommand.self, MapDiffCommand.self, MapLinksCommand.self,
            MapAtCommand.self, MapWhyCommand.self, MapRenderCommand.self,
            PlatformDataPlanCommand.self,
            PlatformDataRowsCommand.self,
        ]
    )
}
