import ADASISv2
import Engine
import Horizon
import MapSketch
import ProtocolChecker
import Quantities
import RoadMap
import Testing

/// Restrictions of the host: a closed road is no exit, and a limit is that of the road.
@Suite("Restrictions of the host") struct RestrictionTests {
    private static func drive() throws -> ReckonedDrive {
        try ReckonedDrive(
            try MapSketch(
                """
                A---B---C---D
                    |   |
                    F   E
                """,
                gridMetres: 100, roads: ["AB", "BC", "CD", "CE", "BF"].map { MapSketch.Road($0) }))
    }

    private func exits(_ drive: ReckonedDrive) -> Int {
        drive.engine.tree.paths.count - 1
    }

    @Test func aClosureTakesTheExitOutOfTheTree() throws {
        var drive = try Self.drive()
        try drive.drive(from: 100, speed: 10, seconds: 5)
        let link = try drive.sketch.link("C", "E")
        func has(_ drive: ReckonedDrive) -> Bool {
            drive.engine.tree.paths.contains { $0.links.contains { $0.link == link } }
        }
        #expect(has(drive))
        let before = try drive.position.pathIndex
        let closed = RoadRestriction(link, from: .zero, to: Centimetres(100), .closed)
        try drive.engine.ingest(.restrictions([closed]), at: drive.now)
        #expect(!has(drive))
        try drive.drive(from: 150, speed: 10, seconds: 1)
        #expect(!has(drive))
        // The wire has it within a second.
        #expect(try drive.position.pathIndex != before)
        // The same list again changes nothing.
        let index = try drive.position.pathIndex
        try drive.engine.ingest(.restrictions([closed]), at: drive.now)
        try drive.drive(from: 160, speed: 10, seconds: 1)
        #expect(try drive.position.pathIndex == index)
        try drive.engine.ingest(.restrictions([]), at: drive.now)
        #expect(has(drive))
        try drive.drive(from: 170, speed: 10, seconds: 2)
        #expect(drive.checker.violations.isEmpty, "\(drive.checker.violations)")
    }

    @Test func theRoadOfTheCarItselfMayBeClosed() throws {
        var drive = try Self.drive()
        try drive.drive(from: 100, speed: 10, seconds: 5)
        let here = try #require(drive.engine.vehicleLink)
        try drive.engine.ingest(
            .restrictions([RoadRestriction(here, from: .zero, to: .zero, .closed)]), at: drive.now)
        try drive.drive(from: 150, speed: 10, seconds: 5)
        #expect(try drive.position.pathIndex.isNormal)
        #expect(drive.checker.violations.isEmpty)
    }

    @Test func anotherMapHasNoRestrictions() throws {
        var drive = try Self.drive()
        let link = try drive.sketch.link("C", "E")
        try drive.engine.ingest(
            .restrictions([RoadRestriction(link, from: .zero, to: .zero, .closed)]), at: drive.now)
        #expect(drive.engine.tree.restrictions.closes(link))
        drive.engine.offer(drive.sketch.map)
        try drive.engine.ingest(.map(MapIdentity(drive.sketch.map.header)), at: drive.now)
        #expect(drive.engine.tree.restrictions.isEmpty)
    }
}
