import Geodesy
import Testing

@testable import RouteReading

/// What is read of a file, and what is said of a bad one.
@Suite struct RouteFileTests {
    private static func read(_ text: String) throws(RouteError) -> RouteFile {
        try RouteFile(Array(text.utf8))
    }

    private static func problem(_ text: String) -> String? {
        do throws(RouteError) {
            _ = try read(text)
            return nil
        } catch { return "\(error)" }
    }

    private static func point(
        _ latitude: Double, _ longitude: Double, _ line: Int
    ) throws -> RouteFile.Point {
        RouteFile.Point(
            place: try #require(Coordinate(latitude: latitude, longitude: longitude)), line: line)
    }

    @Test func tracksAreLinesAndRoutesArePoints() throws {
        let track = """
            <?xml version="1.0"?>
            <gpx><trk><trkseg>
            <trkpt lat="48.5" lon="9.25"/>
            <trkpt lat="48.6" lon="9.5"><ele>3</ele></trkpt>
            </trkseg></trk></gpx>
            """
        #expect(
            try Self.read(track)
                == .line([[try Self.point(48.5, 9.25, 3), try Self.point(48.6, 9.5, 4)]]))
        // Where there are both, the route is what was planned.
        let both = track.replacing(
            "</gpx>",
            with: "<rte><rtept lat='1' lon='2'/>\n<rtept lat='3' lon='4'/></rte></gpx>")
        #expect(
            try Self.read(both)
                == .points([try Self.point(1, 2, 5), try Self.point(3, 4, 6)]))
    }

    @Test func lineStringsFollowEachOther() throws {
        let text = """
            {"features": [
              {"geometry": {"coordinates": [[9, 48], [9.5, 48, 300]], "type": "LineString"},
               "properties": {"a": [{}]}},
              {"geometry": null},
              {"type": "Feature", "geometry": {"type": "MultiLineString",
               "coordinates": [[[1, 2], [3, 4]],
                               [[5, 6], [7, 8]]]}}],
             "type": "FeatureCollection"}
            """
        #expect(
            try Self.read(text)
                == .line([
                    [try Self.point(48, 9, 2), try Self.point(48, 9.5, 2)],
                    [try Self.point(2, 1, 6), try Self.point(4, 3, 6)],
                    [try Self.point(6, 5, 7), try Self.point(8, 7, 7)],
                ]))
    }

    @Test func aListOfWays() throws {
        #expect(
            try Self.read("# to work\n100 -101\n\n+102 # here\n")
                == .ways([
                    WayEntry(way: 100, isBackward: nil, line: 2),
                    WayEntry(way: 101, isBackward: true, line: 2),
                    WayEntry(way: 102, isBackward: false, line: 4),
                ]))
    }

    @Test(arguments: ["", " \n\t\n", "\u{FEFF}"])
    func aFileWithoutAWordIsNoRoute(text: String) throws {
        #expect(try Self.read(text) == .ways([]))
    }

    @Test(arguments: [
        ("<gpx><rte>\n<rtept lat='91' lon='4'/>", "line 2: the latitude is out of range"),
        ("<gpx><trkpt lat='1'/>", "line 1: no longitude"),
        (
            "<gpx>\n<trkpt lat='1' lon='2'/></gpx>",
            "this GPX contains neither a route nor a track with two points"
        ),
        ("<gpx>\n<trkpt lat='1' lon=", "line 2: broken XML"),
        ("{\"type\": \"LineString\"}", "this GeoJSON contains no LineString"),
        (
            "{\"type\": \"LineString\",\n\"coordinates\": [[1, 2], [3]]}",
            "line 2: expected a longitude and a latitude"
        ),
        (
            "{\"type\": \"LineString\",\n\"coordinates\": [[1, 2], [\"3\", 4]]}",
            "line 2: expected a number"
        ),
        (
            "{\"type\": \"LineString\",\n\"coordinates\": [[1, 2], [3, [4]]]}",
            "line 2: expected a number"
        ),
        (
            "{\"type\": \"LineString\", \"coordinates\": [[1, 2], [1e999, 4]]}",
            "line 1: expected a number"
        ),
        ("{\"coordinates\": [[1,\n 200], [3, 4]]}", "line 1: expected a longitude and a latitude"),
        (
            "{\"coordinates\": [[1, 2], [3, 4]]}",
            "line 1: expected a \"type\" beside the coordinates"
        ),
        (
            "{\"type\": \"Point\", \"coordinates\": [1, 2]}",
            "line 1: expected a LineString or MultiLineString, not a Point"
        ),
        (
            "{\"type\": \"LineString\", \"coordinates\": [[[1, 2], [3, 4]]]}",
            "line 1: expected coordinates of a LineString"
        ),
        ("{\"type\":\n \"LineString\"", "line 2: expected ',' or '}'"),
        ("100\n10O", "line 2: expected the number of a way"),
        ("0", "line 1: expected the number of a way"),
        ("99999999999999999999", "line 1: expected the number of a way"),
        ("# nothing\n", "the list contains no way"),
        ("hello, world", "line 1: expected GPX, GeoJSON, a list of ways, or OpenLR in Base64"),
        ("\nCwRbWyNG\nCwRb", "line 3: expected only one OpenLR reference"),
        ("Cw==", "line 1: OpenLR: 1 bytes are not the length of a line"),
        ("DAAA", "line 1: OpenLR: version 4, expected 3"),
        ("IwRbWyNG9Q==", "line 1: OpenLR: a point or an area, expected a line"),
    ])
    func whatIsWrongIsOneLine(text: String, expected: String) {
        #expect(Self.problem(text) == expected)
    }

    @Test func deepNestingIsRefused() {
        let deep = String(repeating: "{\"geometry\": ", count: 5000)
        #expect(Self.problem(deep)?.contains("fewer nested objects") ?? false)
        let arrays = "{\"coordinates\": " + String(repeating: "[", count: 5000)
        #expect(Self.problem(arrays)?.contains("fewer nested arrays") ?? false)
    }
}
