import ADASISv2
import Horizon
import HorizonProvider
import MapSketch
import Quantities
import RoadMap
import Testing

/// What clients learn of the roads that leave the main path, and when.
@Suite struct RoadsFirstTests {
    private func stubs(_ messages: [Message]) -> [StubMessage] {
        messages.compactMap { if case .stub(let stub) = $0 { stub } else { nil } }
    }

    @Test func whichRoadsThereAreIsReportedBeforeWhatTheyAreLike() throws {
        var bench = Bench(try ProviderTests.sketch()) {
            $0.levels = [LevelParameters(reach: Metres(2000)), LevelParameters(reach: Metres(150))]
        }
        // Of the two junctions, at 120 m and 240 m, one is within the reach of side paths.
        let sent = try bench.drive("A", "B", 10).filter {
            $0.kind != .metaData && $0.kind != .position
        }
        func lastStub(at metres: UInt16) -> Int? {
            sent.lastIndex {
                guard case .stub(let stub) = $0 else { return false }
                return stub.pathIndex == .first && stub.offset.raw == metres
            }
        }
        let near = try #require(lastStub(at: 120))
        let far = try #require(lastStub(at: 240))
        // What holds where the car is, is as near as can be and stands before it on the path.
        for message in sent[..<near] {
            switch message {
            case .stub(let stub): #expect(stub.offset.raw == 120)
            case .segment(let segment): #expect(segment.offset.raw <= 10)
            case .profileShort(let spot): #expect(spot.offset.raw <= 10)
            case .profileLong(let spot): #expect(spot.offset.raw <= 10)
            default: Issue.record("\(message)")
            }
        }
        #expect(sent[near..<far].contains { $0.kind == .segment })
    }

    @Test func onlyRoadsOfOneAngleAtOneMetreAreSetApart() throws {
        let sketch = try MapSketch(
            """
                  H
                  |
            A-----B-----C
                  |     |
                  D     F
                  |     |
                  E     G
            """, gridMetres: 20,
            roads: [
                .init("ABC", class: 2), .init("BD", class: 4), .init("BE", class: 4),
                .init("BH", class: 4), .init("CF", class: 4),
            ])
        var bench = Bench(sketch)
        let sent = stubs(try bench.drive("A", "B", 10)).filter {
            $0.pathIndex == .first && $0.subPathIndex != .continuation
        }
        let right = AngleCode(Degrees(90))
        let atFork = sent.filter { $0.offset.raw == 120 }
        // Two roads run the same way from B: one is a step of 1.4 degrees off, and nothing else is.
        #expect(
            atFork.map(\.turnAngle.raw).sorted()
                == [right.raw, right.raw + 1, AngleCode(Degrees(-90)).raw].sorted())
        #expect(Set(atFork.map(\.subPathIndex)).count == 3)
    }
}
