import MapSketch
import Quantities
import RoadMap
import Testing

@testable import Horizon

/// A course says which link follows which, and so goes by one junction again and again.
@Suite("A course that comes by twice") struct CourseOrderTests {
    /// Out from A to C and back by the same roads.
    private static func scene() throws -> Scene {
        Scene(
            try MapSketch(
                """
                A---B---C
                    |
                    D
                """, gridMetres: 50, roads: [.init("AB"), .init("BC"), .init("BD")])
        ) { $0.showsBackTurns = true }
    }

    private static func links(_ scene: Scene, _ names: String...) throws -> [DirectedLink] {
        try names.map {
            try scene.sketch.link($0.first ?? " ", $0.last ?? " ")
        }
    }

    @Test func `Each time it goes on as it is driven then`() throws {
        for way in [["AB", "BC", "CB", "BD"], ["AB", "BD", "DB", "BC"]] {
            var scene = try Self.scene()
            try scene.drive("A", "B", 10)
            let links = try way.flatMap { try Self.links(scene, $0) }
            try scene.tree.setCourse(links, isRoute: true)
            // First the road that is driven first, whichever is the likelier one.
            #expect(
                Array(scene.tree.links(along: try #require(scene.tree.line().last).path).prefix(3))
                    == Array(links.prefix(3)))
            let (entered, turned) = (way[2].first ?? " ", way[2].last ?? " ")
            try scene.drive(entered, turned, 20)
            let onward = scene.tree.links(along: try #require(scene.tree.line().last).path)
            #expect(onward.starts(with: links.suffix(2)))
            try scene.checkInvariants()
        }
    }

    @Test func `It ends at its destination, where it began`() throws {
        var scene = try Self.scene()
        try scene.drive("B", "A", 20)
        let links = try Self.links(scene, "AB", "BC", "CB", "BA")
        try scene.tree.setCourse(links, isRoute: true)
        let main = try #require(scene.tree.mainPath)
        #expect(main.departure == nil)
        #expect(main.end == .deadEnd)
        // Of a course that does begin there, the back-turn is the way.
        try scene.tree.setCourse(Array(links.suffix(1) + links.prefix(2)), isRoute: true)
        #expect(scene.tree.mainPath?.departure == main.links[0].end)
    }

    @Test func `Who comes to it from elsewhere follows it from there`() throws {
        let course = Course(try Self.links(try Self.scene(), "AB", "BC"))
        let scene = try Self.scene()
        let links = try Self.links(scene, "DB", "AB", "BC", "BD", "CB")
        #expect(course.goes(from: links[0], into: links[2]))
        #expect(course.goes(from: links[1], into: links[2]))
        #expect(!course.goes(from: links[1], into: links[3]))
        // Behind its last link it goes nowhere.
        #expect(!course.goes(from: links[2], into: links[1]))
        #expect(Course().isEmpty && !Course().goes(from: links[0], into: links[2]))
    }
}
