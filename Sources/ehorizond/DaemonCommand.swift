import ArgumentParser
import Console

/// `ehorizond`: the daemon that puts the electronic horizon on the bus.
@main
struct DaemonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ehorizond",
        abstract: "Sends the electronic horizon of a moving car in ADASIS v2 frames."
    )

    static func main() { Program.run(Self.self) }
}
