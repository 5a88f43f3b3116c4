import MapSketch
import Quantities
import RoadMap
import Testing

@testable import Horizon

/// Side paths that reach as far from where they leave, or from the vehicle.
@Suite("Look-ahead from the branch") struct LookAheadOriginTests {
    /// A road with a side road at every 200 m, each of them with junctions at every 100 m.
    private static func sketch() throws -> MapSketch {
        try MapSketch(
            """
            A---B---C---D---E
                |   |   |
                F   J   N
                |   |   |
                G   K   O
                |   |   |
                H   L   P
                |   |   |
                I   M   Q
            """, gridMetres: 50,
            roads: [.init("ABCDE", class: 1)]
                + ["BF", "FG", "GH", "HI", "CJ", "JK", "KL", "LM", "DN", "NO", "OP", "PQ"]
                .map { .init($0, class: 4) })
    }

    private static func scene(_ change: (inout HorizonParameters) -> Void) throws -> Scene {
        Scene(try sketch()) {
            $0.lookAhead = [Centimetres(100_000), Centimetres(25_000)]
            $0.step = Centimetres(1)
            change(&$0)
        }
    }

    private static func sides(_ scene: Scene) throws -> [String] {
        try scene.tree.paths.dropFirst().map(scene.nodes)
    }

    @Test func fromTheVehicleWhatIsFarIsShort() throws {
        var scene = try Self.scene { _ in }
        try scene.drive("A", "B", 100)
        // 250 m ahead: 100 m to B, 300 m to C, 500 m to D.
        #expect(try Self.sides(scene) == ["BFG", "CJ", "DN"])
        try scene.drive("B", "C", 100)
        #expect(try Self.sides(scene).contains("CJKL") == false)
    }

    @Test func fromTheBranchAllReachAsFar() throws {
        var scene = try Self.scene { $0.lookAheadOrigin = .branch }
        try scene.drive("A", "B", 100)
        #expect(try Self.sides(scene) == ["BFGH", "CJKL", "DNOP"])
        let before = scene.tree.paths.map(\.id)
        // They do not grow as the vehicle comes nearer.
        try scene.drive("B", "C", 100)
        #expect(try Self.sides(scene) == ["BFGH", "CJKL", "DNOP"])
        #expect(scene.tree.paths.map(\.id) == before)
        try scene.checkInvariants()
        // Who turns off is on the main path, and that counts from the vehicle.
        try scene.drive("C", "J", 10)
        #expect(try scene.nodes(of: try #require(scene.tree.mainPath)) == "CJKLM")
    }

    /// The course turns off again and again: what it takes counts from the vehicle all along.
    @Test func aCourseHasNoReachOfItsOwnAtEachTurn() throws {
        var scene = try Self.scene {
            $0.lookAheadOrigin = .branch
            $0.lookAhead = [Centimetres(30_000), Centimetres(25_000)]
        }
        let course: [(Character, Character)] = [
            ("A", "B"), ("B", "F"), ("F", "G"), ("G", "H"), ("H", "I"),
        ]
        try scene.tree.setCourse(course.map { try scene.sketch.link($0.0, $0.1) })
        for metres in 1...20 { try scene.drive("A", "B", Double(metres)) }
        let farthest = scene.tree.line().last.flatMap { scene.tree.path($0.path) }
        // 180 m to B and then F, of links of 100 m the last one beyond the reach; ahead of B is a side path.
        #expect(try #require(farthest).endDistance <= Centimetres(40_000))
        let main = try #require(scene.tree.mainPath)
        #expect(main.endDistance <= Centimetres(18_000 + 20_000 + 25_000))
        try scene.checkInvariants()
    }

    /// The road that the course takes becomes level 0, and what it turns into as well.
    @Test func aCourseThatTurnsAgainAndAgainHasAnEnd() throws {
        let sketch = try MapSketch(
            """
            A---B---R
                |
                C---D---S
                |   |
                T   E---F---U
                    |   |
                    V   G---H
            """, gridMetres: 50,
            roads: ["AB", "BR", "BC", "CD", "CT", "DS", "DE", "EF", "EV", "FU", "FG", "GH"]
                .map { .init($0, class: 4) })
        var scene = Scene(sketch) {
            $0.lookAheadOrigin = .branch
            $0.lookAhead = [Centimetres(45_000), Centimetres(10_000)]
            $0.step = Centimetres(1)
        }
        let turns: [(Character, Character)] = [
            ("A", "B"), ("B", "C"), ("C", "D"), ("D", "E"), ("E", "F"), ("F", "G"),
        ]
        try scene.tree.setCourse(try turns.map { try sketch.link($0.0, $0.1) })
        // Each update lets the course's next road count as the way ahead.
        for offset in 0..<8 { try scene.drive("A", "B", Double(offset)) }
        for path in scene.tree.paths where path.level == 0 {
            #expect(path.startDistance < Centimetres(45_000))
        }
        let far = scene.tree.paths.map(\.endDistance).max()
        #expect(try #require(far) <= Centimetres(45_000 + 10_000 + 20_000))
    }

    @Test func byTimeToo() throws {
        var scene = try Self.scene {
            $0.lookAheadOrigin = .branch
            $0.lookAhead = [Centimetres(100_000), .zero]
            // At the 50 km/h of their class some 20 s are 278 m.
            $0.lookAheadTime = [.zero, .seconds(10)]
        }
        try scene.drive("A", "B", 100)
        let reached = scene.tree.paths.dropFirst().map { path in
            path.links.reduce(0.0) {
                $0 + $1.record.length.metres.value / $1.traits.expectedSpeed.value
            }
        }
        #expect(reached.allSatisfy { $0 >= 10 })
        #expect(Set(reached.map { ($0 * 100).rounded() }).count == 1)
    }

    @Test(arguments: [1, 2, 3, 4, 8])
    func theBoundOnPathsHolds(bound: Int) throws {
        var scene = try Self.scene {
            $0.lookAheadOrigin = .branch
            $0.showsUTurns = true
            $0.maximumPaths = bound
        }
        try scene.drive("A", "B", 100)
        #expect(scene.tree.paths.count <= bound)
        try scene.checkInvariants()
    }
}
