import Console
import MapCompiler
import Quantities
import RoadMap
import TextFiles

/// What the input has to have.
extension CompileCommand {
    static let countryIsMissing = UsageFailure(
        "--country is missing: a map without driving side and speed unit cannot be sent, and the "
            + "input does not state them; name it by two letters, as in --country AD"
    )

    /// The country of the flag, or that of the input.
    func countryOfRoads() throws -> (code: String, country: Country) {
        var code = country
        if code == nil {
            do throws(MapCompileError) {
                code = try MapCompilation.country(of: osm)
            } catch { throw Failure("\(error)") }
        }
        guard let code, let country = CountryTable.country(alpha2: code) else {
            throw CompileCommand.countryIsMissing
        }
        return (code, country)
    }

    /// Refuses heights of another region.
    func checkHeights(_ report: CompileReport) throws(Failure) {
        guard let elevation,
            report.coverage.shares.contains(where: { $0.name == "altitude" && $0.share == 0 })
        else { return }
        throw Failure(
            "\(elevation): no height on the roads of the map; use the grid of that region")
    }
}
