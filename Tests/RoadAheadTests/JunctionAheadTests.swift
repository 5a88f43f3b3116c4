import Horizon
import MapSketch
import Quantities
import RoadAhead
import RoadMap
import Routing
import Testing

/// Junctions ahead, and ways that are not the main path.
@Suite("Junctions ahead and other ways") struct JunctionAheadTests {
    private static func crossroads() throws -> MapSketch {
        try MapSketch(
            """
                  D
                  |
            A-----B-----C-----F
                  |     |
                  E     G
            """, gridMetres: 20,
            roads: [
                .init("ABCF", class: 2, name: "High Street"),
                .init("DBE", class: 4, name: "Low Road"), .init("CG", class: 6),
            ])
    }

    private static func path(_ name: String, in scene: AheadScene) throws -> PathID {
        let end = Int64(name.unicodeScalars.first?.value ?? 0)
        let path = try scene.tree.paths.first { path in
            guard let last = path.links.last else { return false }
            return try scene.sketch.map.node(last.record.exit(last.link.direction)).id == end
        }
        return try #require(path).id
    }

    @Test func junctionsNameTheirRoads() throws {
        var scene = try AheadScene(try Self.crossroads(), at: ("A", "B"), 30)
        let items = try scene.items(.junction)
        #expect(items.map { AheadScene.whole($0.distance) } == [90, 210])
        guard case .junction(let first) = items.first?.content,
            case .junction(let second) = items.last?.content
        else { return }
        #expect(first.onward.name == "High Street")
        #expect(abs(first.onward.turnAngle.value) < 1)
        #expect(first.exits.map(\.name) == ["Low Road", "Low Road"])
        #expect(Set(first.exits.map { ($0.turnAngle.value / 90).rounded() }) == [-1, 1])
        let all = first.exits.reduce(first.onward.probability) { $0 + $1.probability }
        #expect(abs(all - 1) < 1e-9)
        #expect(second.exits.map(\.name) == [nil])
    }

    @Test func aWayAlongASidePathGoesByItsParents() throws {
        var scene = try AheadScene(try Self.crossroads(), at: ("A", "B"), 30)
        let side = try Self.path("G", in: scene)
        let items = try scene.items(.junction, along: side)
        #expect(items.map { AheadScene.whole($0.distance) } == [90, 210])
        guard case .junction(let turn) = items.last?.content else { return }
        #expect(turn.onward.path == side)
        #expect(turn.exits.map(\.path) == [scene.tree.mainPath?.id])
        #expect(abs(turn.onward.turnAngle.value - 90) < 1)
        // The turn itself is a curve of that way and of no other.
        #expect(try scene.items(.curve, along: side).map(\.path) == [side])
        #expect(try scene.items(.curve).isEmpty)
    }

    @Test func theMostProbableWayTurnsOffWithTheCourse() throws {
        var scene = try AheadScene(try Self.crossroads(), at: ("A", "B"), 30)
        let side = try Self.path("E", in: scene)
        try scene.tree.setCourse([try scene.sketch.link("B", "E")])
        let main = try #require(scene.tree.mainPath).id
        #expect(scene.tree.line().map(\.path) == [main, side])
        #expect(try scene.items(.curve).map(\.path) == [side])
        #expect(try scene.items(.junction).map { AheadScene.whole($0.distance) } == [90])
    }

    @Test func thereIsNothingAlongAPathThatIsNot() throws {
        var scene = try AheadScene(try Self.crossroads(), at: ("A", "B"), 30)
        let side = try Self.path("D", in: scene)
        try scene.tree.advance(
            to: LinkPlace(try scene.sketch.link("B", "E"), offset: Metres(10)))
        #expect(try scene.items(.junction, along: side).isEmpty)
        #expect(scene.tree.line(along: side).isEmpty)
        scene.tree.clear()
        #expect(try scene.items(.junction).isEmpty)
    }

    @Test func nothingIsReportedBeyondTheReach() throws {
        var scene = try AheadScene(try Self.crossroads(), at: ("A", "B"), 30)
        scene.parameters.reach = Metres(200)
        #expect(try scene.items(.junction).map { AheadScene.whole($0.distance) } == [90])
    }

    @Test func theDistanceToALinkIsThatByWayOfTheTree() throws {
        let scene = try AheadScene(try Self.crossroads(), at: ("A", "B"), 30)
        func distances(_ from: Character, _ to: Character) throws -> [Int] {
            scene.tree.distances(to: try scene.sketch.link(from, to))
                .map { AheadScene.whole($0.distance) }
        }
        #expect(try distances("A", "B") == [-30])
        #expect(try distances("C", "F") == [210])
        #expect(try distances("C", "G") == [210])
        #expect(try distances("F", "C").isEmpty)
    }

    @Test func allKindsComeByDistance() throws {
        var scene = try AheadScene(try Self.crossroads(), at: ("A", "B"), 30)
        scene.parameters.kinds = Set(AheadKind.allCases)
        let items = try scene.items()
        #expect(items.map(\.kind) == [.speedLimit, .junction, .junction])
        #expect(items.map(\.distance) == items.map(\.distance).sorted())
        #expect(items.first?.content == .speedLimit(nil))
    }
}
