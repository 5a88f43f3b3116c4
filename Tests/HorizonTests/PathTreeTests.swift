import Geodesy
import Horizon
import Routing
import MapSketch
import Quantities
import RoadMap
import Testing

/// A tree in a sketch, and what a test asks of it.
struct Scene {
    let sketch: MapSketch
    var tree: PathTree

    init(_ sketch: MapSketch, _ change: (inout HorizonParameters) -> Void = { _ in }) {
        self.sketch = sketch
        var parameters = HorizonParameters()
        change(&parameters)
        tree = PathTree(map: sketch.map, parameters: parameters)
    }

    @discardableResult
    mutating func drive(_ from: Character, _ to: Character, _ metres: Double) throws
        -> PathTree.Change
    {
        try tree.advance(to: LinkPlace(try sketch.link(from, to), offset: Metres(metres)))
    }

    /// A path as the letters of its nodes.
    func nodes(of path: HorizonPath) throws -> String {
        var text = ""
        for link in path.links {
            if text.isEmpty { text += try name(link.record.entry(link.link.direction)) }
            text += try name(link.record.exit(link.link.direction))
        }
        return text
    }

    func name(_ node: NodeReference) throws -> String {
        let id = try sketch.map.node(node).id
        return Unicode.Scalar(UInt32(id)).map(String.init) ?? "?"
    }

    /// What must hold after every update.
    func checkInvariants() throws {
        var exits: [String: Double] = [:]
        for path in tree.paths {
            var end = path.links[0].start
            for link in path.links {
                #expect(link.start == end)
                end = link.end
            }
            guard let branch = path.branch else {
                #expect(path.id == tree.mainPath?.id)
                continue
            }
            let parent = try #require(tree.path(branch.parent))
            #expect(parent.level == path.level - 1)
            #expect(path.startDistance == parent.startDistance + branch.offset)
            exits["\(branch.parent.number) \(branch.offset.value)", default: 0] +=
                branch.probability
        }
        for path in tree.paths {
            for link in path.links.dropFirst() {
                let key = "\(path.id.number) \(link.start.value)"
                if let sum = exits[key] { #expect(abs(sum + link.probability - 1) < 1e-9) }
            }
        }
    }
}

@Suite struct PathTreeTests {
    static func crossroads() throws -> MapSketch {
        try MapSketch(
            """
                  D
                  |
            A-----B-----C-----F
                  |     |
                  E     G
            """, gridMetres: 20,
            roads: [
                .init("ABCF", class: 2), .init("DBE", class: 4), .init("CG", class: 6),
            ])
    }

    @Test func mainPathGoesStraightOnAlongTheClass() throws {
        var scene = Scene(try Self.crossroads())
        #expect(try scene.drive("A", "B", 30) == .reset)
        let main = try #require(scene.tree.mainPath)
        #expect(try scene.nodes(of: main) == "ABCF")
        #expect(main.end == .deadEnd)
        let sides = try scene.tree.paths.dropFirst().map(scene.nodes)
        #expect(Set(sides) == ["BD", "BE", "CG"])
        let left = try #require(scene.tree.paths.first { (try? scene.nodes(of: $0)) == "BD" })
        let turn = try #require(left.branch).turnAngle.value
        #expect(abs(turn + 90) < 1)
        #expect(abs(left.startDistance.metres.value - (120 - 30)) < 0.1)
        try scene.checkInvariants()
    }

    @Test func turningOffMakesTheSidePathTheMainPath() throws {
        var scene = Scene(try Self.crossroads())
        try scene.drive("A", "B", 30)
        let side = try #require(scene.tree.paths.first { (try? scene.nodes(of: $0)) == "BE" }).id
        #expect(try scene.drive("B", "E", 10) == .turnedOff)
        #expect(scene.tree.mainPath?.id == side)
        #expect(abs(scene.tree.vehicleOffset.value - 10) < 1e-9)
        #expect(scene.tree.paths.count == 1)
        #expect(abs(scene.tree.odometer.value - 100) < 0.1)
    }

    @Test func leavingTheTreeBeginsANewOne() throws {
        var scene = Scene(try Self.crossroads()) { $0.lookAhead[1] = .zero }
        try scene.drive("A", "B", 30)
        let first = scene.tree.mainPath?.id
        #expect(try scene.drive("G", "C", 5) == .reset)
        #expect(scene.tree.mainPath?.id != first)
        try scene.checkInvariants()
    }

    @Test func whatLiesWhollyBehindIsGivenUp() throws {
        let sketch = try MapSketch(
            """
            A--B--C--D--E--F--G
               |     |     |
               H     I     J
            """, gridMetres: 20,
            roads: [.init("ABCDEFG", class: 3), .init("BH"), .init("DI"), .init("FJ")])
        var scene = Scene(sketch) { $0.trailing = Centimetres(5_000) }
        try scene.drive("A", "B", 0)
        #expect(scene.tree.paths.count == 4)
        try scene.drive("B", "D", 60)
        let main = try #require(scene.tree.mainPath)
        // B lies 60 m behind, beyond the 50 m that are kept; the link from B on is still needed.
        #expect(try scene.nodes(of: main) == "BDFG")
        #expect(main.droppedLinks == 1)
        #expect(scene.tree.paths.count == 3)
        #expect(main.links[0].start == sketchLength(scene, "A", "B"))
        try scene.checkInvariants()
    }

    private func sketchLength(_ scene: Scene, _ from: Character, _ to: Character) -> Centimetres? {
        (try? scene.sketch.link(from, to)).flatMap { try? scene.sketch.map.link($0.link).length }
    }

    /// Who drives back stays where the tree has its first link, and has come back no farther than that.
    @Test func aPathHasNoPlaceBeforeItsFirstLink() throws {
        var scene = Scene(try Self.crossroads())
        try scene.drive("A", "B", 30)
        #expect(try scene.tree.move(by: Metres(-20)).rest == .zero)
        #expect(try scene.tree.move(by: Metres(-25)).rest == Metres(-15))
        #expect(scene.tree.vehicleOffset == .zero)
        #expect(scene.tree.odometer == .zero && scene.tree.progress == Metres(-30))
        try scene.checkInvariants()
    }

    @Test func aOneWayStreetIsNoExitFromItsEnd() throws {
        let sketch = try MapSketch(
            """
            A---B---C
                |
                D
            """, gridMetres: 20, roads: [.init("ABC"), .init("DB", oneway: true)])
        var scene = Scene(sketch)
        try scene.drive("A", "B", 0)
        #expect(scene.tree.paths.count == 1)
        #expect(try scene.nodes(of: try #require(scene.tree.mainPath)) == "ABC")
    }

    @Test func theWayThroughARoundaboutIsTheStraightestExit() throws {
        let sketch = try MapSketch(
            """
                  N
                  |
                  b
                 / \\
            W---a   c---E
                 \\ /
                  d
                  |
                  S
            """, gridMetres: 10,
            roads: [
                .init("Wa", class: 3), .init("cE", class: 3), .init("Nb", class: 4),
                .init("dS", class: 4),
                .init("adcba", oneway: true, class: 3, form: .roundabout),
            ])
        var scene = Scene(sketch)
        try scene.drive("W", "a", 0)
        #expect(try scene.nodes(of: try #require(scene.tree.mainPath)) == "WadcE")
        let sides = try scene.tree.paths.dropFirst().filter { $0.level == 1 }.map(scene.nodes)
        #expect(sides.contains { $0.hasPrefix("dS") })
        #expect(sides.contains { $0.hasPrefix("cb") })
        try scene.checkInvariants()
    }

    @Test func aRingRoadEndsWhereItMeetsItself() throws {
        let sketch = try MapSketch(
            """
            A---B
            |   |
            D---C
            """, gridMetres: 20, roads: [.init("ABCDA", oneway: true)])
        var scene = Scene(sketch)
        try scene.drive("A", "A", 10)
        let main = try #require(scene.tree.mainPath)
        #expect(main.end == .loop)
        #expect(main.links.count == 1)
    }

    @Test func reachIsMeasuredFromTheVehicle() throws {
        let sketch = try MapSketch(
            """
            A----B----C----D----E----F
                      |
                      G
                      |
                      H---I
                      |
                      J
            """, gridMetres: 20,
            roads: [.init("ABCDEF", class: 2), .init("CGHJ"), .init("HI")])
        var scene = Scene(sketch) {
            $0.lookAhead = [Centimetres(25_000), Centimetres(22_000)]
            $0.step = .zero
        }
        try scene.drive("A", "C", 0)
        #expect(try scene.nodes(of: try #require(scene.tree.mainPath)) == "ACF")
        #expect(try scene.tree.paths.map(scene.nodes).contains("CH"))
        try scene.drive("A", "C", 150)
        #expect(try scene.tree.paths.map(scene.nodes).contains("CHJ"))
        // What leaves a side path is known by its first link alone.
        let second = try #require(scene.tree.paths.first { $0.level == 2 })
        #expect(try scene.nodes(of: second) == "HI")
        try scene.checkInvariants()
    }

    @Test func theFarEndOfTheMainPathGivesWayToTheBoundOnPaths() throws {
        let sketch = try MapSketch(
            """
            A--B--C--D--E--F--G
               |  |  |  |  |
               h  i  j  k  l
            """, gridMetres: 20,
            roads: [
                .init("ABCDEFG", class: 2), .init("Bh"), .init("Ci"), .init("Dj"), .init("Ek"),
                .init("Fl"),
            ])
        for (bound, main) in [(1, "AB"), (3, "ABCD"), (6, "ABCDEFG"), (1024, "ABCDEFG")] {
            var scene = Scene(sketch) { $0.maximumPaths = bound }
            try scene.drive("A", "B", 10)
            #expect(scene.tree.paths.count == min(bound, 6))
            #expect(try scene.nodes(of: try #require(scene.tree.mainPath)) == main)
            try scene.checkInvariants()
        }
    }

    /// The main path has 6 links and 5 side paths of 3 links.
    @Test(
        arguments: [
            (1, "AB", ""), (2, "AB", ""), (3, "ABC", "Bh"), (5, "ABCD", "Bh Ci"),
            (11, "ABCDEFG", "Bh Ci Dj Ek Fl"), (12, "ABCDEFG", "Bhm Ci Dj Ek Fl"),
            (14, "ABCDEFG", "Bhmr Cin Dj Ek Fl"), (21, "ABCDEFG", "Bhmr Cins Djot Ekpu Flqv"),
        ])
    func whatIsFarGivesWayToTheBoundOnLinks(_ bound: Int, _ main: String, _ sides: String) throws {
        let sketch = try MapSketch(
            """
            A--B--C--D--E--F--G
               |  |  |  |  |
               h  i  j  k  l
               |  |  |  |  |
               m  n  o  p  q
               |  |  |  |  |
               r  s  t  u  v
            """, gridMetres: 20,
            roads: [
                .init("ABCDEFG", class: 2), .init("Bh"), .init("hm"), .init("mr"), .init("Ci"),
                .init("in"), .init("ns"), .init("Dj"), .init("jo"), .init("ot"), .init("Ek"),
                .init("kp"), .init("pu"), .init("Fl"), .init("lq"), .init("qv"),
            ])
        var scene = Scene(sketch) {
            $0.maximumLinks = bound
            $0.lookAhead = [Centimetres(100_000), Centimetres(100_000)]
        }
        try scene.drive("A", "B", 10)
        let tree = scene.tree
        #expect(tree.paths.reduce(0) { $0 + $1.links.count } <= bound)
        #expect(try scene.nodes(of: try #require(tree.mainPath)) == main)
        let found = try tree.paths.dropFirst().map { try scene.nodes(of: $0) }
        #expect(found.joined(separator: " ") == sides)
        try scene.checkInvariants()
        // On the way what is given up behind makes room ahead.
        try scene.drive("E", "F", 50)
        #expect(scene.tree.paths.reduce(0) { $0 + $1.links.count } <= bound)
    }
}
