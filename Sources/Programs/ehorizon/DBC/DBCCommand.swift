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
            Examples:

              ehorizon dbc > adasis.dbc
              ehorizon dbc --physical > adasis-physical.dbc

            Signals have the names of the raw fields of 'ehorizon decode --json'. A DBC file as --layout is \
            printed with our names. --config reads layout and identifiers from a configuration.

            With --physical the values of profiles have units: curvature in 1/m, slope in per cent, places in \
            degrees, heights in metres. They are multiplexed by the profile type. Curvature has a second multiplexor, \
            curvature0Range, with a signal for each of its 16 ranges, such as curvature0_8: a DBC has no scale for \
            all of them. This DBC is for reading frames; --layout needs the other one.
            """
    )

    @OptionGroup var layout: LayoutArgument

    @Flag(help: "Print the values of profiles in physical units, multiplexed by the profile type.")
    var physical = false

    func run() throws {
        let layout = try layout.chosen().layout
        var database: Database
        do throws(LayoutError) {
            database = try layout.database()
        } catch {
            throw Failure("no DBC of this layout: \(error)")
        }
        let output = try TextOutput("-")
        if physical { database = PhysicalSignals.replace(in: database, of: layout) }
        try output.write(database.dbc)
        try output.finish()
    }
}
