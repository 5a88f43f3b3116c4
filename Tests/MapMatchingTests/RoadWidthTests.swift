import Geodesy
import MapMatching
import MapSketch
import Positioning
import Quantities
import RoadMap
import Routing
import Testing

/// Fixes lie farther from the line of a wide road.
@Suite struct RoadWidthTests {
    /// The probability of the northern of two roads that run 24 m apart, for a car half-way between.
    private func probability(
        northern: MapSketch.Road, southern: MapSketch.Road
    ) throws -> Double {
        let sketch = try MapSketch(
            """
            A------------------------------B

            C------------------------------D
            """,
            gridMetres: 12, roads: [northern, southern])
        var matcher = MapMatcher(map: sketch.map)
        let frame = LocalFrame(around: try sketch.place("A"))
        let fix = Fix(
            time: nil, place: try #require(frame.unproject(PlanarVector(x: 180, y: -12))),
            course: Degrees(90), speed: MetresPerSecond(20))
        guard case .onRoad = try matcher.ingest(fix, at: .zero) else {
            Issue.record("not on the road")
            return 0
        }
        var possible: [PossiblePlace] = []
        matcher.appendPlaces(to: &possible, atLeast: 0)
        let places = possible.map(\.matched)
        return try places.filter { try sketch.name($0.place.link) == "AB" }
            .map(\.probability).reduce(0, +)
    }

    private func lanes(_ count: UInt64) -> [Attribute] {
        [
            Attribute(
                .lanes, count, provenance: .tagged, from: .zero,
                to: Centimetres(Int(UInt32.max)))
        ]
    }

    @Test func withoutLanesAndClassBothAreEquallyLikely() throws {
        let found = try probability(
            northern: .init("AB", oneway: true), southern: .init("CD", oneway: true))
        #expect(abs(found - 0.5) < 0.03)
    }

    @Test func manyLanesAreMoreLikelyThanOne() throws {
        let found = try probability(
            northern: .init("AB", oneway: true, class: 1, also: lanes(4)),
            southern: .init("CD", oneway: true, class: 6, also: lanes(1)))
        #expect(found > 0.55)
        let turned = try probability(
            northern: .init("AB", oneway: true, class: 6, also: lanes(1)),
            southern: .init("CD", oneway: true, class: 1, also: lanes(4)))
        #expect(turned < 0.42)
    }

    @Test func aMainRoadIsWiderThanAMinorOneOfAsManyLanes() throws {
        let found = try probability(
            northern: .init("AB", oneway: true, class: 2),
            southern: .init("CD", oneway: true, class: 5))
        #expect(found > 0.503)
    }

    /// `lanes` of a way for both directions are those of each.
    @Test func bothDirectionsCount() throws {
        let twoWays = try probability(
            northern: .init("AB", class: 5, also: lanes(2)),
            southern: .init("CD", class: 5, also: lanes(1)))
        #expect(twoWays > 0.51)
    }
}
