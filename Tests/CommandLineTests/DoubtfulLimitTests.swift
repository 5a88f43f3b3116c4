import Foundation
import Testing

/// What the tools say of a limit of an overlay that contradicts its neighbours is what the map has and the bus gets.
@Suite struct DoubtfulLimitTests {
    /// A road of three ways and a drive along it, by a map that has an overlay for the one in the middle.
    private struct Road {
        let scratch: Scratch
        let map: String
        let drive: String
        let build: [String]
        let report: [String]
        let summary: String

        init(limit: Int, beside neighbours: Int) throws {
            scratch = try Scratch()
            let nodes = (0...3).map {
                "<node id='\($0 + 1)' lat='\(53.5 + Double($0) * 0.002)' lon='13.2'/>"
            }
            let ways = (1...3).map {
                "<way id='\($0)' timestamp='2016-05-04T00:00:00Z' version='1'><nd ref='\($0)'/><nd ref='\($0 + 1)'/>"
                    + "<tag k='highway' v='secondary'/><tag k='ref' v='L 1'/>"
                    + "<tag k='maxspeed' v='\($0 == 2 ? 50 : neighbours)'/></way>"
            }
            let osm = try scratch.file(
                "road.osm", "<osm version='0.6'>\((nodes + ways).joined())</osm>")
            let overlay = try scratch.file(
                "o.geojson",
                "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"geometry\":null,"
                    + "\"properties\":{\"way\":2,\"limit\":\(limit)}}]}")
            build = ["--osm", osm, "--country", "DE", "--overlay", overlay]
            map = scratch["road.ehmap"]
            let list = scratch["report.jsonl"]
            let built = try ehorizon(
                ["map", "build"] + build + ["--output", map, "--report", list])
            try #require(built.status == 0, "\(built)")
            summary = built.text + built.words
            report = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").map(
                String.init)
            drive = try scratch.file(
                "drive.csv",
                "time,latitude,longitude\n"
                    + (0..<6).map {
                        "\(1_767_254_400 + $0),\(53.5005 + Double($0) * 0.0001),13.2\n"
                    }.joined())
        }
    }

    @Test(arguments: [(20, 80), (100, 30)])
    func allSayTheSameOfIt(limit: Int, neighbours: Int) throws {
        let road = try Road(limit: limit, beside: neighbours)
        #expect(
            road.summary.contains("1 × speed limit of an overlay beside its neighbours"),
            "\(road.summary)")
        let remark = try #require(road.report.first { $0.contains("beside its neighbours") })
        #expect(remark.contains("\"clause\":\"\(limit) km/h\""))
        let place = try ehorizon("map", "at", road.map, "53.503,13.2")
        #expect(
            place.lines.count { $0.contains("\(limit) km/h  (overlay, doubtful)") } == 2, "\(place)"
        )
        #expect(try ehorizon("map", "link", road.map, "2").text.contains("\"\(limit) doubtful\""))
        let why = try ehorizon(["map", "why", road.map, "2", "speed-limit"] + road.build)
        #expect(
            why.text.contains("the limit is doubtful") && !why.text.contains("not sent"), "\(why)")
        let ahead = try ehorizon(
            "ahead", "--map", road.map, "--input", road.drive, "--every", "end", "--kind",
            "speed-limit")
        #expect(ahead.text.contains("\(limit) km/h  (overlay, doubtful)  to"), "\(ahead)")
        #expect(ahead.text.contains("(tagged, 2016-05-04)"))
        let log = try ehorizon(
            "replay", "--map", road.map, "--input", road.drive, "--messages", "all", "--output", "-"
        )
        let frames = try ehorizon("decode", road.scratch.file("drive.log", log.output))
        #expect(
            frames.lines.contains { $0.contains("  SEGMENT ") && $0.contains("limit \(limit)  ") })
    }
}
