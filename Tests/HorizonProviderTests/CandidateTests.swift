import ADASISv2
import Horizon
import HorizonProvider
import MapSketch
import Quantities
import RoadMap
import Routing
import Testing

@Suite struct CandidateTests {
    /// Drives to a fork and says that the car may as well be on the side road.
    ///
    /// The side road is announced ahead of the fork, or is new to clients when the car has passed it.
    private func positions(
        candidates: Int, stubs: Bool = true, announced: Bool = true
    ) throws -> [PositionMessage] {
        var bench = Bench(try ProviderTests.sketch()) {
            $0.timing.positionCandidates = candidates
            $0.mask.set(.stub, to: stubs)
        }
        let place = LinkPlace(try bench.sketch.link("B", "C"), offset: Metres(5))
        if announced {
            _ = try bench.drive("A", "B", 100)
        } else {
            try bench.tree.advance(
                to: LinkPlace(try bench.sketch.link("A", "B"), offset: Metres(100)))
        }
        try bench.tree.advance(to: place)
        let side = try #require(
            bench.tree.locate(LinkPlace(try bench.sketch.link("B", "E"), offset: Metres(4))))
        var vehicle = VehicleState(.onPath, time: bench.time)
        vehicle.probability = 0.6
        vehicle.alternatives = [
            VehicleState.Alternative(
                path: side.path, offset: side.offset, relativeHeading: nil, probability: 0.3)
        ]
        try bench.provider.update(tree: bench.tree, vehicle: vehicle, at: bench.time)
        return try bench.send(for: 0.5).compactMap {
            if case .position(let position) = $0 { position } else { nil }
        }
    }

    @Test(arguments: [true, false])
    func aSecondPlaceIsReportedOnceItsPathIsKnown(announced: Bool) throws {
        let sent = try positions(candidates: 2, announced: announced)
        #expect(sent.first?.positionIndex.raw == 0)
        let second = sent.filter { $0.positionIndex.raw == 1 }
        #expect(!second.isEmpty)
        #expect(second.allSatisfy { $0.pathIndex != sent[0].pathIndex && $0.offset.raw == 4 })
        #expect(second.allSatisfy { $0.positionProbability == ProbabilityCode(0.3) })
        // Candidates come together, the best one first.
        for (index, position) in sent.enumerated() where position.positionIndex.raw == 1 {
            #expect(sent[index - 1].positionIndex.raw == 0)
        }
    }

    @Test func oneIsTheDefault() throws {
        #expect(try positions(candidates: 1).allSatisfy { $0.positionIndex.raw == 0 })
    }

    @Test func noPlaceOnAPathThatNoSTUBHasOpened() throws {
        let sent = try positions(candidates: 2, stubs: false)
        #expect(sent.allSatisfy { $0.positionIndex.raw == 0 })
    }

    @Test func aRoadThatWasPassedTakesAnIndexOnlyAsACandidate() throws {
        for isCandidate in [false, true] {
            var bench = Bench(try ProviderTests.sketch()) { $0.timing.positionCandidates = 2 }
            try bench.tree.advance(
                to: LinkPlace(try bench.sketch.link("A", "B"), offset: Metres(100)))
            try bench.tree.advance(
                to: LinkPlace(try bench.sketch.link("B", "C"), offset: Metres(10)))
            let side = try #require(
                bench.tree.locate(LinkPlace(try bench.sketch.link("B", "E"), offset: Metres(9))))
            var vehicle = VehicleState(.onPath, time: bench.time)
            if isCandidate {
                vehicle.alternatives = [
                    VehicleState.Alternative(
                        path: side.path, offset: side.offset, relativeHeading: nil, probability: 0.3
                    )
                ]
            }
            try bench.provider.update(tree: bench.tree, vehicle: vehicle, at: bench.time)
            #expect((bench.provider.pathIndex(of: side.path) != nil) == isCandidate)
            // The road on the other side was passed too, and the one ahead was not.
            let ahead = try #require(
                bench.tree.locate(LinkPlace(try bench.sketch.link("C", "G"), offset: .zero)))
            #expect(bench.provider.pathIndex(of: ahead.path) != nil)
        }
    }
}
