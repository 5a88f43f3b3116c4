import Geodesy
import Quantities
import RoadObjects
import RouteReading
import Testing

/// Objects as GeoJSON files say them.
@Suite("Files of objects") struct ObjectFileTests {
    private func file(_ features: String...) throws(ObjectFileError) -> ObjectFile {
        try ObjectFile(
            Array(
                "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))]}"
                    .utf8))
    }

    @Test func eachFeatureIsAnObject() throws {
        let file = try file(
            #"{"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[9,48,300]},"#
                + #""properties":{"course":-90,"kind":"incident","severity":"low","expiry":11.5}}"#,
            #"{"type":"Feature","properties":{"id":"b","other":{"x":[1]}},"geometry":"#
                + #"{"coordinates":[[9,48],[9.1,48]],"type":"LineString"}}"#,
            #"{"type":"Feature","id":"c","geometry":{"type":"LineString","#
                + #""coordinates":[[9,48],[9.1,48]]},"properties":{"gantry":true}}"#,
            #"{"type":"Feature","id":"d","bbox":[1],"geometry":{"type":"Polygon","#
                + #""coordinates":[[[9,48],[9.1,48],[9,48.1],[9,48]]]},"properties":null}"#,
            #"{"type":"Feature","id":"e","geometry":null,"#
                + #""properties":{"openlr":"CwRbWyNG9RpsCQCb/jsbtAT/6/+jK1lE","kind":"closure"}}"#)
        #expect(file.objects.map(\.object.id) == ["7", "b", "c", "d", "e"])
        #expect(file.objects.map(\.line) == [2, 3, 4, 5, 6])
        let first = file.objects[0].object
        #expect(first.kind == .incident && first.severity == .low && first.expiry == 12)
        guard case .point(let place, let course) = first.geometry else {
            Issue.record("no point")
            return
        }
        #expect(place.longitude == 9 && place.latitude == 48 && course == Degrees(270))
        if case .line(let points) = file.objects[1].object.geometry {
            #expect(points.count == 2)
        } else {
            Issue.record("no line")
        }
        if case .gantry = file.objects[2].object.geometry {} else { Issue.record("no gantry") }
        if case .polygon(let rings) = file.objects[3].object.geometry {
            #expect(rings.map(\.count) == [4])
        } else {
            Issue.record("no area")
        }
        if case .openLR(let line) = file.objects[4].object.geometry {
            #expect(line.points.count == 3)
        } else {
            Issue.record("no OpenLR")
        }
        #expect(file.objects[1].object.kind == .custom && file.objects[1].object.severity == nil)
        let marked = try ObjectFile(
            [0xEF, 0xBB, 0xBF] + Array(#"{"features":[],"type":"FeatureCollection"}"#.utf8))
        #expect(marked.objects.isEmpty)
    }

    @Test(arguments: [
        (#"{"id":"a"}"#, "line 2: a: expected a geometry or openlr"),
        (#"{"geometry":null}"#, "line 2: expected an \"id\" of the feature"),
        (#"{"id":""}"#, "line 2: expected an \"id\" of the feature"),
        (
            "{\"id\":\"a\",\n\"properties\":{\"kind\":\"cow\"}}",
            "line 3: a: expected a kind of custom, incident, congestion, closure"
        ),
        (
            #"{"id":"a","properties":{"severity":"5"}}"#,
            "line 2: a: expected a severity of low, minor, major, critical"
        ),
        (#"{"id":"a","properties":{"expiry":"soon"}}"#, "line 2: a: expected a number as expiry"),
        (#"{"id":"a","properties":{"expiry":1e30}}"#, "line 2: a: expected a number as expiry"),
        (#"{"id":"a\nb","geometry":null}"#, "line 2: ab: expected an \"id\" of one line"),
        (
            #"{"id":"a","properties":{"gantry":"yes"},"geometry":{"type":"LineString","coordinates":[[9,48],[9,49]]}}"#,
            "line 2: a: expected true or false as gantry"
        ),
        (
            #"{"id":"a","properties":{"gantry":true},"geometry":{"type":"Point","coordinates":[9,48]}}"#,
            "line 2: a: expected a LineString of a gantry"
        ),
        (
            #"{"id":"a","properties":{"course":"n"},"geometry":{"type":"Point","coordinates":[9,48]}}"#,
            "line 2: a: expected a number as course"
        ),
        (
            #"{"id":"a","properties":{"openlr":"CwRb"}}"#,
            "line 2: a: expected a line location of OpenLR in Base64"
        ),
        (
            #"{"id":"a","properties":{"openlr":"x"},"geometry":{"type":"Point","coordinates":[9,48]}}"#,
            "line 2: a: expected no geometry beside openlr"
        ),
        (
            #"{"id":"a","geometry":{"type":"MultiPoint","coordinates":[[9,48]]}}"#,
            "line 2: a: expected the coordinates of a Point, a LineString or a Polygon"
        ),
        (
            #"{"id":"a","geometry":{"type":"LineString","coordinates":[[9,48]]}}"#,
            "line 2: a: expected the coordinates of a Point, a LineString or a Polygon"
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[[9,48],[9,49]]}}"#,
            "line 2: a: expected the coordinates of a Point, a LineString or a Polygon"
        ),
        (
            #"{"id":"a","geometry":{"type":"Polygon","coordinates":[]}}"#,
            "line 2: a: expected the coordinates of a Point, a LineString or a Polygon"
        ),
        (
            #"{"id":"a","geometry":{"type":"Point","coordinates":[9,148]}}"#,
            "line 2: a: expected a longitude and a latitude"
        ),
        (
            #"{"id":"a","geometry":{"type":"Point","coordinates":["x",48]}}"#,
            "line 2: a: expected a number"
        ),
        (
            #"{"id":"a","geometry":{"type":"Point","coordinates":[[[[[1]]]]]}}"#,
            "line 2: a: expected fewer nested arrays"
        ),
    ])
    func whatIsWrongIsReportedByItsLine(_ feature: String, _ line: String) throws {
        let good = #"{"id":"b","geometry":{"type":"Point","coordinates":[9,48]}}"#
        for features in [[feature], [feature, good]] {
            let file = try file(features.joined(separator: ",\n"))
            #expect(file.problems.map(\.description) == [line])
            // What stands beside it is read.
            #expect(file.objects.map(\.object.id) == (features.count > 1 ? ["b"] : []))
        }
    }

    @Test func otherTexts() {
        func problem(_ text: String) -> String? {
            #expect(throws: ObjectFileError.self) { try ObjectFile(Array(text.utf8)) }?.description
        }
        #expect(problem("") == "line 1: expected '{'")
        #expect(problem("{}") == "line 1: expected a FeatureCollection")
        #expect(problem(#"{"type":"Feature"}"#) == "line 1: expected a FeatureCollection")
        #expect(problem("{\n\"features\":[\n") == "line 3: expected a value")
    }
}
