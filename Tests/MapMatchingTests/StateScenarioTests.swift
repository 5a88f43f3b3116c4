import Geodesy
import MapMatching
import MapSketch
import Positioning
import Quantities
import Routing
import Testing

/// The states of standstills, U-turns, leaving the roads, and jumps.
@Suite struct StateScenarioTests {
    private func street() throws -> MapSketch {
        try MapSketch(
            """
            A-----------B-----------C
                        |
                        D
            """,
            gridMetres: 25,
            roads: [.init("ABC"), .init("BD")]
        )
    }

    @Test func aDeadEndIsLeftAsItWasEntered() throws {
        var drive = DrawnDrive(try street())
        try drive.drive("ABDBC", metresPerSecond: 8, noise: 2)
        #expect(try drive.route() == ["AB BD DB BC"])
    }

    @Test func standingMovesNothing() throws {
        let sketch = try street()
        for seed in 1...10 as ClosedRange<UInt64> {
            var drive = DrawnDrive(sketch, seed: seed)
            try drive.drive("AB", noise: 4)
            drive.stand(seconds: 120, noise: 4)
            let standing = try drive.answers().suffix(110).map(sketch.name)
            #expect(!standing.contains("BA") && !standing.contains("CB"), "seed \(seed)")
            #expect(!standing.contains("off-road"), "seed \(seed)")
            #expect(try drive.route().count == 1, "seed \(seed)")
        }
    }

    @Test func aUTurnOnTheRoadIsFound() throws {
        let sketch = try MapSketch(
            """
            A-----------t-----------B
            """,
            gridMetres: 25,
            roads: [.init("AtB")]
        )
        var drive = DrawnDrive(sketch)
        try drive.drive("AtA", noise: 2)
        let route = try drive.route()
        #expect(route == ["AB BA"])
        let names = try drive.answers().map(sketch.name)
        #expect(names.suffix(25).allSatisfy { $0 == "BA" })
    }

    @Test func offTheRoadAndBack() throws {
        let sketch = try MapSketch(
            """
            A-------B
                     1

                     2

                     3
            D-------C
            """,
            gridMetres: 40,
            roads: [.init("AB"), .init("CD")]
        )
        var drive = DrawnDrive(sketch)
        try drive.drive("AB1", noise: 2)
        try drive.drive("23CD", metresPerSecond: 7, noise: 2)
        #expect(try drive.route() == ["AB", "CD"])
        let names = try drive.answers().map(sketch.name)
        #expect(names.contains("off-road"))
        #expect(names.suffix(15).allSatisfy { $0 == "CD" })
        // Off the road, it stays off until the next road.
        let first = try #require(names.firstIndex(of: "off-road"))
        let last = try #require(names.lastIndex(of: "off-road"))
        #expect(names[first...last].allSatisfy { $0 == "off-road" })
    }

    @Test func aJumpStartsAgain() throws {
        let sketch = try MapSketch(
            """
            A---------B------------------------------C---------D
            """,
            gridMetres: 50,
            roads: [.init("ABCD")]
        )
        var drive = DrawnDrive(sketch)
        try drive.drive("AB", noise: 2)
        try drive.reappear(at: "C", after: 2)
        try drive.drive("D", noise: 2)
        #expect(try drive.route() == ["AD", "AD"])
        let jump = try #require(try drive.decisions().dropFirst().first { !$0.continues })
        #expect(drive.fixes[jump.fixNumber].place == (try sketch.place("C")))
    }

    @Test func outsideTheMapTheAnswerIsNoMap() throws {
        let sketch = try MapSketch(
            """
            A-----B                    1                    2
            """,
            gridMetres: 50,
            roads: [.init("AB")]
        )
        var drive = DrawnDrive(sketch)
        try drive.drive("AB12", metresPerSecond: 20)
        let names = try drive.answers().map(sketch.name)
        #expect(names.first == "not-calibrated")
        #expect(names[5] == "AB")
        #expect(names.last == "no-map")
        #expect(try drive.decisions().map { try sketch.name($0.result) }.last == "no-map")
    }

    @Test func aFirstFixWithACourseIsEnough() throws {
        let sketch = try street()
        var matcher = MapMatcher(map: sketch.map)
        let place = try sketch.place("B")
        let west = Fix(
            time: nil,
            place: try #require(LocalFrame(around: place).unproject(PlanarVector(x: 60, y: 3))),
            course: Degrees(270),
            speed: MetresPerSecond(10)
        )
        guard case .onRoad(let matched) = try matcher.ingest(west, at: .zero) else {
            Issue.record("not on the road")
            return
        }
        #expect(try sketch.name(matched.place.link) == "CB")
        #expect(matched.probability > 0.9)
        #expect(abs((matched.relativeHeading?.value ?? 90)) < 0.5)
    }

    @Test(arguments: [0.001, 3, 10, 1000]) func everyFixIsDecidedOnceAndInOrder(lag: Double) throws
    {
        var drive = DrawnDrive(try street())
        try drive.drive("AB", noise: 3)
        drive.stand(seconds: 30, noise: 3)
        try drive.reappear(at: "A", after: 1)
        try drive.drive("B", noise: 3)
        try drive.reappear(at: "C", after: 1000)
        try drive.drive("B", noise: 3)
        let decisions = try drive.decisions(lag: lag)
        #expect(decisions.map(\.fixNumber) == Array(drive.fixes.indices))
        #expect(try drive.decisions(lag: lag) == decisions)
    }

    @Test func theLineIsCutAtShapePoints() throws {
        let sketch = try MapSketch(
            """
            A---b---c---d---E
            """,
            gridMetres: 50,
            roads: [.init("AbcdE")]
        )
        var drive = DrawnDrive(sketch)
        try drive.drive("b", east: 60)
        try drive.drive("c", east: 60)
        var route = DrivenRoute(map: sketch.map)
        for decision in try drive.decisions() { try route.ingest(decision) }
        let line = try route.line(of: try #require(route.stretches.first))
        #expect(line == (try "bcd".map(sketch.place)))
    }
}
