import MapCompiler
import RoadMap
import RoadMapWriter
import Testing

/// Entries of overlays in a compiled map. Nodes lie on a grid: 77 m to the east, 111 m to the north.
@Suite struct OverlayTests {
    /// A street from west to east with a side street in its middle.
    private var street: SmallMap { street() }

    private func street(
        side: KeyValuePairs<String, String> = ["highway": "residential", "maxspeed": "30"],
        end: [Int64] = [14, 15, 16]
    ) -> SmallMap {
        var map = SmallMap()
        map.way(1, [11, 12, 13, 14], ["highway": "primary", "maxspeed": "50", "lanes": "2"])
        map.way(2, [12, 22], side)
        map.way(3, end, ["highway": "primary", "maxspeed": "70"])
        return map
    }

    private static let way1 = "\"geometry\":null,\"properties\":{\"way\":1,"

    @Test func aLimitOfAWholeWay() throws {
        let map = try CorrectedMap(street, [Self.way1 + "\"limit\":40,\"basis\":\"sign\"}"])
        #expect(
            map.values(.speedLimit, of: 1) == ["11-12 40 sign overlay", "12-14 40 sign overlay"])
        #expect(map.values(.speedLimit, of: 3) == ["14-16 70 tagged"])
        #expect(map.values(.lanes, of: 1) == ["11-12 1 derived", "12-14 1 derived"])
        #expect(map.states == ["applied 1"])
        #expect(map.report.notes.contains { $0 == ("overlay", "o.geojson, entries applied: 1") })
    }

    @Test func aLimitOfOneDirectionLeavesTheOther() throws {
        let map = try CorrectedMap(
            street, [Self.way1 + "\"direction\":\"backward\",\"limit\":\"none\"}"])
        #expect(
            map.values(.speedLimit, of: 1) == [
                "11-12 none backward overlay", "11-12 50 forward tagged",
                "12-14 none backward overlay", "12-14 50 forward tagged",
            ])
    }

    @Test func aPartOfAWayByDistanceAndByPlace() throws {
        let places = "\"from\":[8.0025,46.001],\"to\":[8.0028,46.001]"
        let entries = [
            Self.way1 + "\"from\":50,\"to\":120,\"limit\":20}",
            Self.way1 + places + ",\"limit\":25}",
        ]
        let map = try CorrectedMap(street, entries)
        // Node 12 is at 77 m, node 13 at 155 m. Where both are, the first counts.
        #expect(
            map.values(.speedLimit, of: 1) == [
                "11-12 50 tagged 0...50", "11-12 20 overlay 50...77", "12-14 20 overlay 0...43",
                "12-14 25 overlay 43...62", "12-14 50 tagged 62...155",
            ])
        #expect(map.states == ["applied 1", "applied 1"])
        #expect(map.remarks == ["way 1: limit of entry 1 of o.geojson counts"])
        // What all parts have is of the whole link.
        #expect(map.values(.lanes, of: 1) == ["11-12 1 derived", "12-14 1 derived"])
        #expect(map.content.linkNames == ["1:11<>12", "1:12<>14", "2:12<>22", "3:14<>16"])
    }

    @Test func aLineSelectsTheRoadsAlongIt() throws {
        // Way 3 is drawn against the line.
        let map = street(end: [16, 15, 14])
        let line =
            "\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[8.002,46.00102],[8.006,46.00102]]},"
        let corrected = try CorrectedMap(
            map, [line + "\"properties\":{\"limit\":60,\"direction\":\"forward\"}"])
        #expect(
            corrected.values(.speedLimit, of: 1) == [
                "11-12 50 tagged", "12-14 60 forward overlay", "12-14 50 backward tagged",
            ])
        #expect(corrected.values(.speedLimit, of: 2) == ["12-22 30 tagged"])
        #expect(corrected.states == ["applied 1 3"])
    }

    @Test func anAreaCutsWhereItsBorderIs() throws {
        let ring = "[[8.0025,46],[8.01,46],[8.01,46.01],[8.0025,46.01],[8.0025,46]]"
        let map = try CorrectedMap(
            street,
            [
                "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[\(ring)]},"
                    + "\"properties\":{\"limit\":30}"
            ])
        #expect(
            map.values(.speedLimit, of: 1) == [
                "11-12 50 tagged", "12-14 50 tagged 0...39", "12-14 30 overlay 39...155",
            ])
        #expect(map.values(.speedLimit, of: 3) == ["14-16 30 overlay"])
        #expect(map.values(.speedLimit, of: 2) == ["12-22 30 tagged"])
        #expect(map.states == ["applied 1 3"])
    }

    @Test func closuresAndDirections() throws {
        func names(_ properties: String) throws -> [String] {
            try CorrectedMap(street, [Self.way1 + properties + "}"]).content.linkNames
        }
        #expect(try names("\"closed\":true") == ["2:12<>22", "3:14<>16"])
        #expect(
            try names("\"closed\":true,\"direction\":\"backward\"") == [
                "1:11>12", "1:12>14", "2:12<>22", "3:14<>16",
            ])
        // A link with a closed part is closed: no car gets through.
        #expect(
            try names("\"closed\":true,\"from\":100,\"to\":110") == [
                "1:11<>12", "2:12<>22", "3:14<>16",
            ])
        #expect(
            try names("\"oneway\":\"backward\"") == [
                "1:11<12", "1:12<14", "2:12<>22", "3:14<>16",
            ])
        #expect(
            try names("\"oneway\":\"forward\",\"from\":100,\"to\":120") == [
                "1:11<>12", "1:12>14", "2:12<>22", "3:14<>16",
            ])
        var closed = street
        closed.way(4, [16, 17], ["highway": "tertiary", "access": "no"])
        let opened = try CorrectedMap(
            closed, ["\"geometry\":null,\"properties\":{\"way\":4,\"closed\":false}"])
        #expect(opened.content.linkNames.contains("4:16<>17"))
    }

    @Test func aClosureAtTimesForbidsTheTurns() throws {
        let map = try CorrectedMap(street, [Self.way1 + "\"closed\":\"Mo-Fr 07:00-17:00\"}"])
        #expect(map.content.linkNames.count == 4)
        #expect(map.values(.turnRestriction, of: 2).count == 1)
        #expect(map.states == ["applied 1"])
    }

    @Test func aClassAndAConditionalLimit() throws {
        let map = try CorrectedMap(
            street,
            [
                Self.way1
                    + "\"class\":\"tertiary\",\"conditional_limit\":\"30 @ (22:00-06:00)\"}"
            ])
        #expect(map.values(.functionalRoadClass, of: 1).first == "11-12 4 overlay")
        #expect(map.values(.speedLimit, of: 1).first == "11-12 50 tagged")
        #expect(map.values(.particularSpeedLimit, of: 1).first == "11-12 30 overlay")
        #expect(map.values(.condition, of: 1).count == 2)
    }

    @Test func aSignAndRoadWorks() throws {
        let sign = "\"geometry\":{\"type\":\"Point\",\"coordinates\":[8.0035,46.0009]},"
        let map = try CorrectedMap(
            street,
            [
                sign + "\"properties\":{\"sign\":\"DE:205\",\"bearing\":270}",
                "\"geometry\":null,\"properties\":{\"way\":3,\"road_works\":true}",
            ])
        #expect(
            map.values(.roadObject, of: 1).map { $0.hasSuffix("backward overlay 116...116") } == [
                true
            ])
        #expect(map.values(.roadObject, of: 3).count == 2)
        let texts = map.content.links.flatMap(\.texts).filter { $0.kind == .signText }.map(\.text)
        #expect(texts == ["DE:205", "road_works", "road_works"])
        #expect(map.states == ["applied 1", "applied 3"])
    }

    @Test func ofTwoRoadsAtTheSameDistanceTheLowerIdHasTheSign() throws {
        var map = SmallMap()
        map.way(5, [21, 22], ["highway": "primary"])
        map.way(2, [31, 32], ["highway": "primary"])
        map.way(9, [41, 42], ["highway": "primary"])
        for (node, latitude) in [(21, "46.0030"), (31, "46.0032"), (41, "46.0500")] as [(Int64, _)]
        {
            map.place(node, latitude, "8.001")
            map.place(node + 1, latitude, "8.002")
        }
        let sign = "\"geometry\":{\"type\":\"Point\",\"coordinates\":[8.0015,46.0031]},"
        let other = "\"geometry\":{\"type\":\"Point\",\"coordinates\":[8.0015,46.0501]},"
        let properties = "\"properties\":{\"sign\":\"DE:205\",\"bearing\":90}"
        let ofWay5 = "\"properties\":{\"way\":5,\"sign\":\"DE:205\",\"bearing\":90}"
        let corrected = try CorrectedMap(
            map, [sign + properties, sign + ofWay5, other + properties])
        #expect(corrected.states == ["applied 2", "applied 5", "applied 9"])
    }

    @Test func aSignBesideARoadAcrossThe180thMeridian() throws {
        var map = SmallMap()
        map.way(1, [11, 12], ["highway": "primary"])
        map.way(2, [12, 13], ["highway": "primary"])
        map.place(11, "-16.8", "179.998")
        map.place(12, "-16.8", "179.9995")
        map.place(13, "-16.8", "-179.999")
        let signs = ["179.999", "179.9999", "-179.9999"].map {
            "\"geometry\":{\"type\":\"Point\",\"coordinates\":[\($0),-16.8001]},"
                + "\"properties\":{\"sign\":\"DE:205\",\"bearing\":90}"
        }
        let corrected = try CorrectedMap(map, signs)
        #expect(corrected.states == ["applied 1", "applied 2", "applied 2"])
    }

    @Test func aLimitOfTheLawInABuiltUpAreaIsReplaced() throws {
        var map = SmallMap()
        map.way(1, [11, 12, 13], ["highway": "tertiary"])
        map.place(70, "46.0005", "8.0005")
        map.place(71, "46.0005", "8.0040")
        map.place(72, "46.0015", "8.0040")
        map.place(73, "46.0015", "8.0005")
        map.way(9, [70, 71, 72, 73, 70], ["landuse": "residential"])
        let before = try CorrectedMap(map, [])
        #expect(
            before.values(.speedLimit, of: 1).map { $0.prefix(25) } == ["11-13 50 law legalDefault"]
        )
        let corrected = try CorrectedMap(
            map, [Self.way1 + "\"direction\":\"forward\",\"limit\":30}"])
        #expect(
            corrected.values(.speedLimit, of: 1).map {
                $0.split(separator: " ").prefix(5).joined(separator: " ")
            } == ["11-13 30 forward overlay", "11-13 50 law backward legalDefault"])
        #expect(corrected.values(.builtUpArea, of: 1).count == 1)
    }

    @Test func aLimitThatTheClassDoesNotHaveIsSentAllTheSame() throws {
        let map = street(side: ["highway": "residential", "maxspeed": "130"])
        #expect(try CorrectedMap(map, []).values(.speedLimit, of: 2) == [])
        let corrected = try CorrectedMap(
            map, ["\"geometry\":null,\"properties\":{\"way\":2,\"limit\":120}"])
        #expect(corrected.values(.speedLimit, of: 2) == ["12-22 120 doubtful overlay"])
    }

    @Test func theBuiltUpAreaOfAReplacedBasisStays() throws {
        let map = street(side: [
            "highway": "residential", "maxspeed": "50", "source:maxspeed": "DE:urban",
        ])
        let corrected = try CorrectedMap(
            map, ["\"geometry\":null,\"properties\":{\"way\":2,\"limit\":30}"])
        #expect(corrected.values(.speedLimit, of: 2) == ["12-22 30 overlay"])
        #expect(corrected.values(.builtUpArea, of: 2) == ["12-22 1 derived"])
    }
}
