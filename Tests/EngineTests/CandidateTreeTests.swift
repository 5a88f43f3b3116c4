import Engine
import Horizon
import HorizonProvider
import MapSketch
import Quantities
import RoadMap
import Testing

/// A tree for each place where the vehicle may be.
@Suite("Trees of candidates") struct CandidateTreeTests {
    /// Roads side by side that do not meet, 24 m apart.
    private static func drive(
        _ count: Int, _ change: (inout EngineParameters) -> Void = { _ in }
    ) throws -> ReckonedDrive {
        try ReckonedDrive(
            try MapSketch(
                """
                A-----------------------------B---------------------C
                E-----------------------------F---------------------G
                                              |
                                              H
                """, gridMetres: 24,
                roads: [
                    .init("ABC", class: 2), .init("EFG", class: 2), .init("FH", class: 4),
                ])
        ) {
            $0.candidateTrees = count
            change(&$0)
        }
    }

    @Test func betweenTwoRoadsThereIsATreeOnEach() throws {
        var drive = try Self.drive(2)
        var observer = HorizonObserver()
        var mirrors: [CandidateTree.ID: TreeMirror] = [:]
        var ids: Set<CandidateTree.ID> = []
        observer.start()
        for second in 0..<20 {
            // Midway between them, and from then on on the upper one.
            let south = second < 12 ? 12.0 : 0
            try drive.fix(east: 100 + 15 * Double(second), south: south, speed: 15)
            observer.observe(drive.engine, at: drive.now)
            for event in observer.events {
                switch event {
                case .candidate(let id, let change):
                    if mirrors[id] == nil { #expect(change == .treeReset) }
                    mirrors[id, default: TreeMirror()].apply(change)
                case .candidateRemoved(let id): mirrors[id] = nil
                case .tree, .position: break
                }
            }
            ids.formUnion(drive.engine.candidates.map(\.id))
            #expect(Set(mirrors.keys) == Set(drive.engine.candidates.map(\.id)))
            for candidate in drive.engine.candidates {
                let mirror = try #require(mirrors[candidate.id])
                #expect(mirror.paths.map(\.id) == candidate.tree.paths.map(\.id))
                let isOnOther =
                    candidate.tree.mainPath?.links[0].link
                    != drive.engine.tree.mainPath?.links[0].link
                #expect(isOnOther)
            }
            guard case .position(let position) = observer.events.last else {
                Issue.record("no position")
                return
            }
            #expect(position.candidates.map(\.id) == drive.engine.candidates.map(\.id))
            if second == 10 {
                let other = try #require(position.candidates.first)
                #expect(position.candidates.count == 1)
                #expect(other.probability > 0.2)
                #expect(other.probability + (position.probability ?? 0) < 1.001)
                // It has come along, too.
                let offset = try #require(position.offset)
                #expect(abs((other.offset - offset).value) < 60)
            }
            try drive.pass(10)
            observer.observe(drive.engine, at: drive.now)
            for case .candidate(let id, let change) in observer.events {
                mirrors[id]?.apply(change)
            }
            for case .candidateRemoved(let id) in observer.events { mirrors[id] = nil }
        }
        // One candidate all along, and none once it is clear where the car is.
        #expect(ids.count == 1)
        #expect(drive.engine.candidates.isEmpty)
        #expect(mirrors.isEmpty)
    }

    @Test func itsTreeMovesBetweenFixes() throws {
        var drive = try Self.drive(1)
        for second in 0..<8 {
            try drive.fix(east: 100 + 15 * Double(second), south: 12, speed: 15)
            try drive.pass(10)
        }
        let before = try #require(drive.engine.candidates.first?.tree.vehicleOffset)
        let main = drive.engine.tree.vehicleOffset
        try drive.pass(10)
        let moved = drive.engine.tree.vehicleOffset - main
        #expect(moved > Metres(5))
        let after = try #require(drive.engine.candidates.first?.tree.vehicleOffset)
        #expect(abs((after - before - moved).value) < 0.01)
    }

    @Test func aCourseIsTheirsToo() throws {
        var drive = try Self.drive(1)
        for second in 0..<8 {
            try drive.fix(east: 100 + 15 * Double(second), south: 12, speed: 15)
            try drive.pass(10)
        }
        try drive.engine.ingest(.course([try drive.sketch.link("F", "H")]), at: drive.now)
        try drive.pass(1)
        let trees = [drive.engine.tree] + drive.engine.candidates.map(\.tree)
        #expect(trees.count == 2)
        #expect(trees.contains { $0.mainPath?.departure != nil })
    }

    @Test func whatWasLearnedIsKnownOnTheirs() throws {
        var drive = try Self.drive(1) { $0.horizon.learnsTurns = true }
        var before = DrivenTurns(map: drive.sketch.map)
        before.learned = LearnedTurns()
        for _ in 0..<9 {
            for (from, to) in [("E", "F"), ("F", "H")] as [(Character, Character)] {
                try before.enter(try drive.sketch.link(from, to))
            }
        }
        let learned = try #require(before.learned)
        drive.engine.learnedTurns = learned
        for second in 0..<8 {
            try drive.fix(east: 100 + 15 * Double(second), south: 11.8, speed: 15)
            try drive.pass(10)
        }
        let candidate = try #require(drive.engine.candidates.first?.tree)
        let aside = try drive.sketch.link("F", "H")
        let exit = try #require(
            candidate.paths.flatMap { path in
                path.links.enumerated().map {
                    ($1.link, $0 == 0 ? path.branch?.probability : $1.probability)
                }
            }.first { $0.0 == aside }?.1)
        #expect(exit > 0.9)
        // It counts once, where the car is.
        #expect(candidate.learned == nil && drive.engine.learnedTurns == learned)
    }

    @Test func byDefaultThereIsNone() throws {
        var drive = try Self.drive(0)
        for second in 0..<8 {
            try drive.fix(east: 100 + 15 * Double(second), south: 12, speed: 15)
            try drive.pass(10)
        }
        #expect(drive.engine.candidates.isEmpty)
    }

    @Test func offRoadTheyAreGone() throws {
        var drive = try Self.drive(2)
        for second in 0..<8 {
            try drive.fix(east: 100 + 15 * Double(second), south: 12, speed: 15)
            try drive.pass(10)
        }
        #expect(!drive.engine.candidates.isEmpty)
        for second in 8..<14 {
            try drive.fix(east: 100 + 15 * Double(second), south: 300, speed: 15)
            try drive.pass(10)
        }
        #expect(drive.engine.candidates.isEmpty)
    }
}
