import Geodesy
import Horizon
import MapSketch
import Quantities
import RoadMap
import RoadObjects
import Routing
import Testing

/// What a car is told of objects on small maps.
@Suite("Objects that a car meets") struct ObjectEventTests {
    /// A main road of 600 m with a side road in its middle.
    private static func town() throws -> ObjectScene {
        ObjectScene(
            try MapSketch(
                """
                A-----B-----C
                      |
                      D
                """, gridMetres: 50,
                roads: [.init("ABC", class: 2), .init("BD", class: 5)]))
    }

    @Test func aPointIsPassedInBothDirections() throws {
        var scene = try Self.town()
        try scene.objects.add(CustomObject(id: "p", .point(scene.place(102, 4), course: nil)))
        try scene.drive("A", "B", 0...150)
        #expect(scene.said() == ["AB 105: p passed"])
        try scene.drive("B", "A", 150...250)
        #expect(scene.said() == ["BA 200: p passed"])
    }

    /// However the car drives through the junction, it passes the point there once.
    @Test(arguments: ["ABC", "CBA", "ABD", "DBA", "CBD", "DBC"])
    func aPointAtAJunctionIsOnAllOfItsRoads(_ way: String) throws {
        let nodes = Array(way)
        var scene = try Self.town()
        try scene.objects.add(CustomObject(id: "p", .point(scene.place(300, 0), course: nil)))
        func length(_ from: Character, _ to: Character) -> Double {
            from == "D" || to == "D" ? 100 : 300
        }
        try scene.drive(nodes[0], nodes[1], 0...length(nodes[0], nodes[1]) - 5)
        let ahead = try #require(scene.objects.ahead(in: scene.tree).first)
        #expect(abs(ahead.entry.value - 5) < 1)
        try scene.drive(nodes[1], nodes[2], 0...length(nodes[1], nodes[2]) - 5)
        let said = scene.said()
        #expect(said.count == 1 && said[0].hasSuffix(": p passed"), "\(said)")
    }

    @Test func aPointWithACourseIsForThatDirection() throws {
        var scene = try Self.town()
        try scene.objects.add(
            CustomObject(id: "p", .point(scene.place(102, 4), course: Degrees(265))))
        try scene.drive("A", "B", 0...150)
        #expect(scene.said().isEmpty)
        try scene.drive("B", "A", 150...250)
        #expect(scene.said() == ["BA 200: p passed"])
    }

    @Test func aLineIsEnteredAtItsStartAndLeftAtItsEnd() throws {
        var scene = try Self.town()
        try scene.objects.add(
            CustomObject(
                id: "q", kind: .congestion, severity: .major,
                .line([scene.place(98, 0), scene.place(401, 0)])))
        try scene.drive("A", "B", 0...40)
        let found = scene.objects.ahead(in: scene.tree)
        let ahead = try #require(found.first)
        #expect(found.count == 1)
        #expect(abs(ahead.entry.value - 58) < 1)
        #expect(abs(try #require(ahead.exit).value - 361) < 1)
        #expect(abs(try #require(ahead.end).value - 361) < 1)
        #expect(ahead.isAtStart && ahead.isAtEnd)
        #expect(ahead.path == scene.tree.mainPath?.id)
        #expect(abs(ahead.offset.metres.value - 98) < 1)
        try scene.drive("A", "B", 45...300)
        #expect(scene.said() == ["AB 100: q entered"])
        #expect(scene.objects.entered == ["q"])
        try scene.drive("B", "C", 5...200)
        #expect(scene.said() == ["BC 105: q exited"])
        #expect(scene.objects.entered.isEmpty)
        // It has one direction.
        try scene.drive("C", "B", 100...300)
        #expect(scene.said().isEmpty)
    }

    @Test func whoTurnsOffLeavesItAlongIt() throws {
        var scene = try Self.town()
        try scene.objects.add(
            CustomObject(id: "q", .line([scene.place(98, 0), scene.place(401, 0)])))
        try scene.drive("A", "B", 90...295)
        let side = try #require(scene.tree.paths.dropFirst().first)
        let off = try #require(scene.objects.ahead(in: scene.tree, along: side.id).first)
        #expect(!off.isAtEnd)
        #expect(abs(try #require(off.exit).value - 5) < 0.01)
        #expect(abs(try #require(off.end).value - 106) < 1)
        try scene.drive("B", "D", 5...50)
        #expect(scene.said() == ["AB 100: q entered", "BD 5: q exited along"])
    }

    @Test func whoTurnsIntoItEntersItAlongIt() throws {
        var scene = try Self.town()
        try scene.objects.add(
            CustomObject(id: "q", .line([scene.place(98, 0), scene.place(401, 0)])))
        try scene.drive("D", "B", 10...45)
        let right = scene.tree.paths.flatMap { scene.objects.ahead(in: scene.tree, along: $0.id) }
        #expect(right.contains { !$0.isAtStart && $0.isAtEnd })
        try scene.drive("B", "C", 5...150)
        #expect(scene.said() == ["BC 5: q entered along", "BC 105: q exited"])
    }

    @Test func aLineThatTurnsOffIsOneStay() throws {
        var scene = try Self.town()
        try scene.objects.add(
            CustomObject(
                id: "q",
                .line([scene.place(202, 0), scene.place(300, 0), scene.place(300, 32)])))
        try scene.drive("A", "B", 150...295)
        #expect(scene.said() == ["AB 205: q entered"])
        let side = try #require(scene.tree.paths.dropFirst().first)
        let onward = try #require(scene.objects.ahead(in: scene.tree, along: side.id).first)
        #expect(onward.isAtStart && onward.isAtEnd)
        #expect(abs(try #require(onward.exit).value - 37) < 0.1)
        #expect(scene.objects.places(of: "q", in: scene.tree).count == 1)
        try scene.drive("B", "D", 5...45)
        #expect(scene.said() == ["BD 35: q exited"])
    }

    @Test func anAreaIsEnteredAndLeftAtItsBorder() throws {
        var scene = try Self.town()
        let ring = try [
            scene.place(102, -20), scene.place(402, -20), scene.place(402, 22),
            scene.place(102, 22),
        ]
        let hole = try [
            scene.place(152, -10), scene.place(202, -10), scene.place(202, 10),
            scene.place(152, 10),
        ]
        try scene.objects.add(CustomObject(id: "a", .polygon([ring, hole])))
        try scene.drive("A", "B", 0...300)
        #expect(
            scene.said() == [
                "AB 105: a entered", "AB 155: a exited", "AB 205: a entered",
            ])
        try scene.drive("B", "D", 5...45)
        #expect(scene.said() == ["BD 25: a exited"])
        try scene.drive("D", "B", 5...100)
        try scene.drive("B", "A", 5...250)
        #expect(
            scene.said() == [
                "DB 80: a entered", "BA 100: a exited", "BA 150: a entered", "BA 200: a exited",
            ])
    }

    @Test func aGantryIsPassedByWhoDrivesUnderIt() throws {
        var scene = try Self.town()
        try scene.objects.add(
            CustomObject(
                id: "g", .gantry([scene.place(297, -8), scene.place(297, 8), scene.place(303, 8)])))
        try scene.drive("A", "B", 250...300)
        try scene.drive("B", "D", 5...50)
        #expect(scene.said() == ["AB 300: g passed", "BD 10: g passed"])
        try scene.drive("C", "B", 200...300)
        #expect(scene.said().isEmpty)
        try scene.drive("B", "A", 5...50)
        #expect(scene.said() == ["BA 5: g passed"])
    }

    @Test func whereNoRoadIsItIsRefused() throws {
        var scene = try Self.town()
        func problem(_ geometry: CustomObject.Geometry) -> String? {
            do throws(ObjectError) {
                try scene.objects.add(CustomObject(id: "x", geometry))
                return nil
            } catch { return "\(error)" }
        }
        #expect(
            try problem(.point(scene.place(100, 200), course: nil))
                == "there is no road of the map within 50 m")
        #expect(
            try problem(.point(scene.place(100, 4), course: Degrees(0)))
                == "there is no road of the map within 50 m that is driven in its direction")
        #expect(
            try problem(.line([scene.place(100, 0), scene.place(100, 0)]))
                == "2 different points are needed at least")
        #expect(
            try problem(.line([scene.place(100, 900), scene.place(400, 900)]))
                == "point 1: the map has no road under the line")
        #expect(
            try problem(.gantry([scene.place(10, 10), scene.place(20, 20)]))
                == "no road of the map crosses it")
        #expect(
            try problem(.gantry([scene.place(10, 10)]))
                == "2 different points are needed at least")
        let bow = try [
            scene.place(0, 0), scene.place(100, 100), scene.place(100, 0), scene.place(0, 100),
        ]
        #expect(
            problem(.polygon([bow]))
                == "the area crosses or touches itself: its sides from points 1 and 3")
        func square(_ from: Double, _ to: Double) throws -> [Coordinate] {
            try [
                scene.place(from, from), scene.place(to, from), scene.place(to, to),
                scene.place(from, to),
            ]
        }
        #expect(
            try problem(.polygon([square(-50, 50), square(-40, -30), square(60, 70)]))
                == "ring 3 of the area cuts nothing out of the first one")
        #expect(
            try problem(.polygon([square(-50, 50), square(-40, 40), square(-30, 30)]))
                == "ring 3 of the area cuts nothing out of the first one")
        #expect(
            try problem(
                .polygon([[scene.place(0, 0), scene.place(100, 0), scene.place(50, 0)]]))
                == "the area crosses or touches itself: its sides from points 1 and 2")
        #expect(
            try problem(.polygon([[scene.place(0, 10), scene.place(100, 10)]]))
                == "3 different points are needed at least")
        #expect(problem(.polygon([])) == "3 different points are needed at least")
        #expect(
            try problem(
                .polygon([[scene.place(0, 200), scene.place(100, 200), scene.place(50, 250)]]))
                == "there is no road of the map in the area")
        let many = try (0...4096).map { try scene.place(Double($0), 0) }
        #expect(problem(.line(many)) == "more than 4096 points")
        #expect(problem(.gantry(many)) == "more than 4096 points")
        #expect(problem(.polygon([many])) == "more than 4096 points")
        #expect(try problem(.point(scene.place(100, 0), course: nil)) == nil)
        #expect(
            try problem(.point(scene.place(100, 0), course: nil))
                == "an object of this name is there already")
        #expect(scene.objects.ids == ["x"])
    }

    @Test func addedAndRemovedOnTheWay() throws {
        var scene = try Self.town()
        try scene.drive("A", "B", 0...200)
        try scene.objects.add(
            CustomObject(id: "under", .line([scene.place(98, 0), scene.place(401, 0)])))
        try scene.objects.add(CustomObject(id: "p", .point(scene.place(222, 4), course: nil)))
        try scene.objects.add(CustomObject(id: "gone", .point(scene.place(212, 4), course: nil)))
        try scene.objects.add(CustomObject(id: "back", .point(scene.place(150, 4), course: nil)))
        #expect(scene.objects["p"]?.kind == .custom)
        #expect(scene.objects["other"] == nil)
        let (was, still) = (scene.objects.remove("gone"), scene.objects.remove("gone"))
        #expect(was && !still)
        #expect(scene.objects.ids == ["under", "p", "back"])
        #expect(scene.objects.ahead(in: scene.tree).map(\.id) == ["under", "p"])
        try scene.drive("A", "B", 205...230)
        #expect(scene.said() == ["AB 205: under entered along", "AB 225: p passed"])
        #expect(scene.objects.entered == ["under"])
        scene.objects.removeAll()
        try scene.drive("A", "B", 235...300)
        try scene.drive("B", "C", 5...200)
        #expect(scene.said().isEmpty)
        #expect(scene.objects.ids.isEmpty && scene.objects.entered.isEmpty)
    }

    @Test func whoGoesBackALittleDoesNotMeetThingsAgain() throws {
        var scene = try Self.town()
        try scene.objects.add(CustomObject(id: "p", .point(scene.place(102, 4), course: nil)))
        try scene.objects.add(
            CustomObject(id: "q", .line([scene.place(95, 0), scene.place(200, 0)])))
        try scene.drive("A", "B", 0...110)
        #expect(scene.said() == ["AB 95: q entered", "AB 105: p passed"])
        try scene.drive("A", "B", 80...110)
        #expect(scene.said().isEmpty)
    }

    @Test func aLeapLeavesWhatIsNotThere() throws {
        var scene = try Self.town()
        try scene.objects.add(
            CustomObject(id: "q", .line([scene.place(98, 0), scene.place(401, 0)])))
        try scene.drive("A", "B", 90...150)
        try scene.drive("C", "B", 100...110)
        #expect(scene.said() == ["AB 100: q entered", "CB 100: q exited along"])
        try scene.drive("A", "B", 200...205)
        try scene.leaveRoads()
        #expect(scene.said() == ["AB 200: q entered along", "off road: q exited along"])
        try scene.leaveRoads()
        #expect(scene.said().isEmpty)
    }

    @Test func itsTimeRunsOut() throws {
        var scene = try Self.town()
        try scene.objects.add(
            CustomObject(
                id: "q", kind: .incident, expiry: 1000,
                .line([scene.place(98, 0), scene.place(401, 0)])))
        try scene.drive("A", "B", 150...160)
        #expect(scene.said() == ["AB 150: q entered along"])
        let place = LinkPlace(try scene.sketch.link("A", "B"), offset: Metres(170))
        try scene.tree.advance(to: place, at: 999)
        try scene.objects.update(scene.tree)
        #expect(scene.objects.events.isEmpty && scene.objects["q"] != nil)
        try scene.tree.advance(to: place, at: 1000)
        try scene.objects.update(scene.tree)
        #expect(scene.objects.events == [.expired("q")])
        #expect(scene.objects.ids.isEmpty && scene.objects.entered.isEmpty)
        #expect(scene.objects.events.first?.id == "q")
    }

    /// On no road time passes as well, and others that stay or end later are not touched.
    @Test func itsTimeRunsOutOffTheRoad() throws {
        var scene = try Self.town()
        let line = [try scene.place(98, 0), try scene.place(401, 0)]
        for (id, expiry) in [("late", 2000), ("stays", nil), ("soon", 1000)] as [(String, Int64?)] {
            try scene.objects.add(CustomObject(id: id, expiry: expiry, .line(line)))
        }
        scene.tree.clear(at: 999)
        try scene.objects.update(scene.tree)
        #expect(scene.objects.events.isEmpty)
        scene.tree.clear(at: 1500)
        try scene.objects.update(scene.tree)
        #expect(scene.objects.events == [.expired("soon")])
        #expect(scene.objects.ids == ["late", "stays"])
        scene.tree.clear()
        try scene.objects.update(scene.tree)
        #expect(scene.objects.events.isEmpty)
        // One that is added later and ends sooner is not forgotten.
        try scene.objects.add(CustomObject(id: "new", expiry: 1800, .line(line)))
        scene.tree.clear(at: 3000)
        try scene.objects.update(scene.tree)
        #expect(scene.objects.events == [.expired("late"), .expired("new")])
        #expect(scene.objects.ids == ["stays"])
    }
}
