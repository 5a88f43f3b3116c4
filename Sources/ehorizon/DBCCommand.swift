import ADASISv2
import ArgumentParser
import CANDatabase
import Configuration
import Console

/// `ehorizon dbc`: the layout of the messages as a DBC file.
struct DBCCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dbc",
        abstract: "Print the DBC of a layout, for cantools, Wireshark or SavvyCAN.",
        discussion: """
            The signals have the names of the raw fields of 'ehorizon decode --json'.

            Example: ehorizon dbc > adasis.dbc

            --layout takes a DBC file too, and prints it with our names; --config takes the layout of a \
            daemon, with its identifiers.
            """
    )

    @OptionGroup var layout: LayoutArgument

    func run() throws {
        let layout = try layout.chosen().layout
        let database: Database
        do throws(LayoutError) {
            database = try layout.database()
        } catch {
            throw Failure("no DBC of this layout: \(error)")
        }
        let output = try TextOutput("-")
        try output.write(database.dbc)
        try output.finish()
    }
}
