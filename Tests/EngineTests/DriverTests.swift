import ADASISv2
import Engine
import Horizon
import MapSketch
import Positioning
import ProtocolChecker
import Quantities
import RoadMap
import Testing

/// What the car's own signals say of what its driver is about to do.
@Suite("What the driver is about to do") struct DriverTests {
    /// A road that is crossed by another one 200 m from `A`.
    private static func drive(
        _ change: (inout EngineParameters) -> Void = { _ in }
    ) throws -> ReckonedDrive {
        let sketch = try MapSketch(
            """
                      D
                      |
            A---------B---------C
                      |
                      E
            """, gridMetres: 20, roads: [.init("ABC", class: 3), .init("DBE", class: 4)])
        var drive = try ReckonedDrive(sketch, change)
        // 50 m before the junction, at 10 m/s.
        try drive.drive(from: 100, speed: 10, seconds: 5)
        try drive.fix(east: 150, speed: 10)
        return drive
    }

    private static func say(
        _ indicator: TurnIndicator, to drive: inout ReckonedDrive
    ) throws {
        try drive.engine.ingest(.driver(DriverSignals(indicator: indicator)), at: drive.now)
    }

    private static func isTurning(_ drive: ReckonedDrive) -> Bool {
        drive.engine.tree.intendedTurn != nil
    }

    @Test func `An indicator counts from the next moment on, and as long as it is said`() throws {
        var drive = try Self.drive { $0.driverSignalsLifetime = .milliseconds(300) }
        #expect(!Self.isTurning(drive))
        try Self.say(.left, to: &drive)
        try drive.pass(1)
        #expect(Self.isTurning(drive))
        try drive.pass(2)
        #expect(Self.isTurning(drive))
        try drive.pass(2)
        #expect(!Self.isTurning(drive))
        #expect(drive.checker.violations.isEmpty, "\(drive.checker.violations)")
    }

    @Test func `A lamp that flashes is on all the time`() throws {
        var drive = try Self.drive()
        for tenth in 0..<15 {
            try Self.say(tenth % 10 < 5 ? .right : .off, to: &drive)
            try drive.pass(1)
            #expect(Self.isTurning(drive), "\(tenth)")
        }
        // Dark for longer than a lamp that flashes.
        for _ in 0..<12 {
            try Self.say(.off, to: &drive)
            try drive.pass(1)
        }
        #expect(!Self.isTurning(drive))
    }

    @Test func `The car's own speed counts, what the receiver says of it does not`() throws {
        func probability(_ motion: VehicleMotion?) throws -> Double {
            var drive = try Self.drive()
            // As long as fixes count: after that it is not known well where the junction is.
            try drive.pass(14, motion: motion)
            let branch = drive.engine.tree.paths.lazy.compactMap(\.branch).first
            return try #require(branch).probability
        }
        let usual = try probability(nil)
        let fast = try probability(VehicleMotion(speed: MetresPerSecond(20)))
        #expect(fast < usual / 2)
    }

    @Test func `Without signals of it nothing is weighed`() throws {
        var drive = try Self.drive()
        let before = drive.engine.tree.paths.map(\.branch?.probability)
        try drive.engine.ingest(.driver(DriverSignals()), at: drive.now)
        try Self.say(.unknown, to: &drive)
        try drive.pass(3)
        #expect(drive.engine.tree.paths.map(\.branch?.probability) == before)
    }
}
