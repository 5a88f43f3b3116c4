import ADASISv2
import Horizon
import HorizonProvider
import HorizonReconstructor
import MapSketch
import Quantities
import RoadMap
import Routing
import Testing

@Suite struct CourseTests {
    private func stubs(_ messages: [Message]) -> [StubMessage] {
        messages.compactMap { if case .stub(let stub) = $0 { stub } else { nil } }
    }

    private func positions(_ messages: [Message]) -> [PositionMessage] {
        messages.compactMap { if case .position(let position) = $0 { position } else { nil } }
    }

    /// Lets the provider see the tree as it is.
    private func update(_ bench: inout Bench) throws -> [Message] {
        try bench.provider.update(
            tree: bench.tree, vehicle: VehicleState(.onPath, time: bench.time), at: bench.time)
        return try bench.send(for: 1)
    }

    @Test func aChangedPredictionIsReportedByTheSTUBsOfTheJunction() throws {
        var bench = Bench(try ProviderTests.sketch())
        let before = try bench.drive("A", "B", 10)
        let left = try #require(
            stubs(before).first { $0.turnAngle == AngleCode(Degrees(-90)) })
        try bench.tree.setCourse([try bench.sketch.link("B", "D")])
        let after = stubs(try update(&bench))
        let turn = try #require(after.first { $0.subPathIndex == left.subPathIndex })
        #expect(turn.update)
        #expect(turn.relativeProbability == ProbabilityCode(0.95))
        let goesOn = try #require(after.first { $0.subPathIndex == .continuation })
        #expect(goesOn.offset == turn.offset && goesOn.pathIndex == turn.pathIndex)
        #expect(goesOn.relativeProbability.raw <= 2)
        // An index stays a fixed line: the car is still where it was.
        let position = try #require(positions(try bench.send(for: 0.2)).first)
        #expect(position.pathIndex == left.pathIndex)
        // The side path is now the most probable one and as far-reaching as the main path.
        let side = try #require(
            bench.tree.paths.first { bench.provider.pathIndex(of: $0.id) == left.subPathIndex })
        #expect(side.level == 0)
    }

    @Test func aCourseThatNothingWasSaidOfYetHasAnIndex() throws {
        var bench = Bench(try ProviderTests.sketch())
        try bench.tree.advance(to: LinkPlace(try bench.sketch.link("A", "B"), offset: Metres(5)))
        try bench.tree.setCourse([try bench.sketch.link("B", "D")])
        let sent = stubs(try bench.drive("A", "B", 10))
        let turn = try #require(sent.first { $0.turnAngle == AngleCode(Degrees(-90)) })
        #expect(turn.subPathIndex.isNormal)
        let side = try #require(bench.tree.paths.first { $0.branch != nil && $0.level == 0 })
        #expect(bench.provider.pathIndex(of: side.id) == turn.subPathIndex)
    }

    @Test func withoutACourseClassAndAngleDecideAgain() throws {
        var bench = Bench(try ProviderTests.sketch())
        let before = stubs(try bench.drive("A", "B", 10))
        try bench.tree.setCourse([try bench.sketch.link("B", "D")])
        _ = try update(&bench)
        try bench.tree.setCourse([])
        let after = stubs(try update(&bench))
        for stub in after where stub.subPathIndex.isNormal {
            let original = try #require(before.first { $0.subPathIndex == stub.subPathIndex })
            #expect(stub.relativeProbability == original.relativeProbability)
        }
        #expect(bench.tree.paths.allSatisfy { $0.departure == nil })
    }

    @Test func orANewPathOpensAndAllIsSentAgain() throws {
        var bench = Bench(
            try ProviderTests.sketch(), { $0.extent = .mainPath },
            horizon: { $0.pathChange = .newPath })
        let before = try #require(positions(try bench.drive("A", "B", 10)).first)
        try bench.tree.setCourse([try bench.sketch.link("B", "D")])
        let sent = try update(&bench)
        let after = try #require(positions(sent).first)
        #expect(after.pathIndex != before.pathIndex)
        #expect(after.offset.raw == 10)
        #expect(
            sent.contains {
                if case .segment(let s) = $0 { s.pathIndex == after.pathIndex } else { false }
            })
        let main = try #require(bench.tree.mainPath)
        #expect(main.links.last?.link == (try bench.sketch.link("B", "D")))
    }

    @Test func exitsStillSumToOne() throws {
        var bench = Bench(try ProviderTests.sketch())
        _ = try bench.drive("A", "B", 10)
        try bench.tree.setCourse([try bench.sketch.link("C", "G")])
        for path in bench.tree.paths {
            for link in path.links.dropFirst() {
                let sides = bench.tree.paths.filter {
                    $0.branch?.parent == path.id && $0.branch?.offset == link.start
                }
                let sum = sides.reduce(link.probability) { $0 + ($1.branch?.probability ?? 0) }
                #expect(abs(sum - 1) < 1e-9)
            }
        }
        #expect(bench.tree.paths.contains { $0.departure != nil })
    }
}
