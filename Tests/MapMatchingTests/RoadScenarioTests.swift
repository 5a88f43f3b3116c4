import Geodesy
import MapMatching
import MapSketch
import Quantities
import RoadMap
import Routing
import Testing

/// Parallel roads, roads above each other, and junctions.
@Suite struct RoadScenarioTests {
    @Test func aRoadSideBySideIsNotTaken() throws {
        let sketch = try MapSketch(
            """
            A---C------------------------D---E
                |                        |
                F------------------------G
            """,
            gridMetres: 20,
            roads: [.init("ACDE"), .init("CFGD")]
        )
        var drive = DrawnDrive(sketch)
        // 40 m apart, and the fixes drift to the other road.
        try drive.drive("AC", noise: 3)
        try drive.drive("D", noise: 3, north: -15)
        try drive.drive("E", noise: 3)
        #expect(try drive.route() == ["AC CD DE"])
    }

    @Test func theRoadUnderABridgeIsNotTaken() throws {
        let sketch = try MapSketch(
            """
                   C
                   |
            A------+-------B
                   |
                   D
            """,
            gridMetres: 30,
            roads: [.init("AB"), .init("CD")]
        )
        var drive = DrawnDrive(sketch)
        try drive.drive("AB", noise: 4)
        let names = try drive.answers().map(sketch.name)
        #expect(names.drop { $0 == "not-calibrated" }.allSatisfy { $0 == "AB" })
        #expect(try drive.route() == ["AB"])
    }

    @Test func theCarriagewayFollowsFromTheDirection() throws {
        let sketch = try MapSketch(
            """
            A-----------------------B
            D-----------------------C
            """,
            gridMetres: 15,
            roads: [.init("BA", oneway: true), .init("DC", oneway: true)]
        )
        // The fixes lie on the other carriageway.
        var east = DrawnDrive(sketch)
        try east.drive("DC", noise: 2, north: 13)
        #expect(try east.route() == ["DC"])
        var west = DrawnDrive(sketch)
        try west.drive("BA", noise: 2, north: -13)
        #expect(try west.route() == ["BA"])
    }

    @Test func aSideRoadIsNotEntered() throws {
        let sketch = try MapSketch(
            """
            A-------B-------C
                    |
                    D
            """,
            gridMetres: 25,
            roads: [.init("ABC"), .init("BD")]
        )
        for seed in 1...10 as ClosedRange<UInt64> {
            var drive = DrawnDrive(sketch, seed: seed)
            try drive.drive("A", noise: 5)
            try drive.drive("B", metresPerSecond: 8, noise: 5)
            // It waits at the junction, and the fixes drift into the side road.
            drive.stand(seconds: 40, noise: 5)
            try drive.drive("C", metresPerSecond: 8, noise: 5)
            let route = try drive.route()
            #expect(route == ["AB BC"], "seed \(seed)")
        }
    }

    @Test func aTurnIsATurn() throws {
        let sketch = try MapSketch(
            """
            A-------B-------C
                    |
                    |
                    |
                    D
            """,
            gridMetres: 25,
            roads: [.init("ABC"), .init("BD")]
        )
        var drive = DrawnDrive(sketch)
        try drive.drive("ABD", noise: 4)
        #expect(try drive.route() == ["AB BD"])
        // Without a lag, the answer is right after two fixes on the new road.
        let names = try drive.answers().map(sketch.name)
        #expect(names.suffix(7).allSatisfy { $0 == "BD" })
    }

    @Test func aRoundaboutIsDrivenRound() throws {
        let sketch = try MapSketch(
            """
                    N
                    |
                   hag
                 i     f
            W----b     d----E
                 j     k
                   lcm
                    |
                    S
            """,
            gridMetres: 10,
            roads: [
                .init("Na"), .init("Wb"), .init("Sc"), .init("Ed"),
                .init("ahibjlcmkdfga", oneway: true, form: .roundabout),
            ]
        )
        var left = DrawnDrive(sketch)
        try left.drive("SmkdfgN", metresPerSecond: 7, noise: 2)
        #expect(try left.route() == ["Sc cd da aN"])
        var straight = DrawnDrive(sketch)
        try straight.drive("Ed", metresPerSecond: 7, noise: 2)
        try straight.drive("fgahibW", metresPerSecond: 7, noise: 2)
        #expect(try straight.route() == ["Ed da ab bW"])
    }

    @Test func theOnlyRouteIsFoundThroughAGapInTheFixes() throws {
        let sketch = try MapSketch(
            """
            A----B          E----F
                 |          |
                 C----------D
            """,
            gridMetres: 50,
            roads: [.init("ABCDEF")]
        )
        var drive = DrawnDrive(sketch)
        try drive.drive("AB")
        try drive.reappear(at: "E", after: 70)
        try drive.drive("F")
        #expect(try drive.route() == ["AF"])
        let decisions = try drive.decisions()
        #expect(decisions.dropFirst().allSatisfy { $0.continues })
    }
}
