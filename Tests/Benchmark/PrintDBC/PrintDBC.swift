import ADASISv2
import CANDatabase

/// Prints the DBC of the default layout, as `ehorizon dbc` does.
@main
enum PrintDBC {
    static func main() throws {
        print(try Layout(.adasis).database().dbc, terminator: "")
    }
}
