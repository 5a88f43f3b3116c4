import Geodesy
import MapMatching
import MapSketch
import Positioning
import Quantities
import RoadMap
import Testing

/// From each state to the next and back, without further changes in between.
@Suite struct StateTransitionTests {
    /// The sequence of states of the answers of a drive; roads by the names of their ends.
    private func states(_ drive: DrawnDrive) throws -> [String] {
        try changes(in: drive.answers().map(drive.sketch.name))
    }

    private func decidedStates(_ drive: DrawnDrive) throws -> [String] {
        try changes(in: drive.decisions().map { try drive.sketch.name($0.result) })
    }

    private func changes(in names: [String]) -> [String] {
        names.indices.filter { $0 == 0 || names[$0] != names[$0 - 1] }.map { names[$0] }
    }

    private static let seeds: ClosedRange<UInt64> = 1...10

    @Test(arguments: seeds) func onAFerryAndAshore(seed: UInt64) throws {
        // The ferry does not follow the line of the map.
        let sketch = try MapSketch(
            """
            A-----B~~~~~~~~~~~~~~~~~~~~~C-----D
                         1       2
            """,
            gridMetres: 50,
            roads: [.init("AB"), .init("BC", ferry: true), .init("CD")]
        )
        var drive = DrawnDrive(sketch, seed: seed)
        try drive.drive("AB", noise: 2)
        drive.stand(seconds: 40, noise: 2)
        try drive.drive("12C", metresPerSecond: 6, noise: 2)
        try drive.drive("D", noise: 2)
        // While it may still stand at the end of the road, it may also have made a U-turn there.
        func merged(_ names: [String]) -> [String] {
            changes(in: names.map { $0 == "BA" ? "AB" : $0 })
        }
        let states = try merged(states(drive))
        let decided = try merged(decidedStates(drive))
        #expect(states == ["not-calibrated", "AB", "ferry", "CD"])
        #expect(decided == ["AB", "ferry", "CD"])
    }

    @Test func offTheRoadFarFromAFerryIsNoFerry() throws {
        let sketch = try MapSketch(
            """
            A-----B
                   1
                      2
            E~~~~~~~~~~~~~F
            """,
            gridMetres: 50,
            roads: [.init("AB"), .init("EF", ferry: true)]
        )
        var drive = DrawnDrive(sketch)
        try drive.drive("AB1", noise: 1)
        #expect(try states(drive) == ["not-calibrated", "AB", "off-road"])
        // 50 m from the line it is on board.
        try drive.drive("2", noise: 1)
        #expect(try states(drive) == ["not-calibrated", "AB", "off-road", "ferry"])
    }

    @Test(arguments: seeds) func intoACarParkAndOut(seed: UInt64) throws {
        let sketch = try MapSketch(
            """
            A------------B------------C
                         |
                         D-----e-----F
                         |       1   |
                         |   2     3 |
                         G-----------H
            """,
            gridMetres: 15,
            roads: [
                .init("ABC"), .init("BD", form: .carParkAccess), .init("DeF", form: .carParkAccess),
                .init("DG", form: .carParkAccess), .init("GH", form: .carParkAccess),
                .init("FH", form: .carParkAccess),
            ]
        )
        var drive = DrawnDrive(sketch, seed: seed)
        try drive.drive("ABDe", metresPerSecond: 5, noise: 1)
        // Across the bays, away from the aisles.
        try drive.drive("1232132", metresPerSecond: 3, noise: 1)
        try drive.drive("GDBC", metresPerSecond: 5, noise: 1)
        let names = try drive.answers().map(sketch.name)
        #expect(!names.contains("off-road"), "\(names)")
        #expect(!names.contains("ferry") && !names.contains("no-map"))
        #expect(names.last == "BC")
    }

    @Test func aCarParkIsLeftForTheOpenField() throws {
        let sketch = try MapSketch(
            """
            A-----B-----C
                   1
                    2

                      3
            """,
            gridMetres: 20,
            roads: [.init("AB"), .init("BC", form: .carParkAccess)]
        )
        var drive = DrawnDrive(sketch)
        try drive.drive("AB1", metresPerSecond: 5, noise: 0.5)
        drive.stand(seconds: 5, noise: 0.5)
        try drive.drive("23", metresPerSecond: 5, noise: 0.5)
        let states = try states(drive)
        #expect(states.last == "off-road", "\(states)")
        #expect(!states.contains("ferry"))
    }

    @Test(arguments: seeds) func noiseAtTheBorderOfTheMap(seed: UInt64) throws {
        // 1 lies 125 m outside of the map, just where it ends for a car off the road.
        let sketch = try MapSketch(
            """
            A-----B
            |
            E                  1
            """,
            gridMetres: 10,
            roads: [.init("AB"), .init("AE")]
        )
        var drive = DrawnDrive(sketch, seed: seed)
        try drive.drive("AB", metresPerSecond: 10, noise: 1)
        try drive.drive("1", metresPerSecond: 10, noise: 1)
        for _ in 0..<20 { try drive.drive("11", metresPerSecond: 10, noise: 6) }
        let states = try states(drive)
        let last = states.filter { $0 == "no-map" || $0 == "off-road" }
        #expect(last.count <= 2, "\(states)")
    }

    @Test func outOfTheMapAndIn() throws {
        let sketch = try MapSketch(
            """
            A-----B                    1
            |
            E
            """,
            gridMetres: 50,
            roads: [.init("AB"), .init("AE")]
        )
        var drive = DrawnDrive(sketch)
        try drive.drive("AB1BA", metresPerSecond: 20, noise: 2)
        #expect(
            try states(drive) == ["not-calibrated", "AB", "off-road", "no-map", "off-road", "BA"])
    }

    @Test func afterManyRejectedFixesThePlaceIsForgotten() throws {
        let sketch = try MapSketch(
            """
            A---------------------------B
            """,
            gridMetres: 100,
            roads: [.init("AB")]
        )
        var matcher = MapMatcher(map: sketch.map, lag: .seconds(10))
        let start = try sketch.place("A")
        let frame = LocalFrame(around: start)
        func answer(_ seconds: Double, accuracy: Metres?) throws -> String {
            let place = try #require(frame.unproject(PlanarVector(x: 10 * seconds, y: 0)))
            var fix = Fix(time: UTCTime(nanoseconds: Int64(seconds * 1e9)), place: place)
            fix.accuracy = accuracy
            return try sketch.name(
                matcher.ingest(fix, at: MonotonicTime(nanoseconds: Int64(seconds * 1e9))))
        }
        for second in 0..<5 { _ = try answer(Double(second), accuracy: nil) }
        #expect(try answer(5, accuracy: nil) == "AB")
        // One rejected fix has no place and changes nothing.
        #expect(try answer(6, accuracy: Metres(500)) == "not-calibrated")
        #expect(matcher.knowsPlace)
        #expect(try answer(7, accuracy: nil) == "AB")
        // Many rejected fixes change nothing either, until the time limit.
        var second = 8.0
        while second < 187 {
            #expect(try answer(second, accuracy: Metres(500)) == "not-calibrated")
            #expect(matcher.knowsPlace)
            second += 1
        }
        #expect(try answer(188, accuracy: Metres(500)) == "not-calibrated")
        #expect(!matcher.knowsPlace)
        #expect(try answer(189, accuracy: nil) == "not-calibrated")
        #expect(try answer(190, accuracy: nil) == "AB")
        matcher.finish()
        var numbers: [Int] = []
        while let decision = matcher.takeDecision() { numbers.append(decision.fixNumber) }
        #expect(numbers == Array(0..<matcher.fixCount))
    }
}
