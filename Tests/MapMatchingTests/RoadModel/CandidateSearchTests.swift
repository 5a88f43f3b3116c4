import Geodesy
import MapSketch
import Positioning
import Quantities
import RoadMap
import Routing
import Testing

@testable import MapMatching

/// The candidates of a fix.
@Suite struct CandidateSearchTests {
    private let parameters = MatchingParameters()

    /// The candidates of a fix so many metres east and north of a node, heading east, by the names of
    /// their links.
    private func candidates(
        on sketch: MapSketch, from node: Character, east: Double, north: Double,
        limit: Int = 24
    ) throws -> [(name: String, candidate: Candidate)] {
        let start = LocalFrame(around: try sketch.place(node))
        let place = try #require(start.unproject(PlanarVector(x: east, y: north)))
        let fix = Fix(
            time: nil, place: place, course: Degrees(90), speed: MetresPerSecond(20))
        let model = EmissionModel(
            accuracy: nil, motion: Motion(first: fix, parameters), after: nil, parameters)
        var search = CandidateSearch(parameters)
        var found: [Candidate] = []
        try search.fill(
            &found, around: LocalFrame(around: place), on: sketch.map, model: model, limit: limit)
        return try found.map { (try sketch.name($0.place.link), $0) }
    }

    private func roads() throws -> MapSketch {
        try MapSketch(
            """
            A---------------B
            C---------------D
            E---------------F
            """, gridMetres: 10,
            roads: [
                .init("AB"), .init("CD", oneway: true), .init("EF", ferry: true),
            ])
    }

    @Test func bothDirectionsOfARoadAreCandidates() throws {
        let found = try candidates(on: roads(), from: "A", east: 60, north: 4)
        #expect(Set(found.map(\.name)) == ["AB", "BA", "CD"])
        #expect(found.count == 3)
        let forward = try #require(found.first { $0.name == "AB" }?.candidate)
        #expect(abs(forward.place.offset.value - 60) < 0.05)
        #expect(abs(forward.distance - 4) < 0.05)
        #expect(abs(forward.residual.y - 4) < 0.05 && abs(forward.residual.x) < 0.05)
        #expect(abs(forward.bearing.x - 1) < 1e-3)
        let backward = try #require(found.first { $0.name == "BA" }?.candidate)
        #expect(abs(backward.place.offset.value - 100) < 0.3)
        #expect(abs(backward.bearing.x + 1) < 1e-3)
        #expect(backward.entry == forward.exit && backward.exit == forward.entry)
        #expect(forward.logLikelihood > backward.logLikelihood)
        #expect(forward.logLikelihood == forward.distanceLog + forward.otherLog)
    }

    @Test func aFarRoadIsNoCandidate() throws {
        #expect(try candidates(on: roads(), from: "A", east: 60, north: 200).isEmpty)
        let above = try candidates(on: roads(), from: "A", east: 60, north: 45)
        #expect(Set(above.map(\.name)) == ["AB", "BA"])
    }

    @Test func withoutRoomTheMostLikelyAreKept() throws {
        for limit in 1...3 {
            let found = try candidates(on: roads(), from: "A", east: 60, north: -3, limit: limit)
            #expect(found.count == limit)
            #expect(found.contains { $0.name == "AB" })
            // The road beside is more likely than the wrong direction of this one.
            #expect(found.contains { $0.name == "CD" } == (limit > 1))
        }
    }

    /// Beyond the end the nearest place is the end, and the fix lies off it in both axes.
    @Test func beyondTheEndOfARoadThePlaceIsItsEnd() throws {
        let found = try candidates(on: roads(), from: "B", east: 12, north: 5)
        let forward = try #require(found.first { $0.name == "AB" }?.candidate)
        #expect(forward.isBeyondEnd)
        #expect(abs(forward.place.offset.value - forward.length) < 0.05)
        #expect(abs(forward.residual.x - 12) < 0.05 && abs(forward.residual.y - 5) < 0.05)
        #expect(abs(forward.distance - 13) < 0.05)
    }

    @Test func aFerryIsNoCandidateAndItsDistanceIsKnown() throws {
        let sketch = try roads()
        var search = CandidateSearch(parameters)
        let frame = LocalFrame(around: try sketch.place("E"))
        let found = try search.distancesOffRoad(
            from: LocalFrame(
                around: try #require(frame.unproject(PlanarVector(x: 50, y: -30)))),
            within: Metres(60), on: sketch.map)
        #expect(abs((found.ferry ?? .zero).value - 30) < 0.05)
        #expect(found.carPark == nil)
        let far = try search.distancesOffRoad(
            from: frame, within: Metres(0.5), on: sketch.map)
        #expect(far.ferry != nil)
        let none = try search.distancesOffRoad(
            from: LocalFrame(
                around: try #require(frame.unproject(PlanarVector(x: 50, y: -61)))),
            within: Metres(60), on: sketch.map)
        #expect(none.ferry == nil)
    }
}
