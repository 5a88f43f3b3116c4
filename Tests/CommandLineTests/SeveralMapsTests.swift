import ADASISv2
import Foundation
import Testing

/// A town of straight streets, in one file and in two that meet in its middle and share the street
/// there, so that nothing of the lines is seen better in one file than in two.
struct Town {
    let scratch: Scratch
    static let columns = 9
    static let rows = 4
    static let seam = 4

    init() throws { scratch = try Scratch() }

    private static func node(_ column: Int, _ row: Int) -> Int { 1 + row * columns + column }

    /// A street by the ids of its nodes.
    private static func way(_ id: Int, _ nodes: [Int], _ tags: [String: String]) -> String {
        let nodes = nodes.map { "<nd ref='\($0)'/>" }.joined()
        let tags = tags.sorted { $0.key < $1.key }.map { "<tag k='\($0.key)' v='\($0.value)'/>" }
        return "<way id='\(id)'>\(nodes)\(tags.joined())</way>"
    }

    /// The streets of columns, in OpenStreetMap's XML.
    func osm(_ name: String, _ held: ClosedRange<Int>) throws -> String {
        var lines = ["<osm version='0.6'>"]
        for row in 0..<Self.rows {
            for column in held {
                let latitude = 54.5 + Double(row) * 0.0018
                // Slanted, so that no two turns are equally likely: those are told in the order of
                // the files.
                let longitude = -6.5 + Double(column) * 0.003 + Double(row) * 0.0004
                lines.append(
                    "<node id='\(Self.node(column, row))' lat='\(latitude)' lon='\(longitude)'/>")
            }
        }
        for row in 0..<Self.rows {
            for (part, range) in [(0, 0...Self.seam), (1, Self.seam...Self.columns - 1)]
            where held.contains(range.lowerBound) && held.contains(range.upperBound) {
                lines.append(
                    Self.way(
                        100 + row * 2 + part, range.map { Self.node($0, row) },
                        [
                            "highway": row == 1 ? "primary" : "residential", "name": "Row \(row)",
                            "maxspeed": part == 0 ? "30 mph" : "50",
                        ]))
            }
        }
        for column in held {
            lines.append(
                Self.way(
                    200 + column, (0..<Self.rows).map { Self.node(column, $0) },
                    ["highway": "residential", "name": "Column \(column)"]))
        }
        lines.append("</osm>")
        return try scratch.file(name + ".osm", lines.joined(separator: "\n"))
    }

    /// A map of columns as of a country.
    func map(_ name: String, _ held: ClosedRange<Int>, country: String) throws -> String {
        let output = scratch[name + ".ehmap"]
        let outcome = try ehorizon(
            "map", "build", "--osm", try osm(name, held), "--country", country, "--output", output)
        #expect(outcome.status == 0, "\(outcome)")
        return output
    }

    var west: ClosedRange<Int> { 0...Self.seam }
    var east: ClosedRange<Int> { Self.seam...Self.columns - 1 }

    /// A drive from the west to the east.
    func drive(on map: String) throws -> String {
        let drive = scratch["drive.nmea"]
        let outcome = try ehorizon(
            "simulate", "--map", map, "--from", "54.5018,-6.4990", "--to", "54.5018,-6.4765",
            "--noise", "2", "--output", drive)
        #expect(outcome.status == 0, "\(outcome)")
        return drive
    }
}

/// Several files with --map each are one map.
@Suite("Several map files")
struct SeveralMapsTests {
    @Test func twoHalvesAreDrivenAsTheWhole() throws {
        let town = try Town()
        let whole = try town.map("whole", 0...Town.columns - 1, country: "GB")
        let west = try town.map("west", town.west, country: "GB")
        let east = try town.map("east", town.east, country: "GB")
        let drive = try town.drive(on: whole)
        func match(_ maps: [String]) throws -> [[Substring]] {
            let flags = maps.flatMap { ["--map", $0] }
            let outcome = try ehorizon(["match"] + flags + ["--input", drive, "--output", "-"])
            #expect(outcome.status == 0, "\(outcome)")
            // Where a link stands in the files is another place.
            return outcome.lines.map { line in
                var cells = line.split(separator: ",", omittingEmptySubsequences: false)
                cells.remove(at: 5)
                return cells
            }
        }
        let matched = try match([whole])
        #expect(matched.count > 60)
        #expect(try match([west, east]) == matched)
        #expect(try match([east, west]) == matched)
        func frames(_ maps: [String]) throws -> Outcome {
            let flags = maps.flatMap { ["--map", $0] }
            // Curvature is fitted to the line, which each file knows to its own end: at the seam it
            // may differ by what the fit cannot tell.
            return try ehorizon(
                ["replay"] + flags
                    + [
                        "--input", drive, "--messages", "all", "--disable",
                        "profile-short.curvature", "--output", "-",
                    ])
        }
        let driven = try frames([whole])
        let messages = try messages(of: driven, in: town.scratch)
        for halves in [[west, east], [east, west]] {
            let isSame = try self.messages(of: frames(halves), in: town.scratch) == messages
            #expect(isSame, "what two halves say is what the whole says")
        }
        let half = try FrameLog(of: try frames([west]))
        #expect(half.positions.contains { $0.pathIndex == .noMap || $0.pathIndex == .offRoad })
        #expect(try FrameLog(of: driven).positions.allSatisfy { $0.pathIndex != .noMap })
    }

    /// All that frames say, without times and counters. The roads that meet at a node of several files
    /// come in the order of the files, and so do their STUBs at one offset, of which one is the last.
    private func messages(of frames: Outcome, in scratch: Scratch) throws -> [Substring] {
        let log = try scratch.file("frames.log", frames.output)
        return try ehorizon("decode", log).lines.map { line in
            var words = line.split(separator: " ").dropFirst(3)
            while let last = words.last, last.first == "#" || last == "last" { words.removeLast() }
            return words.joined(separator: " ")[...]
        }.sorted()
    }

    /// From the United Kingdom into Ireland: META-DATA says so, and speeds are in its unit.
    @Test func theCountryIsThatOfThePlace() throws {
        let town = try Town()
        let west = try town.map("west", town.west, country: "GB")
        let east = try town.map("east", town.east, country: "IE")
        let drive = try town.drive(
            on: try town.map("whole", 0...Town.columns - 1, country: "GB"))
        let log = town.scratch["drive.log"]
        let outcome = try ehorizon(
            "replay", "--map", west, "--map", east, "--input", drive, "--output", log)
        #expect(outcome.status == 0, "\(outcome)")
        let check = try ehorizon("check", log)
        #expect(check.status == 0, "\(check.text)")
        let entries = try FrameLog(String(contentsOfFile: log, encoding: .utf8)).entries
        var countries: [Int] = []
        var unit = SpeedUnitCode.milesPerHour
        var speeds: [SpeedUnitCode: Set<EffectiveSpeedLimitCode>] = [:]
        for entry in entries {
            switch entry.message {
            case .metaData(let data):
                if countries.last != Int(data.countryCode.raw) {
                    countries.append(Int(data.countryCode.raw))
                }
                unit = data.speedUnit
            case .segment(let segment):
                speeds[unit, default: []].insert(segment.effectiveSpeedLimit)
            default: break
            }
        }
        #expect(countries == [826, 372])
        #expect(speeds[.milesPerHour]?.contains(EffectiveSpeedLimitCode(upTo: 30)) == true)
        #expect(speeds[.kilometresPerHour]?.contains(EffectiveSpeedLimitCode(upTo: 50)) == true)
        // 50 km/h are 31 mph, and 30 mph 48 km/h.
        #expect(speeds[.kilometresPerHour]?.contains(EffectiveSpeedLimitCode(upTo: 30)) == false)
    }

    @Test func allToolsTakeSeveralFiles() throws {
        let town = try Town()
        let west = try town.map("west", town.west, country: "GB")
        let east = try town.map("east", town.east, country: "GB")
        let maps = ["--map", west, "--map", east]
        let tree = try ehorizon(["tree"] + maps + ["--at", "54.5018,-6.489,90"])
        #expect(tree.status == 0 && tree.text.contains("Column 8, Row 3"), "\(tree) \(tree.text)")
        let link = try ehorizon("map", "link", west, "--map", east, "204")
        // The street at the seam is in both files and told once.
        #expect(link.lines.count == Town.rows - 1, "\(link)")
        let links = try ehorizon(
            "map", "links", west, "--map", east, "--bbox=-7,54,-6,55", "--format", "csv")
        let ids = links.lines.filter { $0.contains(",both,link,") }
        #expect(Set(ids).count == ids.count)
        #expect(ids.count == Town.rows * (Town.columns - 1) + Town.columns * (Town.rows - 1))
        #expect(try ehorizon("map", "info", west, "--map", east).status == 0)
        #expect(try ehorizon("map", "verify", west, east).status == 0)
        let missing = town.scratch["none.ehmap"]
        for arguments in [
            ["tree", "--map", west, "--map", missing, "--at", "54.5018,-6.489"],
            ["map", "link", west, "204", "--map", missing],
        ] {
            try ehorizon(arguments).expectRefusal(1, "cannot open \(missing): ")
        }
        let cut = try town.scratch.file(
            "cut.ehmap", Data(contentsOf: URL(filePath: east)).dropLast(9))
        try ehorizon("map", "link", west, "204", "--map", cut)
            .expectRefusal(1, "\(cut): the map is cut off")
        try ehorizon("map", "link", west, "204", "--map", west)
            .expectRefusal(1, "is named twice")
    }
}
