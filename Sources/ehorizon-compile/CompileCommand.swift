import ArgumentParser
import Console

/// `ehorizon-compile`: the map compiler behind `ehorizon map build`.
@main
struct CompileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ehorizon-compile",
        abstract: "Compiles OpenStreetMap data into a map file."
    )

    static func main() { Program.run(Self.self) }
}
