import ArgumentParser

/// `ehorizon map build`: starts `ehorizon-compile`, which alone links the libraries that read OpenStreetMap
/// files.
struct MapBuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Compiles OpenStreetMap or other data into a map file.",
        usage: """
            ehorizon map build --osm <file> ... [--country <CC>] [--overlay <file> ...] --output <file.ehmap>
            ehorizon map build --pde <dir> --country <CC> --output <file.ehmap>
            """,
        discussion: """
            The program ehorizon-compile does the work. It stands beside ehorizon or in a folder of PATH.
            """
    )

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("The options of ehorizon-compile.", valueName: "options")
    )
    var options: [String] = []

    func run() throws {
        let compiler = SiblingProgram(name: "ehorizon-compile", spokenName: "ehorizon map build")
        let status = try compiler.status(of: try compiler.start(options))
        if status != 0 { throw ExitCode(status) }
    }
}
