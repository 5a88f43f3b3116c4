import MapSketch
import Quantities
import RoadMap
import Testing

@testable import Horizon

/// A course is driven in its order, by one junction and one link again and again.
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
        ) { $0.showsUTurns = true }
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
        // Of a course that does begin there, the U-turn is the way.
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

    /// The middle of a figure of eight, each time from another side and on to another one.
    @Test func `Of a link driven twice the next time counts`() throws {
        let scene = try Self.scene()
        // Out to D and back to B, out to C and back, and to D again: DB goes on to C, then to A.
        let order = try Self.links(scene, "AB", "BD", "DB", "BC", "CB", "BD", "DB", "BA")
        let (toC, toA, db) = (order[3], order[7], order[2])
        var course = Course(order)
        #expect(course.goes(from: db, into: toC) && !course.goes(from: db, into: toA))
        for link in order[1...3] { _ = course.move(to: link) }
        // The vehicle is on BC: behind it DB has gone on to C, the next time it goes on to A.
        #expect(course.goes(from: db, into: toA) && !course.goes(from: db, into: toC))
        #expect(course.goes(from: db, into: toC, behind: 1))
        // The last time is the one that is left.
        for link in order[4...] { _ = course.move(to: link) }
        #expect(course.goes(from: db, into: toA))
    }

    @Test func `A link that is left and comes again is told, and a step back is none`() throws {
        let scene = try Self.scene()
        let order = try Self.links(scene, "AB", "BD", "DB", "BC", "CB", "BD", "DB", "BA")
        var course = Course(order)
        var told = [course.move(to: order[1]), course.move(to: order[2])]
        #expect(told == [false, true])
        // The place is taken back over the node: that is not BD's second time.
        told = [course.move(to: order[1]), course.move(to: order[0])]
        #expect(told == [true, true])
        #expect(course.goes(from: order[2], into: order[3]))
    }

    /// The next part of a long route begins behind the vehicle, where a link may stand that comes again.
    @Test(arguments: 1..<7) func `The next part of a route is taken up where the vehicle is`(
        place: Int
    ) throws {
        let scene = try Self.scene()
        let order = try Self.links(scene, "AB", "BD", "DB", "BC", "CB", "BD", "DB", "BA")
        var whole = Course(order)
        for link in order[1...place] { _ = whole.move(to: link) }
        for start in 0...place {
            var part = Course(Array(order[start...]))
            part.takeUp(whole, at: order[place])
            #expect(part.goes(from: order[place], into: order[place + 1]))
        }
    }
}
