import Engine
import Horizon
import MapSketch
import ProtocolChecker
import Quantities
import Testing

/// A car that drives to the same place each day.
@Suite("A car that learns its turns") struct LearningTests {
    private static func sketch() throws -> MapSketch {
        try MapSketch(
            """
            A-------------------B-------------------C
                                |
                                |
                                |
                                |
                                D
            """, gridMetres: 20, roads: [.init("ABC", class: 2), .init("BD", class: 5)])
    }

    /// Drives from `A` and at `B` to the right.
    private static func commute(
        learning: Bool, knowing learned: LearnedTurns? = nil
    ) throws -> (engine: Engine, mainAtStart: String) {
        var drive = try ReckonedDrive(try sketch()) { $0.horizon.learnsTurns = learning }
        if let learned { drive.engine.learnedTurns = learned }
        try drive.drive(from: 100, speed: 15, seconds: 3)
        let line = drive.engine.tree.line()
        let links = line.flatMap { drive.engine.tree.path($0.path)?.links ?? [] }
        let goesRight = try links.contains { $0.link == (try drive.sketch.link("B", "D")) }
        try drive.drive(from: 145, speed: 15, seconds: 17)
        for second in 0..<5 {
            try drive.fix(east: 400, south: 5 + 12 * Double(second), speed: 12, course: 180)
            try drive.pass(10)
        }
        #expect(drive.checker.violations.isEmpty)
        return (drive.engine, goesRight ? "right" : "on")
    }

    @Test func theSecondDriveExpectsTheTurn() throws {
        let first = try Self.commute(learning: true)
        #expect(first.mainAtStart == "on")
        let learned = try #require(first.engine.learnedTurns)
        #expect(learned.count == 1)
        let kept = try LearnedTurns(learned.bytes)
        let second = try Self.commute(learning: true, knowing: kept)
        #expect(second.mainAtStart == "right")
        // It can be forgotten.
        let third = try Self.commute(learning: true, knowing: LearnedTurns())
        #expect(third.mainAtStart == "on")
        #expect(third.engine.learnedTurns == learned)
    }

    @Test func itIsOffByDefault() throws {
        let first = try Self.commute(learning: false)
        #expect(first.engine.learnedTurns == nil)
    }
}
