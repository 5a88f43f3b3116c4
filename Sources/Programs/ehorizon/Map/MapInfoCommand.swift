import ArgumentParser
import Geodesy
import Quantities
import RoadMap
import TextFiles

/// `ehorizon map info`: the content of a map file and its coverage.
struct MapInfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Shows the content of a map file and the coverage of its attributes.",
        discussion: """
            Example:

              ehorizon map info roads.ehmap

            The command reads the whole file and so detects damaged blocks. Coverage is a \
            percentage of length. Both directions of a two-way road count.
            """
    )

    @Argument(help: ArgumentHelp("The map file.", valueName: "file.ehmap"))
    var map: String

    @Option(
        name: .customLong("map"),
        help: ArgumentHelp(
            "A further file of the same map.", valueName: "file.ehmap"))
    var further: [String] = []

    @Flag(help: "Print one JSON object.")
    var json = false

    private var files: [String] { [map] + further }

    func run() throws {
        let roads = try RoadMap(files: files)
        let facts: MapFacts
        do {
            facts = try MapFacts(of: roads)
        } catch {
            throw Failure("\(RoadMap.name(of: files)): \(error)")
        }
        let name = RoadMap.name(of: files)
        print(json ? facts.json(path: name) : facts.text(path: name))
    }
}

extension Provenance {
    /// Its name in tables.
    var name: String {
        switch self {
        case .tagged: "tagged"
        case .derived: "derived"
        case .legalDefault: "legal default"
        case .overlay: "overlay"
        case .observed: "observed"
        }
    }
}

/// The output of `map info`.
private struct MapFacts {
    let header: MapHeader
    let notes: [(key: String, value: String)]
    let coverage: AttributeCoverage

    init(of roads: RoadMap) throws(MapError) {
        header = roads.header
        notes = try roads.notes()
        var coverage = AttributeCoverage()
        try roads.forEachLink(in: header.bounds) { (link) throws(MapError) in
            coverage.add(linkOf: link.length, link.directions)
            try roads.forEachAttribute(of: link) { coverage.add($0, of: link.directions) }
            for (kind, _) in ProfileKind.named {
                var first: Centimetres?
                var last = Centimetres.zero
                try roads.forEachSpot(of: kind, along: link) { spot in
                    first = first ?? spot.offset
                    last = spot.offset
                }
                if let first { coverage.add(kind, over: last - first, of: link.directions) }
            }
        }
        self.coverage = coverage
    }

    private var kilometres: String {
        decimalText(header.totalLength.metres.value / 1000, places: 1)
    }

    /// West, south, east, north in degrees, as `--bbox` takes them.
    private var borders: [String] {
        guard !header.bounds.isEmpty else { return [] }
        let box = header.bounds
        return [box.westE7, box.southE7, box.eastE7, box.northE7].map {
            decimalText(Double($0) / 1e7, places: 7)
        }
    }

    private var drivingSide: String { header.country.drivingSide == .left ? "left" : "right" }
    private var speedUnit: String { header.country.speedUnit == .milesPerHour ? "mph" : "km/h" }
    private var dataTime: String? { header.dataTime.map { utcText($0) } }

    /// The share of length with another value than the map as a whole, per cent.
    private func elsewhere(_ kind: AttributeKind) -> String {
        decimalText(coverage.share(of: kind) * 100, places: 1)
    }

    /// Shares by provenance, of attributes with more than one.
    private var origins: [String: String] {
        var origins: [String: String] = [:]
        for record in AttributeKind.records where record.isSingle {
            let shares = Provenance.allCases.map { ($0, coverage.share(of: record.kind, $0)) }
                .filter { $0.1 > 0 }
            guard shares.count > 1 else { continue }
            let words = shares.map { "\(decimalText($1 * 100, places: 1)) % \($0.name)" }
            origins[record.name] = " (\(words.joined(separator: ", ")))"
        }
        return origins
    }

    func text(path: String) -> String {
        var lines = [
            "map           \(path), format version \(MapFormat.version), identity "
                + "\(MapIdentity(header))",
            "size          \(decimalText(Double(header.fileLength) / 1e6, places: 2)) MB in "
                + "\(header.blockCount) blocks, the longest \(header.longestBlock) bytes",
            "roads         \(header.linkCount) links, \(header.nodeCount) nodes, \(kilometres) km",
            "bounding box  \(borders.joined(separator: ",")) (west, south, east, north)",
            "country       \(header.country.numericCode): driving on the \(drivingSide), \(speedUnit)",
            "elsewhere     \(elsewhere(.country)) % by length in another country, "
                + "\(elsewhere(.timeZone)) % in another time zone",
            "data of       \(dataTime ?? "unknown age")",
            "known, by length:",
        ]
        for (name, share) in coverage.shares {
            let percent = decimalText(share * 100, places: 1)
            let padding = String(repeating: " ", count: max(1, 26 - name.count - percent.count))
            lines.append("  \(name)\(padding)\(percent) %\(origins[name] ?? "")")
        }
        lines.append("notes:")
        for (key, value) in notes { lines.append("  \(key)=\(value)") }
        return lines.joined(separator: "\n")
    }

    func json(path: String) -> String {
        let shares = coverage.shares.map {
            "\(jsonText($0.name)):\(decimalText($0.share, places: 6))"
        }
        let byProvenance = AttributeKind.records.filter(\.isCounted)
            .map { record in
                let shares = Provenance.allCases.map {
                    "\"\($0.rawValue == 3 ? "legalDefault" : $0.name)\":"
                        + decimalText(coverage.share(of: record.kind, $0), places: 6)
                }
                return "\(jsonText(record.name)):{\(shares.joined(separator: ","))}"
            }
        let texts = notes.map {
            "{\"key\":\(jsonText($0.key)),\"value\":\(jsonText($0.value))}"
        }
        let members = [
            "\"file\":\(jsonText(path))",
            "\"identity\":\(jsonText(MapIdentity(header).description))",
            "\"formatVersion\":\(MapFormat.version)",
            "\"fileLength\":\(header.fileLength)",
            "\"blocks\":\(header.blockCount)",
            "\"longestBlock\":\(header.longestBlock)",
            "\"links\":\(header.linkCount)",
            "\"nodes\":\(header.nodeCount)",
            "\"length_m\":\(decimalText(header.totalLength.metres.value, places: 2))",
            "\"bbox\":[\(borders.joined(separator: ","))]",
            "\"country\":{\"numeric\":\(header.country.numericCode),"
                + "\"drivingSide\":\(jsonText(drivingSide)),\"speedUnit\":\(jsonText(speedUnit))}",
            "\"dataTime\":\(dataTime.map(jsonText) ?? "null")",
            "\"coverage\":{\(shares.joined(separator: ","))}",
            "\"coverageByProvenance\":{\(byProvenance.joined(separator: ","))}",
            "\"elsewhere\":{\"country\":\(decimalText(coverage.share(of: .country), places: 6)),"
                + "\"timeZone\":\(decimalText(coverage.share(of: .timeZone), places: 6))}",
            "\"notes\":[\(texts.joined(separator: ","))]",
        ]
        return "{\(members.joined(separator: ","))}"
    }
}
