import MapSketch
import Quantities
import RoadMap
import Testing

@testable import Horizon

/// Ways ahead that are about as likely as the most probable one.
@Suite("Several main lines") struct MainLineTests {
    /// A small road that leaves, and then a fork of two like ones.
    private static func fork() throws -> Scene {
        var scene = Scene(
            try MapSketch(
                """
                            C
                          /
                A-----X--B
                      |   \\
                      Y     D
                """, gridMetres: 20,
                roads: [
                    .init("AXB", class: 3), .init("BC", class: 3), .init("BD", class: 3),
                    .init("XY", class: 6),
                ])
        ) { $0.lookAhead = [200_000, 200_000, 200_000].map { Centimetres($0) } }
        try scene.drive("A", "X", 40)
        return scene
    }

    private func words(_ lines: [MainLine], _ scene: Scene) throws -> [String] {
        try lines.map { line in
            var text = ""
            for link in scene.tree.links(along: line.path) {
                let record = try scene.sketch.map.link(link.link)
                for node in [record.entry(link.direction), record.exit(link.direction)] {
                    let id = try scene.sketch.map.node(node).id
                    let name = Unicode.Scalar(UInt32(id)).map(String.init) ?? "?"
                    if !text.hasSuffix(name) { text += name }
                }
            }
            return text
        }
    }

    @Test func likeWaysAreReportedTogether() throws {
        var scene = try Self.fork()
        let first = scene.tree.mainLines(within: 0)
        #expect(first.count == 1)
        #expect(first.first?.path == scene.tree.mainPath?.id)
        let lines = scene.tree.mainLines(within: 0.2)
        #expect(Set(try words(lines, scene)) == ["AXBC", "AXBD"])
        let all = scene.tree.mainLines(within: 1)
        #expect(Set(try words(all, scene)) == ["AXBC", "AXBD", "AXY"])
        // Together they are every way that there is.
        #expect(abs(all.reduce(0) { $0 + $1.probability } - 1) < 1e-12)
        #expect(all.map(\.path).first == first.first?.path)
        for line in all {
            #expect(line.stretches == scene.tree.line(along: line.path))
        }
        // They stay as the vehicle comes nearer.
        try scene.drive("A", "X", 110)
        #expect(scene.tree.mainLines(within: 1).map(\.path) == all.map(\.path))
    }

    @Test func aKnownWayStaysUpToTwiceTheMargin() throws {
        let scene = try Self.fork()
        func has(_ path: PathID, within margin: Double, known: [PathID] = []) -> Bool {
            scene.tree.mainLines(within: margin, known: known).contains { $0.path == path }
        }
        // The way along the small road, which takes a margin of its own.
        let small = try #require(
            scene.tree.mainLines(within: 1).map(\.path).last { !has($0, within: 0.2) })
        let margin = try #require(
            (1...100).map { Double($0) / 100 }.first { has(small, within: $0) })
        let (near, far) = (margin * 0.75, margin * 0.4)
        #expect(!has(small, within: near))
        #expect(has(small, within: near, known: [small]))
        #expect(!has(small, within: far, known: [small]))
    }

    @Test func theHostMayPreferOne() throws {
        var scene = try Self.fork()
        let other = try #require(scene.tree.mainLines(within: 0.2).last)
        let links = scene.tree.links(along: other.path)
        try scene.tree.setCourse(links)
        let line = scene.tree.line()
        #expect(line.last?.path == other.path)
        #expect(scene.tree.mainLines(within: 0.2).first?.path == other.path)
        try scene.drive("X", "B", 50)
        try scene.tree.move(by: Metres(30))
        #expect(scene.tree.mainPath?.id == other.path)
        try scene.checkInvariants()
    }

    @Test func behindTheJunctionAndOffRoad() throws {
        var scene = try Self.fork()
        try scene.drive("B", "C", 20)
        #expect(scene.tree.mainLines(within: 1).count == 1)
        scene.tree.clear()
        #expect(scene.tree.mainLines(within: 1).isEmpty)
        #expect(scene.tree.links(along: PathID(number: 1)).isEmpty)
    }
}
