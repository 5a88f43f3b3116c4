import ArgumentParser
import Console
import Geodesy
import JSONWriting
import MapExamination
import Observations
import RoadMap
import TextFiles

/// `ehorizon findings`: where many drives contradict a map.
struct FindingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "findings",
        abstract: "Lists places where observations of many drives contradict the map.",
        usage: "ehorizon findings --map <file.ehmap> --observations <file.ehobs> [--output <file>]",
        discussion: """
            Example:

              ehorizon findings --map porto.ehmap --observations porto.ehobs --output findings.geojson

            A finding has a place, its evidence and a suggestion: a missing road, a wrong or missing one-way direction, a \
            needless or missing turn restriction, a road beside whose line cars drive, a limit that most cars exceed. \
            Check each place. The output is \
            GeoJSON, or CSV for a name that ends in .csv. Use the map with which the drives were learned, without their counts.
            """)

    @Option(
        help: ArgumentHelp(
            "A map file. Repeat --map to use several files as one map.", valueName: "file.ehmap"))
    var map: [String]

    @Option(
        help: ArgumentHelp("Observations of 'ehorizon learn'.", valueName: "file.ehobs"))
    var observations: String

    @Option(
        help: ArgumentHelp(
            "What fewer cars showed is left out: 1 to 8. A release must have at least this number.",
            valueName: "N"))
    var leastCars = 3

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The findings; - is standard output.", valueName: "file"))
    var output = "-"

    func run() throws {
        var files = NamedFiles()
        for path in map { files.reads("--map", path) }
        files.reads("--observations", observations)
        files.writes("--output", output)
        try files.check()
        guard (1...CarSet.most).contains(leastCars) else {
            throw UsageFailure("--least-cars \(leastCars): 1 to \(CarSet.most) can be set")
        }
        let file = try ObservationFile.read(observations)
        if let released = file.leastCars, released < leastCars {
            throw Failure(
                "\(observations): released with --least-cars \(released); use --least-cars \(released)"
            )
        }
        let seen = file.released(leastCars: leastCars)
        let roads = try RoadMap(files: map)
        let findings = try reading(map) {
            try MapExaminer(map: roads, observations: seen).findings()
        }
        if output.hasSuffix(".csv") {
            try writeTable(findings)
        } else {
            try writeFeatures(findings)
        }
        let counts = MapFinding.Kind.allCases.compactMap { kind in
            let count = findings.count { $0.kind == kind }
            return count > 0 ? "\(count) \(kind.rawValue)" : nil
        }
        Program.say(
            "\(findings.count) findings"
                + (counts.isEmpty ? "" : ": \(counts.joined(separator: ", "))"))
    }

    private func writeFeatures(_ findings: [MapFinding]) throws {
        var features = try FeatureOutput(output)
        for finding in findings {
            try features.add([finding.line]) { json in
                json.text("kind", finding.kind.rawValue)
                json.text("suggestion", finding.suggestion)
                json.integer("passes", Int64(finding.passes))
                json.integer("of", Int64(finding.of))
                json.number("expected", finding.expected, places: 1)
                json.integer("way", finding.road?.link.way)
                json.text("link", finding.road?.link.text)
                json.text("direction", finding.road.map { "\($0.direction)" })
                json.integer("exit_way", finding.exit?.link.way)
                json.text("exit_link", finding.exit?.link.text)
                json.text("exit_direction", finding.exit.map { "\($0.direction)" })
            }
        }
        try features.finish()
    }

    private func writeTable(_ findings: [MapFinding]) throws {
        let table = try TextOutput(output)
        try table.line(
            "kind,latitude,longitude,way,link,direction,exit_way,exit_link,exit_direction,passes,of,expected,suggestion"
        )
        for finding in findings {
            let middle = finding.line[finding.line.count / 2]
            let fields = [
                finding.kind.rawValue, decimalText(middle.latitude, places: 7),
                decimalText(middle.longitude, places: 7), Self.fields(finding.road),
                Self.fields(finding.exit), "\(finding.passes)", "\(finding.of)",
                finding.expected.map { decimalText($0, places: 1) } ?? "",
                "\"\(finding.suggestion)\"",
            ]
            try table.line(fields.joined(separator: ","))
        }
        try table.finish()
    }

    private static func fields(_ road: RoadID?) -> String {
        road.map { "\($0.link.way),\($0.link.text),\($0.direction)" } ?? ",,"
    }
}
