import ArgumentParser
import Console

/// How `ehorizon match` explains its errors.
struct DiagnosisFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The true route: CSV rows of a name, longitude and latitude of a point of the map, and longitude and"
                + " latitude of the next point; or the GeoJSON of --route. Print each wrong stretch with its"
                + " cause.",
            valueName: "truth.csv|truth.geojson"))
    var explain: String?

    @Flag(help: "Print the wrong stretches as one JSON object.")
    var json = false

    /// Checks the flags beside the output of the rows; `nil` for no rows.
    func check(output: String?) throws {
        guard explain != nil else {
            if json { throw UsageFailure("--json: it belongs to --explain <truth.csv>") }
            return
        }
        if output == "-" {
            throw UsageFailure(
                "--output -: with --explain standard output has the wrong stretches; name a file, or leave"
                    + " --output out")
        }
    }
}
