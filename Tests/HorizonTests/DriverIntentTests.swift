import Horizon
import MapSketch
import Quantities
import RoadMap
import RoadMapWriter
import Testing

/// What the driver is about to do, kind by kind, on small junctions.
@Suite("The driver's intent") struct DriverIntentTests {
    /// Straight on along the class to C, left to D, right to E; B lies 120 m from A.
    static func crossing(
        lanes: String? = nil, change: (inout HorizonParameters) -> Void = { _ in }
    ) throws -> Scene {
        let sketch = try MapSketch(
            """
                  D
                  |
                  |
            A-----B-----C
                  |
                  |
                  E
            """, gridMetres: 20,
            roads: [.init("AB", class: 3), .init("BC", class: 3), .init("DB"), .init("BE")]
        ) { link in
            if let lanes, link.way == 100 {
                link.texts.append(NewText(.turnLanes, lanes, directions: .forward))
            }
        }
        return Scene(sketch, change)
    }

    /// The probability of each exit of B, by the node it leads to; they sum to 1.
    static func exits(_ scene: Scene) throws -> [String: Double] {
        let main = try #require(scene.tree.mainPath)
        var exits: [String: Double] = [:]
        for link in main.links.dropFirst() where link.start == main.links[0].end {
            exits["C"] = link.probability
        }
        for path in scene.tree.paths.dropFirst() where path.branch?.parent == main.id {
            exits[String(try scene.nodes(of: path).suffix(1))] = path.branch?.probability
        }
        #expect(abs(exits.values.reduce(0, +) - 1) < 1e-9)
        return exits
    }

    /// The odds of an exit of B against C.
    static func odds(_ exit: String, _ scene: Scene) throws -> Double {
        let exits = try exits(scene)
        return try #require(exits[exit]) / (try #require(exits["C"]))
    }

    static func known(_ change: (inout DriverIntent) -> Void) -> DriverIntent {
        var known = DriverIntent()
        change(&known)
        return known
    }

    /// The nodes of the way that the tree expects.
    static func way(_ scene: Scene) throws -> String {
        var way = ""
        for stretch in scene.tree.line() {
            let path = try #require(scene.tree.path(stretch.path))
            for link in path.links where link.start < stretch.to {
                if way.isEmpty { way += try scene.name(link.record.entry(link.link.direction)) }
                way += try scene.name(link.record.exit(link.link.direction))
            }
        }
        return way
    }

    @Test func `An indicator has the tree turn before the car does, and back when it goes out`()
        throws
    {
        var scene = try Self.crossing()
        try scene.drive("A", "B", 70)
        let before = try Self.exits(scene)
        #expect(try Self.way(scene) == "ABC")
        let left = Self.known {
            $0.indicator = .left
            $0.speed = MetresPerSecond(11)
        }
        try scene.tree.follow(left)
        let turn = try #require(scene.tree.intendedTurn)
        #expect(turn.exit == (try scene.sketch.link("B", "D")))
        #expect(turn.evidence == .indicator)
        #expect(try Self.way(scene) == "ABD")
        #expect(scene.tree.mainPath?.departureReason == .driver(.indicator))
        let odds = try #require(before["D"]) / (try #require(before["C"]))
        #expect(abs(try Self.odds("D", scene) / odds - 30) < 1e-6)
        // The right turn keeps its odds against driving straight on.
        let right = try #require(before["E"]) / (try #require(before["C"]))
        #expect(abs(try Self.odds("E", scene) / right - 1) < 1e-6)
        try scene.tree.follow(Self.known { $0.indicator = .off })
        #expect(scene.tree.intendedTurn == nil)
        #expect(try Self.way(scene) == "ABC" && Self.exits(scene) == before)
        #expect(scene.tree.mainPath?.departureReason == nil)
    }

    @Test func `Without signals, with hazard lights or far from the junction nothing changes`()
        throws
    {
        var scene = try Self.crossing()
        try scene.drive("A", "B", 50)
        let before = try Self.exits(scene)
        let silent = [
            DriverIntent(), Self.known { $0.indicator = .both },
            // Five seconds are 55 m.
            Self.known {
                $0.indicator = .left
                $0.speed = MetresPerSecond(11)
            },
            Self.known { $0.indicator = .off }, Self.known { $0.speed = MetresPerSecond(5) },
            Self.known { $0.lane = .fromLeft(1) }, Self.known { $0.heading = Degrees(90) },
        ]
        for known in silent {
            try scene.tree.follow(known)
            #expect(try Self.exits(scene) == before && scene.tree.intendedTurn == nil)
        }
    }

    @Test func `A turn that is not signalled just before the junction is less likely`() throws {
        var scene = try Self.crossing()
        try scene.drive("A", "B", 105)
        let before = try Self.odds("D", scene)
        try scene.tree.follow(Self.known { $0.indicator = .off })
        #expect(abs(try Self.odds("D", scene) / before - 0.25) < 1e-6)
    }

    @Test func `An indicator is about the next junction that has an exit to that side`() throws {
        let sketch = try MapSketch(
            """
                    D
                    |
            A---B---C---F
                |
                E
            """, gridMetres: 15,
            roads: [.init("ABCF", class: 3), .init("BE", class: 3), .init("CD", class: 3)])
        for (indicator, end, way) in [
            (TurnIndicator.right, "E", "ABE"), (.left, "D", "ABCD"),
        ] {
            var scene = Scene(sketch)
            // At what is usual on such a road five seconds are 90 m.
            try scene.drive("A", "B", 40)
            try scene.tree.follow(Self.known { $0.indicator = indicator })
            let exit = try #require(scene.tree.intendedTurn?.exit)
            #expect(exit == (try sketch.link(end == "E" ? "B" : "C", Character(end))))
            #expect(try Self.way(scene) == way)
        }
    }

    @Test func `Each kind can be switched off`() throws {
        var scene = try Self.crossing(lanes: "left|through;right") {
            $0.intent.indicatorRatio = 1
            $0.intent.unsignalledRatio = 1
            $0.intent.wrongLaneRatio = 1
            $0.intent.tooFastRatio = 1
            $0.intent.headingDeviation = .zero
        }
        try scene.drive("A", "B", 107)
        let before = try Self.exits(scene)
        for indicator in TurnIndicator.allCases {
            for (place, heading) in [(107.0, 0.0), (118, 45)] {
                try scene.drive("A", "B", place)
                try scene.tree.follow(
                    Self.known {
                        $0.indicator = indicator
                        $0.lane = .fromLeft(1)
                        $0.speed = MetresPerSecond(30)
                        $0.heading = Degrees(heading)
                    })
                let after = try Self.exits(scene)
                #expect(before.allSatisfy { abs($0.value - (after[$0.key] ?? 0)) < 1e-9 })
            }
        }
    }

    @Test func `A belief holds until another one is clearly likelier`() throws {
        var scene = try Self.crossing()
        try scene.drive("A", "B", 90)
        let exits = try Self.exits(scene)
        let (left, rest) = (try #require(exits["D"]), 1 - (try #require(exits["D"])))
        func odds(_ probability: Double) -> Double { probability / (1 - probability) }
        // With the indicator a left turn has 0.65, and in a lane that does not lead there 0.45 or 0.35.
        for (probability, isBelieved) in [(0.45, true), (0.35, false)] {
            for seesIndicatorFirst in [true, false] {
                var scene = try Self.crossing(lanes: "through;right") {
                    $0.intent.indicatorRatio = odds(0.65) * rest / left
                    $0.intent.wrongLaneRatio = odds(probability) / odds(0.65)
                }
                try scene.drive("A", "B", 90)
                if seesIndicatorFirst {
                    try scene.tree.follow(Self.known { $0.indicator = .left })
                    #expect(scene.tree.intendedTurn != nil)
                }
                try scene.tree.follow(
                    Self.known {
                        $0.indicator = .left
                        $0.lane = .fromLeft(1)
                    })
                let after = try #require(Self.exits(scene)["D"])
                #expect(abs(after - probability) < 1e-6)
                #expect(
                    (scene.tree.intendedTurn != nil) == (isBelieved && seesIndicatorFirst))
            }
        }
    }

    @Test func `The route is what is expected until the driver signals otherwise`() throws {
        var scene = try Self.crossing()
        try scene.drive("A", "B", 80)
        try scene.tree.setCourse([try scene.sketch.link("B", "E")], isRoute: true)
        #expect(try Self.way(scene) == "ABE")
        let onRoute = try Self.exits(scene)
        // The signal agrees.
        try scene.tree.follow(Self.known { $0.indicator = .right })
        #expect(scene.tree.intendedTurn == nil)
        #expect(try Self.way(scene) == "ABE")
        #expect(try #require(Self.exits(scene)["E"]) > (try #require(onRoute["E"])))
        try scene.tree.follow(DriverIntent())
        #expect(try Self.exits(scene) == onRoute)
    }

    @Test func `Once the car is past the junction nothing is left of it`() throws {
        var scene = try Self.crossing()
        try scene.drive("A", "B", 90)
        let before = try Self.exits(scene)
        try scene.tree.follow(Self.known { $0.indicator = .left })
        #expect(try Self.way(scene) == "ABD")
        try scene.drive("B", "C", 20)
        try scene.tree.follow(Self.known { $0.indicator = .left })
        #expect(scene.tree.intendedTurn == nil)
        #expect(try Self.way(scene) == "ABC" && Self.exits(scene) == before)
    }

    @Test func `A car that turns as it signalled is on the path that was told before`() throws {
        var scene = try Self.crossing()
        try scene.drive("A", "B", 90)
        try scene.tree.follow(Self.known { $0.indicator = .left })
        let told = try #require(scene.tree.line().last?.path)
        let result = try scene.tree.move(by: Metres(40))
        #expect(result.change == .turnedOff)
        #expect(scene.tree.mainPath?.id == told)
        try scene.tree.follow(Self.known { $0.indicator = .left })
        #expect(scene.tree.intendedTurn == nil)
    }
}
