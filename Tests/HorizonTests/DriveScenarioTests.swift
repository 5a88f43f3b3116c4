import Horizon
import MapSketch
import Quantities
import RoadMap
import Routing
import Testing

/// Whole drives through small maps of what roads can be like: after every few metres the tree is sound, and
/// the events so far make it.
@Suite("Drives through small maps") struct DriveScenarioTests {
    /// A tree that is watched.
    private struct Watched {
        var scene: Scene
        var invariants = TreeInvariants()
        var observer = TreeObserver()
        var mirror = TreeMirror()
        private(set) var resets = 0

        init(_ scene: Scene) { self.scene = scene }

        /// Looks at the tree as it is now.
        mutating func look(_ place: String) {
            observer.update(scene.tree)
            for event in observer.events {
                mirror.apply(event)
                if event == .treeReset { resets += 1 }
            }
            var whole = TreeObserver()
            whole.update(scene.tree)
            #expect(mirror == whole.mirror, "\(place)")
            let problems = invariants.problems(
                of: scene.tree, expecting: scene.tree.route == nil ? .none : .course)
            #expect(problems.isEmpty, "\(place): \(problems)")
        }

        /// Drives from node to node, a step of 23 m after the other. Says how often the link that the tree's
        /// course goes on by was the one that was driven next.
        mutating func drive(_ way: String) throws -> (right: Int, of: Int) {
            let nodes = Array(way)
            let links = try zip(nodes, nodes.dropFirst()).map { try scene.sketch.link($0, $1) }
            var right = 0
            for (number, link) in links.enumerated() {
                let length = try scene.sketch.map.link(link.link).length.metres.value
                for offset in stride(from: 0.0, to: length, by: 23) {
                    try scene.tree.advance(to: LinkPlace(link, offset: Metres(offset)))
                    look("\(way), \(nodes[number])\(nodes[number + 1]) \(Int(offset))")
                }
                guard number + 1 < links.count else { continue }
                let end = try #require(scene.tree.line().last).path
                let course = scene.tree.links(along: end)
                let here = course.firstIndex(of: link).map { course.index(after: $0) }
                if let here, here < course.count, course[here] == links[number + 1] { right += 1 }
            }
            return (right, links.count - 1)
        }

        /// The car is on no road.
        mutating func leaveRoads() {
            scene.tree.clear()
            look("off road")
        }
    }

    private static let eight = """
        A---B---C
        |   |   |
        D---E---F
        """

    /// Each edge a road of its own, since nodes are where roads begin and end.
    private static let eightRoads: [MapSketch.Road] = [
        .init("AB"), .init("BC"), .init("AD"), .init("BE"), .init("CF"), .init("DE"), .init("EF"),
    ]

    private static func watched(
        _ drawing: String, _ roads: [MapSketch.Road],
        _ change: (inout HorizonParameters) -> Void = { _ in }
    ) throws -> Watched {
        Watched(Scene(try MapSketch(drawing, gridMetres: 100, roads: roads), change))
    }

    @Test(arguments: [false, true])
    func `A figure of eight, its middle driven twice a round`(_ isRoute: Bool) throws {
        var watched = try Self.watched(Self.eight, Self.eightRoads)
        let round = "ABEFCBEDA"
        if isRoute {
            let nodes = Array(round + round.dropFirst())
            let links = try zip(nodes, nodes.dropFirst()).map {
                try watched.scene.sketch.link($0, $1)
            }
            try watched.scene.drive("A", "B", 1)
            try watched.scene.tree.setCourse(links, isRoute: true)
        }
        let (right, count) = try watched.drive(round + round.dropFirst())
        #expect(count == 15)
        // Where it comes by BE for the second time the route goes on to D.
        if isRoute { #expect(right == count) }
        #expect(watched.resets == 1)
    }

    @Test func `Round and round a block, which no path goes on along twice`() throws {
        var watched = try Self.watched(Self.eight, Self.eightRoads)
        let (right, count) = try watched.drive("ABEDABEDABED")
        #expect(count == 10 && right > 0)
        #expect(watched.resets == 1)
    }

    @Test(arguments: [false, true])
    func `Into a dead end and back`(_ showsUTurns: Bool) throws {
        var watched = try Self.watched("A---B---C", [.init("AB"), .init("BC")]) {
            $0.showsUTurns = showsUTurns
        }
        _ = try watched.drive("ABCBA")
        // Where turning back is in the tree, it is a side path that the car turns into.
        #expect(watched.resets == (showsUTurns ? 1 : 2))
    }

    @Test func `A car that turns at a junction it came by`() throws {
        var watched = try Self.watched(Self.eight, Self.eightRoads)
        _ = try watched.drive("ABA")
        _ = try watched.drive("ABEBC")
        #expect(watched.resets > 1)
    }

    /// The tree follows, since the car is there, and expects nobody else to do the same.
    @Test func `A street that is entered against its direction`() throws {
        var watched = try Self.watched(
            Self.eight,
            [.init("AB"), .init("CB", oneway: true), .init("BE"), .init("CF"), .init("EF")])
        let (right, count) = try watched.drive("ABCFE")
        #expect(right < count)
        _ = try watched.drive("EBA")
    }

    @Test func `Onto a ferry, over the water and off it`() throws {
        var watched = try Self.watched(
            "A---B---C---D", [.init("AB"), .init("BC", ferry: true), .init("CD")])
        _ = try watched.drive("AB")
        #expect(watched.scene.tree.mainPath?.end == .deadEnd)
        watched.leaveRoads()
        #expect(watched.mirror.paths.isEmpty)
        _ = try watched.drive("CD")
        #expect(try watched.scene.nodes(of: try #require(watched.scene.tree.mainPath)) == "CD")
        #expect(watched.resets == 2)
    }

    @Test func `Over the border of the map and back into it`() throws {
        var watched = try Self.watched("A---B---C", [.init("AB"), .init("BC")])
        _ = try watched.drive("ABC")
        #expect(watched.scene.tree.mainPath?.end == .deadEnd)
        watched.leaveRoads()
        _ = try watched.drive("CBA")
        #expect(watched.resets == 2)
        #expect(watched.scene.tree.mainPath?.end == .deadEnd)
    }
}
