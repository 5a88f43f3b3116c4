import Geodesy
import MapSketch
import Positioning
import Quantities
import RoadMap
import Routing
import Testing

@testable import MapMatching

/// The likelihood of the route from a candidate to the next one, against calculated values.
@Suite struct TransitionModelTests {
    private let parameters = MatchingParameters()

    /// A candidate at an offset on a link, by the names of its nodes.
    private func candidate(
        _ from: Character, _ to: Character, at offset: Double, on sketch: MapSketch
    ) throws -> Candidate {
        let link = try sketch.link(from, to)
        let record = try sketch.map.link(link.link)
        var made = try Candidate.handMade(PlanarVector(x: 0, y: 0))
        made.place = LinkPlace(link, offset: Metres(offset))
        // No further from the fix, wherever on the sketch it is.
        made.distance = 500
        made.length = record.length.metres.value
        made.entry = record.entry(link.direction)
        made.exit = record.exit(link.direction)
        return made
    }

    /// The table from some candidates to others, after some seconds and metres; off-road is first.
    private func table(
        from: [Candidate], to: [Candidate], metres: Double, seconds: Double = 1,
        relevant: [Bool]? = nil, driven: (Double, Double)? = nil, on sketch: MapSketch
    ) throws -> [[Double]] {
        let place = try #require(Coordinate(latitude: 48, longitude: 9))
        var motion = Motion(first: Fix(time: nil, place: place), parameters)
        (motion.distance, motion.seconds, motion.unseen) = (metres, seconds, seconds)
        motion.driven = driven.map { (distance: $0.0, deviation: $0.1) }
        var model = TransitionModel(parameters)
        let width = to.count + 1
        var logs = [Double](repeating: .nan, count: (from.count + 1) * width)
        try model.fill(
            &logs, from: from, to: to, relevant: relevant ?? from.map { _ in true },
            motion: motion, around: LocalFrame(around: try sketch.place("B")), on: sketch.map)
        return stride(from: 0, to: logs.count, by: width).map { Array(logs[$0..<$0 + width]) }
    }

    /// β a second after the last fix.
    private let scale = 5.5

    private func fork() throws -> MapSketch {
        try MapSketch(
            """
            A---------B---------C
                      |
                      |
                      D    X----Y
            """, gridMetres: 20, roads: [.init("AB"), .init("BC"), .init("BD"), .init("XY")])
    }

    @Test func theRouteIsComparedWithTheDistanceBetweenTheFixes() throws {
        let sketch = try fork()
        let start = try candidate("A", "B", at: 150, on: sketch)
        let ends = [
            try candidate("A", "B", at: 180, on: sketch),
            try candidate("B", "C", at: 10, on: sketch),
            try candidate("B", "D", at: 10, on: sketch),
        ]
        let table = try table(from: [start], to: ends, metres: 30, on: sketch)
        let rest = start.length - 150
        #expect(abs(table[1][1] - 0) < 1e-6)
        #expect(abs(table[1][2] + (rest + 10 - 30) / scale) < 1e-6)
        // Around the corner the way is as long.
        #expect(table[1][2] == table[1][3])
    }

    /// One in a thousand roads winds between two fixes: up to 20 m longer for each second, no length is less likely
    /// than another. A measured distance includes the bends.
    @Test func betweenRareFixesARoadMayWind() throws {
        let sketch = try MapSketch(
            "A" + String(repeating: "-", count: 40) + "B", gridMetres: 50, roads: [.init("AB")])
        let start = try candidate("A", "B", at: 100, on: sketch)
        let ends = try [250.0, 600, 710, 740].map { end in
            try candidate("A", "B", at: end, on: sketch)
        }
        let table = try table(from: [start], to: ends, metres: 20, seconds: 30, on: sketch)
        // β after 30 s is 20 m, and the search goes 600 m beyond the distance between the fixes.
        #expect(abs(table[1][1] + 130 / 20) < 1e-6)
        #expect(table[1][2] == -7 && table[1][3] == -7 && table[1][4] == -.infinity)
        let measured = try self.table(
            from: [start], to: ends, metres: 20, seconds: 30, driven: (20, 5), on: sketch)
        #expect(measured[1][3] == -.infinity)
        // A second later the usual distribution alone counts.
        let soon = try self.table(from: [start], to: ends, metres: 130, on: sketch)
        #expect(abs(soon[1][1] + 20 / scale) < 1e-6)
    }

    @Test func offRoadHasItsOwnProbabilities() throws {
        let sketch = try fork()
        let places = [
            try candidate("A", "B", at: 20, on: sketch),
            try candidate("B", "A", at: 20, on: sketch),
        ]
        let table = try table(
            from: places, to: places, metres: 0, relevant: [true, false], on: sketch)
        #expect(table[0] == [-1.0, -2.9, -2.9])
        #expect(table[1][0] == -16 && table[2][0] == -16)
        // What has no say is left as it was.
        #expect(table[2][1].isNaN && table[2][2].isNaN)
    }

    @Test func withoutARouteATransitionIsImpossible() throws {
        let sketch = try fork()
        let table = try table(
            from: [try candidate("A", "B", at: 180, on: sketch)],
            to: [
                try candidate("X", "Y", at: 10, on: sketch),
                // Too far in a second by any road.
                try candidate("B", "C", at: 199, on: sketch),
            ],
            metres: 20, on: sketch)
        #expect(table[1][1] == -.infinity && table[1][2] == -.infinity)
    }

    /// Noise moves a standing vehicle backwards, which is not a drive around the block.
    @Test func aSmallStepBackwardIsNoUTurn() throws {
        let sketch = try fork()
        let table = try table(
            from: [
                try candidate("A", "B", at: 100, on: sketch),
                try candidate("B", "C", at: 2, on: sketch),
            ],
            to: [
                try candidate("A", "B", at: 96, on: sketch),
                try candidate("A", "B", at: 197, on: sketch),
            ],
            metres: 5, on: sketch)
        #expect(abs(table[1][1] + (4 + 5) / scale) < 1e-6)
        let rest = try candidate("A", "B", at: 0, on: sketch).length - 197
        #expect(abs(table[2][2] + (2 + rest + 5) / scale) < 1e-6)
    }

    @Test func aUTurnIsMoreLikelyAtADeadEnd() throws {
        let sketch = try fork()
        // Over the dead end C, 20 m.
        let end = try candidate("B", "C", at: 0, on: sketch).length
        let atEnd = try table(
            from: [try candidate("B", "C", at: end - 10, on: sketch)],
            to: [try candidate("C", "B", at: 10, on: sketch)], metres: 20, on: sketch)
        #expect(abs(atEnd[1][1] - parameters.transitions.deadEndUTurnLog) < 1e-6)
        // In the middle of a road, driving on 10 m and turning.
        let between = try table(
            from: [try candidate("A", "B", at: 100, on: sketch)],
            to: [
                try candidate(
                    "B", "A", at: try candidate("A", "B", at: 0, on: sketch).length - 120,
                    on: sketch)
            ], metres: 20, on: sketch)
        #expect(abs(between[1][1] - parameters.transitions.uTurnLog) < 1e-6)
    }

    @Test func aMeasuredDistanceHasMoreWeight() throws {
        let sketch = try fork()
        let start = [try candidate("A", "B", at: 20, on: sketch)]
        let end = [try candidate("A", "B", at: 60, on: sketch)]
        // The fixes say 20 m, the wheels 40 m.
        let silent = try table(from: start, to: end, metres: 20, on: sketch)
        let counted = try table(
            from: start, to: end, metres: 20, driven: (40, 0.2), on: sketch)
        #expect(abs(silent[1][1] + 20 / scale) < 1e-6)
        #expect(abs(counted[1][1]) < 1e-6)
    }

    @Test func aForbiddenTurnIsPossibleAndRare() throws {
        func log(_ restriction: TurnRestriction?) throws -> Double {
            let sketch = try MapSketch(
                """
                A---------B---------C
                          |
                          D
                """, gridMetres: 20,
                roads: [
                    .init("AB", restriction: restriction), .init("BC"), .init("BD"),
                ])
            let length = try candidate("A", "B", at: 0, on: sketch).length
            return try table(
                from: [try candidate("A", "B", at: length - 5, on: sketch)],
                to: [try candidate("B", "D", at: 5, on: sketch)], metres: 10, on: sketch)[1][1]
        }
        #expect(abs(try log(nil)) < 1e-6)
        let forbidden = try log(TurnRestriction(.no, toWay: 102))
        #expect(abs(forbidden - parameters.transitions.forbiddenTurnLog) < 1e-6)
    }
}
