import ADASISv2
import Engine
import Horizon
import MapSketch
import Quantities
import RoadMap
import Testing

/// What the car says of the road, and for how long it holds.
@Suite("The road's surface") struct SurfaceTests {
    private static func drive(
        _ change: (inout EngineParameters) -> Void = { _ in }
    ) throws -> ReckonedDrive {
        try ReckonedDrive(try MapSketch("A-----B", gridMetres: 100, roads: [.init("AB")]), change)
    }

    @Test func itHoldsUntilItIsSilentForTooLong() throws {
        var drive = try Self.drive()
        #expect(drive.engine.tree.surface == .unknown)
        try drive.engine.ingest(.surface(.wet), at: drive.now)
        #expect(drive.engine.tree.surface == .wet)
        // Ten seconds after what was said last, whatever else happens.
        try drive.drive(from: 10, speed: 10, seconds: 5)
        try drive.engine.ingest(.surface(.snow), at: drive.now)
        try drive.pass(101)
        #expect(drive.engine.tree.surface == .snow)
        try drive.pass(1)
        #expect(drive.engine.tree.surface == .unknown)
        try drive.engine.ingest(.surface(.wet), at: drive.now)
        // That it is not known is said too, and holds at once.
        try drive.engine.ingest(.surface(.unknown), at: drive.now)
        #expect(drive.engine.tree.surface == .unknown)
    }

    @Test func bothCanBeSet() throws {
        var drive = try Self.drive {
            $0.surface = .ice
            $0.surfaceLifetime = .milliseconds(300)
        }
        #expect(drive.engine.tree.surface == .ice)
        try drive.engine.ingest(.surface(.dry), at: drive.now)
        try drive.pass(4)
        #expect(drive.engine.tree.surface == .dry)
        try drive.pass(1)
        #expect(drive.engine.tree.surface == .ice)
    }

    @Test func anotherMapIsDrivenOnTheSameSurface() throws {
        var drive = try Self.drive()
        try drive.engine.ingest(.surface(.wet), at: drive.now)
        drive.engine.offer(drive.sketch.map)
        try drive.engine.ingest(.map(MapIdentity(drive.sketch.map.header)), at: drive.now)
        #expect(drive.engine.tree.surface == .wet)
    }
}
