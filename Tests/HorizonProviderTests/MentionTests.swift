import ADASISv2
import Quantities
import Testing

@testable import HorizonProvider

/// What makes clients forget, to the nanosecond.
@Suite struct MentionTests {
    private let now = MonotonicTime.zero + .seconds(100)

    /// A provider that waits with nothing.
    private static func provider() throws -> HorizonProvider {
        var bench = Bench(try ProviderTests.sketch())
        _ = try bench.drive("A", "B", 10)
        for path in bench.provider.paths.indices {
            for item in bench.provider.paths[path].held.indices {
                bench.provider.paths[path].held[item].due = .no
            }
        }
        #expect(bench.provider.paths.count == 4)
        #expect(bench.provider.paths.allSatisfy { !$0.held.isEmpty })
        return bench.provider
    }

    /// The paths of which something waits, all of it.
    private static func waiting(_ provider: HorizonProvider) -> [Int] {
        provider.paths.indices.filter { path in
            let items = provider.paths[path].held
            let isWaiting = items.contains { $0.due == .now }
            #expect(!isWaiting || items.allSatisfy { $0.due == .now })
            return isWaiting
        }
    }

    @Test(arguments: [(10_000_000_000, []), (10_000_000_001, [2])] as [(Int64, [Int])])
    func aPathThatWentUnmentioned(since: Int64, waiting: [Int]) throws {
        var provider = try Self.provider()
        for path in provider.paths.indices {
            provider.paths[path].named = .zero + Nanoseconds(now.nanoseconds - since)
        }
        provider.noteMention(of: 2, at: now)
        #expect(Self.waiting(provider) == waiting)
        #expect(provider.paths[2].mentioned == now)
    }

    @Test(
        arguments: [
            (nil, nil, false), (2_000_000_000, 2_000_000_000, false),
            (2_000_000_001, 2_000_000_001, true), (2_000_000_001, nil, true),
            (100_000_000, 10_000_000_000, false), (100_000_000, 10_000_000_001, true),
            (100_000_000, nil, false),
        ] as [(Int64?, Int64?, Bool)])
    func wherePOSITIONWasAway(last: Int64?, onPath: Int64?, isWaiting: Bool) throws {
        var provider = try Self.provider()
        provider.lastPosition = last.map { .zero + Nanoseconds(now.nanoseconds - $0) }
        provider.lastOnPath = onPath.map { .zero + Nanoseconds(now.nanoseconds - $0) }
        provider.mainOffset = Centimetres(1234)
        provider.reportedPlace = nil
        let before = provider.lastOnPath
        // On none of the paths nothing is said again.
        var other = provider
        other.notePosition(on: .offRoad, at: now)
        #expect(Self.waiting(other) == [] && other.reportedPlace == nil)
        #expect(other.lastPosition == now && other.lastOnPath == before)
        provider.notePosition(on: .first, at: now)
        #expect(Self.waiting(provider) == (isWaiting ? [0, 1, 2, 3] : []))
        #expect(provider.lastPosition == now && provider.lastOnPath == now)
        #expect(provider.reportedPlace?.path == provider.paths[0].id)
        #expect(provider.reportedPlace?.offset == Centimetres(1234))
    }

    @Test func POSITIONMentionsThePathThatItIsOn() throws {
        var provider = try Self.provider()
        let before = MonotonicTime.zero + .seconds(91)
        for path in provider.paths.indices { provider.paths[path].named = before }
        provider.vehicle.time = now
        provider.tick(at: now)
        #expect(provider.isPositionDue)
        while provider.isPositionDue, provider.nextFrame(at: now) != nil {
            provider.frameWasSent(at: now)
        }
        #expect(!provider.isPositionDue)
        #expect(provider.paths.map(\.mentioned) == [now, before, before, before])
    }
}
