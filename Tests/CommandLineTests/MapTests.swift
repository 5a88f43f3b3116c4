import Foundation
import Testing

/// Looking into map files.
@Suite("ehorizon map")
struct MapTests {
    private static let source = Programs.package.appending(
        path: "tools/sample-map/neubrandenburg.osm.pbf"
    ).path()

    private func build(memory: String, to output: String) throws -> Outcome {
        try ehorizon(
            "map", "build", "--osm", Self.source, "--country", "DE", "--output", output, "--memory",
            memory)
    }

    @Test func theSampleMapIsInOrder() throws {
        for outcome in [
            try ehorizon("map", "verify", Sample.map),
            try ehorizon("map", "verify", Sample.map, "--mmap"),
        ] {
            #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome)")
            #expect(outcome.words.contains("all in order"))
        }
    }

    @Test func damageIsReportedWithItsPlace() throws {
        let scratch = try Scratch()
        var bytes = try Data(contentsOf: URL(filePath: Sample.map))
        bytes[300] ^= 1
        let map = try scratch.file("damaged.ehmap", bytes)
        let outcome = try ehorizon("map", "verify", map)
        #expect(outcome.status == 1)
        #expect(outcome.lines.contains { $0.hasPrefix("block 0: ") }, "\(outcome.text)")
        let short = try ehorizon("map", "verify", "--limit", "1", map)
        #expect(short.lines.count == 1)
    }

    @Test func littleMemoryGivesTheSameBytes() throws {
        let scratch = try Scratch()
        let outcome = try build(memory: "1", to: scratch["small.ehmap"])
        #expect(outcome.status == 0)
        #expect(try scratch.content("small.ehmap") == Data(contentsOf: URL(filePath: Sample.map)))
        #expect(try scratch.names() == ["small.ehmap"], "no temporary file stays")
        #expect(try build(memory: "0", to: scratch["none.ehmap"]).status == 2)
    }

    @Test func aLinkByItsIdReportsWhatIsKnownAndWhatIsNot() throws {
        let scratch = try Scratch()
        let osm = try scratch.file(
            "two.osm",
            """
            <osm version='0.6'>
            <node id='1' lat='53.5' lon='13.2'/><node id='-2' lat='53.501' lon='13.2'/>
            <node id='3' lat='53.502' lon='13.2'/>
            <way id='7'><nd ref='1'/><nd ref='-2'/><tag k='highway' v='primary'/>
            <tag k='name' v='Ring'/></way>
            <way id='8'><nd ref='-2'/><nd ref='3'/><tag k='highway' v='primary'/></way>
            </osm>
            """)
        let map = scratch["two.ehmap"]
        #expect(
            try ehorizon("map", "build", "--osm", osm, "--country", "DE", "--output", map).status
                == 0)
        let outcome = try ehorizon("map", "link", map, "7:1--2")
        #expect(outcome.status == 0 && outcome.lines.count == 1, "\(outcome)")
        let object = try #require(
            try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        let connected = try #require(object["connected"] as? [String: [String]])
        #expect(connected == ["start": [], "end": ["8:-2-3"]])
        let attributes = try #require(object["attributes"] as? [[String: Any]])
        #expect(attributes.contains { $0["text"] as? String == "Ring" && $0["value"] is NSNull })
        let missing = try #require(object["missing"] as? [String])
        #expect(missing.contains("lanes") && missing.contains("slope"))
        #expect(!missing.contains("country"))
        let country = try #require(object["country"] as? [String: Any])
        #expect(country["numeric"] as? Int == 276 && country["speedUnit"] as? String == "km/h")
        #expect((object["slopePoints"] as? [Any])?.isEmpty == true)
        #expect((object["line"] as? [[Double]])?.first == [13.2, 53.5])
        #expect(try ehorizon("map", "link", map, "8").lines.count == 1)
        try ehorizon("map", "link", map, "9").expectRefusal(1, "there is no link of way 9 in it")
        for wrong in ["", "x", "7:", "7:1", "7:1-", "7:1-2-3", "7:-"] {
            #expect(try ehorizon("map", "link", map, wrong).status == 2, "\(wrong)")
        }
    }

    /// Limits as flat numbers: of each direction, of the longest part, without conditional ones, none where it is closed.
    @Test func linksHaveTheirLimitsAsNumbers() throws {
        let scratch = try Scratch()
        let osm = try scratch.file(
            "four.osm",
            """
            <osm version='0.6'>
            <node id='1' lat='53.5' lon='13.2'/><node id='2' lat='53.501' lon='13.2'/>
            <node id='3' lat='53.502' lon='13.2'/><node id='4' lat='53.503' lon='13.2'/>
            <node id='5' lat='53.504' lon='13.2'/>
            <way id='6'><nd ref='1'/><nd ref='2'/><tag k='highway' v='primary'/>
            <tag k='maxspeed:forward' v='70'/><tag k='maxspeed:backward' v='50'/></way>
            <way id='7'><nd ref='2'/><nd ref='3'/><tag k='highway' v='primary'/>
            <tag k='maxspeed' v='60'/><tag k='maxspeed:conditional' v='30 @ (22:00-06:00)'/>
            <tag k='oneway' v='yes'/></way>
            <way id='8'><nd ref='3'/><nd ref='4'/><tag k='highway' v='primary'/>
            <tag k='maxspeed' v='40 mph'/></way>
            <way id='9'><nd ref='4'/><nd ref='5'/><tag k='highway' v='service'/></way>
            </osm>
            """)
        let map = scratch["four.ehmap"]
        let built = try ehorizon("map", "build", "--osm", osm, "--country", "DE", "--output", map)
        #expect(built.status == 0, "\(built)")
        let text = try ehorizon("map", "links", map, "--bbox", "13,53,14,54").text
        for (way, forward, backward) in [
            (6, "70.0", "50.0"), (7, "60.0", "null"), (8, "64.4", "64.4"), (9, "null", "null"),
        ] {
            let line = try #require(
                text.split(separator: "\n").first { $0.contains("\"way\":\(way),") })
            let limits = "\"limit_km_h\":\(forward),\"limit_km_h_backward\":\(backward),"
            #expect(line.contains(limits), "\(way): \(line)")
            #expect(line.contains("\"sharpest_curvature_per_m\":"))
        }
    }

    @Test func linksAreColouredByTheirLimitAndSlopePointsAreReported() throws {
        let scratch = try Scratch()
        let osm = try scratch.file(
            "two.osm",
            """
            <osm version='0.6'>
            <node id='1' lat='53.5' lon='13.2'/><node id='2' lat='53.501' lon='13.2'/>
            <node id='3' lat='53.502' lon='13.2'/>
            <way id='7'><nd ref='1'/><nd ref='2'/><tag k='highway' v='primary'/>
            <tag k='maxspeed' v='30'/></way>
            <way id='8'><nd ref='2'/><nd ref='3'/><tag k='highway' v='service'/></way>
            </osm>
            """)
        // A plane that rises by 10 per cent to the north.
        let grid = try scratch.file(
            "hill.asc",
            "ncols 40\nnrows 40\nxllcorner 13.19\nyllcorner 53.49\ncellsize 0.0005\n"
                + (0..<40).reversed().map { row in
                    (0..<40).map { _ in "\(Double(row) * 0.0005 * 111_320 * 0.1)" }
                        .joined(separator: " ")
                }.joined(separator: "\n"))
        _ = try scratch.file(
            "hill.prj",
            "GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,298.257223563]],"
                + "PRIMEM[\"Greenwich\",0],UNIT[\"degree\",0.0174532925199433]]")
        let map = scratch["two.ehmap"]
        let built = try ehorizon(
            "map", "build", "--osm", osm, "--country", "DE", "--elevation", grid, "--output", map)
        #expect(built.status == 0, "\(built)")
        func features(_ colour: String) throws -> [Int: [String: Any]] {
            let outcome = try ehorizon(
                "map", "links", map, "--bbox=13,53,14,54", "--colour", colour)
            var found: [Int: [String: Any]] = [:]
            let all = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
            for feature in all?["features"] as? [[String: Any]] ?? [] {
                let properties = try #require(feature["properties"] as? [String: Any])
                found[try #require(properties["way"] as? Int)] = properties
            }
            return found
        }
        let limits = try features("limit")
        #expect(limits[7]?["stroke"] is String)
        #expect(limits[8]?["stroke"] == nil)
        let slopes = try features("slope")
        #expect(slopes[7]?["stroke"] is String && slopes[8]?["stroke"] is String)
        let heights = try features("height")
        #expect(heights[7]?["stroke"] is String)
        #expect(heights[7]?["stroke"] as? String != heights[8]?["stroke"] as? String)
        let link = try ehorizon("map", "link", map, "7")
        let object = try #require(
            try JSONSerialization.jsonObject(with: link.output) as? [String: Any])
        let points = try #require(object["slopePoints"] as? [[String: Any]])
        #expect(!points.isEmpty)
        for point in points {
            #expect((0...1).contains(point["place"] as? Double ?? -1))
            #expect(abs((point["percent"] as? Double ?? 0) - 10) < 0.5)
            #expect(point["steeperThan45Degrees"] as? Bool == false)
        }
    }

    @Test(arguments: [("80", "limit 80"), ("200", "limit unknown")])
    func aLimitThatNoRoadOfItsClassHasIsNotSent(_ limit: String, _ expected: String) throws {
        let scratch = try Scratch()
        let osm = try scratch.file(
            "road.osm",
            """
            <osm version='0.6'>
            <node id='1' lat='53.5' lon='13.2'/><node id='2' lat='53.51' lon='13.2'/>
            <way id='7'><nd ref='1'/><nd ref='2'/><tag k='highway' v='secondary'/>
            <tag k='maxspeed' v='\(limit)'/></way></osm>
            """)
        let map = scratch["road.ehmap"]
        #expect(
            try ehorizon("map", "build", "--osm", osm, "--country", "DE", "--output", map).status
                == 0)
        let drive = try scratch.file(
            "drive.csv",
            "time,latitude,longitude\n"
                + (0..<6).map { "\(1_767_254_400 + $0),\(53.501 + Double($0) * 0.0002),13.2\n" }
                .joined())
        let log = try ehorizon(
            "replay", "--map", map, "--input", drive, "--messages", "all", "--output", "-")
        let lines = try ehorizon("decode", scratch.file("drive.log", log.output)).lines
        let segments = lines.filter { $0.contains("  SEGMENT ") }
        #expect(!segments.isEmpty)
        #expect(segments.allSatisfy { $0.contains("  \(expected)  ") }, "\(segments)")
        // The map says what it is.
        let text = try ehorizon("map", "links", map, "--bbox", "13,53,14,54", "--format", "csv")
            .text
        #expect(text.contains("200 doubtful rejected") == (limit == "200"))
    }

    /// Forbidden to cars on workdays from 7 to 9 h as clocks in Germany show them.
    @Test func aTurnIsForbiddenAtTimes() throws {
        let scratch = try Scratch()
        func way(_ id: Int, _ start: Int, _ end: Int) -> String {
            "<way id='\(id)'><nd ref='\(start)'/><nd ref='\(end)'/>"
                + "<tag k='highway' v='primary'/><tag k='name' v='Way \(id)'/></way>"
        }
        let osm = try scratch.file(
            "turn.osm",
            """
            <osm version='0.6'>
            <node id='1' lat='53.5' lon='13.2'/><node id='2' lat='53.5' lon='13.21'/>
            <node id='3' lat='53.5' lon='13.22'/><node id='4' lat='53.51' lon='13.21'/>
            \(way(1, 1, 2))\(way(2, 2, 3))\(way(3, 2, 4))
            <relation id='1'><member type='way' ref='1' role='from'/>
            <member type='node' ref='2' role='via'/><member type='way' ref='3' role='to'/>
            <tag k='type' v='restriction'/>
            <tag k='restriction:conditional' v='no_left_turn @ (Mo-Fr 07:00-09:00)'/></relation>
            </osm>
            """)
        let map = scratch["turn.ehmap"]
        #expect(
            try ehorizon("map", "build", "--osm", osm, "--country", "DE", "--output", map).status
                == 0)
        func paths(_ time: String...) throws -> String {
            try ehorizon(["tree", "--map", map, "--at", "53.5,13.205,90"] + time).text
        }
        // Monday, 15 June 2026, 5:59, 6:30 and 7:00 UTC, which is 7:59, 8:30 and 9:00 there, and Sunday.
        #expect(try !paths("--time", "1781503140").contains("Way 3"))
        #expect(try !paths("--time", "1781505000").contains("Way 3"))
        #expect(try paths("--time", "1781506800").contains("Way 3"))
        #expect(try paths("--time", "1781418600").contains("Way 3"))
        #expect(try paths().contains("Way 3"))
        #expect(try paths("--time", "1781505000").contains("Way 2"))
    }

    @Test func theDifferenceOfTwoMapsIsReported() throws {
        let scratch = try Scratch()
        func map(_ name: String, _ ways: String) throws -> String {
            let osm = try scratch.file(
                name + ".osm",
                """
                <osm version='0.6'>
                <node id='1' lat='53.5' lon='13.2'/><node id='2' lat='53.501' lon='13.2'/>
                <node id='3' lat='53.502' lon='13.2'/>
                \(ways)
                </osm>
                """)
            let output = scratch[name + ".ehmap"]
            let outcome = try ehorizon(
                "map", "build", "--osm", osm, "--country", "DE", "--output", output)
            #expect(outcome.status == 0, "\(outcome)")
            return output
        }
        func way(_ id: Int, _ start: Int, _ end: Int, _ more: String = "") -> String {
            "<way id='\(id)'><nd ref='\(start)'/><nd ref='\(end)'/>"
                + "<tag k='highway' v='primary'/>\(more)</way>"
        }
        let old = try map("old", way(1, 1, 2) + way(2, 2, 3))
        let limit = "<tag k='maxspeed' v='70'/>"
        let new = try map("new", way(1, 1, 2, limit) + way(3, 2, 3))
        let outcome = try ehorizon("map", "diff", old, new)
        #expect(outcome.status == 0)
        // In a map where nothing is described, a missing tag says nothing of tunnels.
        #expect(outcome.lines.contains("~ 1:1-2 speedLimit tunnel bridge"), "\(outcome.text)")
        #expect(outcome.lines.suffix(2) == ["- 2:2-3", "+ 3:2-3"])
        #expect(outcome.words.contains("1 links added, 1 removed, 1 changed, 0 the same"))
        #expect(try ehorizon("map", "diff", old, old).output.isEmpty)
    }
}
