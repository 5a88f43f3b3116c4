import ADASISv2
import ArgumentParser
import CANDatabase
import Configuration
import TextFiles

/// `ehorizon dbc`: the layout of the messages as a DBC file.
struct DBCCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dbc",
        abstract: "Prints the DBC of a layout, for cantools, Wireshark or SavvyCAN.",
        discussion: """
            Example:

              ehorizon dbc > adasis.dbc

            Signals have the names of the raw fields of 'ehorizon decode --json'. A DBC file as --layout is \
            printed with our names. --config reads layout and identifiers from a configuration.
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
