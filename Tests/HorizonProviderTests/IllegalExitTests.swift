import ADASISv2
import Horizon
import HorizonProvider
import MapSketch
import Quantities
import Testing

/// What goes on the wire of exits that may not be taken, and of turning back.
@Suite("Illegal exits and U-turns on the wire") struct IllegalExitTests {
    private static func stubs(
        horizon: (inout HorizonParameters) -> Void, _ change: (inout ProviderParameters) -> Void
    ) throws -> [StubMessage] {
        let sketch = try MapSketch(
            """
            A---B---C
                |
                D
            """, gridMetres: 20, roads: [.init("ABC"), .init("DB", oneway: true)])
        var bench = Bench(sketch, change, horizon: horizon)
        return try bench.drive("A", "B", 10).compactMap {
            if case .stub(let stub) = $0 { stub } else { nil }
        }
    }

    @Test func theyAreNotSentByDefault() throws {
        #expect(
            try Self.stubs { _ in
            } _: { _ in
            }.isEmpty)
        let hidden = try Self.stubs {
            $0.showsIllegalExits = true
        } _: { _ in
        }
        #expect(hidden.isEmpty)
    }

    @Test func whereTheyAreAskedForTheyHaveProbability0AndNoIndex() throws {
        let told = try Self.stubs {
            $0.showsIllegalExits = true
        } _: {
            $0.sendsIllegalExits = true
        }
        let stub = try #require(told.first)
        #expect(told.count == 1)
        #expect(stub.subPathIndex == .noFurtherData)
        #expect(stub.relativeProbability == ProbabilityCode(0))
        #expect(stub.relativeProbability.raw == 0)
        #expect(stub.turnAngle == AngleCode(Degrees(90)))
        #expect(stub.lanesDrivingDirection == .againstOneWay)
        #expect(stub.lastStubAtOffset)
    }

    @Test func turningBackIsASTUBWithoutAnIndex() throws {
        let told = try Self.stubs {
            $0.showsUTurns = true
        } _: { _ in
        }
        // At the junction, and at the end of the road.
        #expect(told.map(\.offset) == [80, 160].map { OffsetCode(metresFromPathStart: $0) })
        #expect(told.allSatisfy { $0.subPathIndex == .noFurtherData })
        #expect(told.map(\.relativeProbability) == [0.01, 1].map { ProbabilityCode($0) })
        let half = AngleCode(Degrees(-180))
        #expect(told.allSatisfy { abs(Int($0.turnAngle.raw) - Int(half.raw)) <= 1 })
    }
}
