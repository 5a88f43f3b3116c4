import ADASISv2
import MapSketch
import Quantities
import RoadMap
import Routing
import Testing

@testable import Horizon
@testable import HorizonProvider

/// The STUB that says that a path goes on where the course turns off it.
@Suite struct ContinuationTests {
    @Test func whereTheCourseTurnsOffThePathGoesOnToo() throws {
        let priority = Attribute(
            .priorityRoad, 1, provenance: .tagged, from: .zero,
            to: Centimetres(Int(UInt32.max)))
        var bench = Bench(
            try MapSketch(
                """
                    D
                    |
                A---B---C---F
                        |
                        G
                """, gridMetres: 30,
                roads: [
                    .init("ABC", class: 2, also: [priority]), .init("CF", class: 2),
                    .init("DB", class: 4), .init("CG", class: 4),
                ]))
        func goingOn() throws -> [StubMessage] {
            try bench.provider.update(tree: bench.tree, at: bench.time)
            return bench.provider.paths[0].held.compactMap {
                if case .stub(let stub) = $0.message, stub.subPathIndex == .continuation {
                    stub
                } else {
                    nil
                }
            }
        }
        _ = try bench.drive("A", "B", 10)
        #expect(try goingOn().isEmpty)
        try bench.tree.setCourse([try bench.sketch.link("B", "D")])
        let stubs = try goingOn()
        let stub = try #require(stubs.first)
        #expect(stubs.count == 1 && stub.rightOfWay == .priority && stub.offset.raw == 120)
        // Once is enough, and it stays when the course is given up or turns off elsewhere.
        #expect(try goingOn() == stubs)
        try bench.tree.setCourse([try bench.sketch.link("C", "G")])
        #expect(try goingOn().map(\.offset.raw) == [120, 240])
        try bench.tree.setCourse([])
        let again = try goingOn()
        let link = try #require(bench.tree.mainPath?.links.dropFirst().first)
        #expect(again.first?.relativeProbability == ProbabilityCode(link.probability))
        #expect(again.first?.relativeProbability != stub.relativeProbability)
        // The path goes on along a route, or beside it.
        #expect(again.map(\.partOfCalculatedRoute) == [.notAvailable, .notAvailable])
        let route = try [("A", "B"), ("B", "C"), ("C", "G")].map {
            try bench.sketch.link(Character($0.0), Character($0.1))
        }
        try bench.tree.setCourse(route, isRoute: true)
        #expect(try goingOn().map(\.partOfCalculatedRoute) == [.yes, .no])
    }

    @Test func twoJunctionsOnOneMetreAreDistinguished() throws {
        // B and X, 30 cm from each other, are both 30 m from A.
        let gap = String(repeating: "-", count: 99)
        let indent = String(repeating: " ", count: 100)
        let drawing =
            indent + "D\n" + indent + "|\nA" + gap + "BX" + gap + "F\n" + indent + " |\n" + indent
            + " E"
        var bench = Bench(
            try MapSketch(
                drawing, gridMetres: 0.3,
                roads: [
                    .init("ABXF", class: 2), .init("DB", class: 4), .init("XE", class: 2),
                ]))
        _ = try bench.drive("A", "B", 10)
        try bench.tree.setCourse([try bench.sketch.link("B", "D")])
        let main = try #require(bench.tree.mainPath)
        let departure = try #require(main.departure)
        let link = try #require(main.links.first { $0.start == departure })
        let last = try #require(main.links.last)
        #expect(wireMetres(last.start) == wireMetres(departure) && last.start != departure)
        #expect(ProbabilityCode(last.probability) != ProbabilityCode(link.probability))
        for _ in 0..<2 {
            try bench.provider.update(tree: bench.tree, at: bench.time)
            let stubs = bench.provider.paths[0].held.compactMap { item -> StubMessage? in
                if case .stub(let stub) = item.message, stub.subPathIndex == .continuation {
                    stub
                } else {
                    nil
                }
            }
            #expect(stubs.map(\.relativeProbability) == [ProbabilityCode(link.probability)])
        }
        // Where the course is another one, the metre is all that is known of the junction.
        try bench.tree.setCourse([])
        try bench.provider.update(tree: bench.tree, at: bench.time)
        let stub = try #require(
            bench.provider.paths[0].held.first { $0.branch == bench.provider.paths[0].id })
        guard case .stub(let message) = stub.message else { return }
        let links = try #require(bench.tree.mainPath?.links)
        let later = try #require(links.last)
        let earlier = try #require(
            links.first { wireMetres($0.start) == wireMetres(later.start) })
        #expect(ProbabilityCode(earlier.probability) != ProbabilityCode(later.probability))
        #expect(message.relativeProbability == ProbabilityCode(later.probability))
    }
}
