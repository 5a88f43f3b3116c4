import Horizon
import MapSketch
import Quantities
import RoadMap
import Testing

// The speed, the lane and how the car begins to turn.
extension DriverIntentTests {
    @Test func `An exit that the car is too fast for is next to impossible`() throws {
        var scene = try Self.crossing()
        // 10 m before the arc of the turn: from 20 m/s to 6.3 m/s it would take 18 m/s².
        try scene.drive("A", "B", 100)
        let before = try Self.odds("D", scene)
        try scene.tree.follow(Self.known { $0.speed = MetresPerSecond(20) })
        #expect(abs(try Self.odds("D", scene) / before - 0.02) < 1e-6)
        // From 10.9 m/s it would take 3.9 m/s²: more than is comfortable.
        try scene.tree.follow(Self.known { $0.speed = MetresPerSecond(10.9) })
        let share = try Self.odds("D", scene) / before
        #expect(share > 0.3 && share < 0.9)
        // At 10 m/s it is an ordinary turn.
        try scene.tree.follow(Self.known { $0.speed = MetresPerSecond(10) })
        #expect(abs(try Self.odds("D", scene) / before - 1) < 1e-6)
    }

    @Test func `Where all exits turn, speed says nothing`() throws {
        let sketch = try MapSketch(
            """
                C
                |
            A---B
                |
                D
            """, gridMetres: 20, roads: [.init("AB"), .init("BC", class: 3), .init("BD", class: 4)])
        var scene = Scene(sketch)
        try scene.drive("A", "B", 60)
        let before = scene.tree.paths.compactMap(\.branch?.probability)
        try scene.tree.follow(Self.known { $0.speed = MetresPerSecond(20) })
        let after = scene.tree.paths.compactMap(\.branch?.probability)
        #expect(zip(before, after).allSatisfy { abs($0 - $1) < 1e-9 })
    }

    @Test(arguments: [
        (DrivenLane.fromLeft(1), 1.0, 0.1, 0.1), (.fromRight(1), 0.1, 1, 1),
        (.fromLeft(2), 0.1, 1, 1), (.fromLeft(3), 1, 1, 1), (.unknown, 1, 1, 1),
    ])
    func `A lane leads where its arrows point`(
        _ lane: DrivenLane, _ left: Double, _ straight: Double, _ right: Double
    ) throws {
        var scene = try Self.crossing(lanes: "left|through;right")
        try scene.drive("A", "B", 90)
        let before = try Self.exits(scene)
        try scene.tree.follow(Self.known { $0.lane = lane })
        let after = try Self.exits(scene)
        let weights = ["D": left, "C": straight, "E": right].map { exit, ratio in
            (exit, (before[exit] ?? 0) * ratio)
        }
        let total = weights.reduce(0) { $0 + $1.1 }
        for (exit, weight) in weights {
            #expect(abs((after[exit] ?? 0) - weight / total) < 1e-9)
        }
    }

    @Test func `A lane of which nothing is known says nothing`() throws {
        for lanes in [nil, "none|none", "left"] {
            var scene = try Self.crossing(lanes: lanes)
            try scene.drive("A", "B", 90)
            let before = try Self.exits(scene)
            try scene.tree.follow(Self.known { $0.lane = .fromLeft(2) })
            #expect(try Self.exits(scene) == before)
        }
    }

    @Test func `A car that begins to turn inside the junction turns, one that does not goes on`()
        throws
    {
        for (turned, way) in [(-45.0, "ABD"), (0, "ABC"), (45, "ABE")] {
            var scene = try Self.crossing()
            try scene.drive("A", "B", 107)
            try scene.tree.follow(Self.known { $0.heading = Degrees(200) })
            let before = try Self.exits(scene)
            try scene.drive("A", "B", 118)
            try scene.tree.follow(Self.known { $0.heading = Degrees(200 + turned) })
            #expect(try Self.way(scene) == way, "\(turned)")
            #expect(scene.tree.intendedTurn?.evidence == (turned == 0 ? nil : .heading))
            if turned == 0 {
                #expect(try #require(Self.exits(scene)["C"]) > (try #require(before["C"])))
            }
        }
    }
}
