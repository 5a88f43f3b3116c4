import ADASISv2
import Quantities
import Testing

@testable import Horizon
@testable import HorizonProvider

/// How long the index of a path that was given up rests: until clients have seen the vehicle pass the
/// place where the way to it leaves, and 60 m more.
@Suite struct IndexRestTests {
    private static let side = IndexRuleTests.path(2, level: 1, start: 30_000, from: 1)
    private static let beyond = IndexRuleTests.path(3, level: 2, start: 50_000, from: 2)
    private static let other = IndexRuleTests.path(4, level: 1, start: 10_000, from: 1)

    /// A provider that has transmitted of all paths of a tree.
    private static func provider(_ paths: [HorizonPath]) throws -> HorizonProvider {
        let tree = try IndexRuleTests.tree(paths)
        var provider = try IndexRuleTests.provider(paths.map(\.id.number), tree)
        provider.takeIndexes(for: tree, at: .zero)
        for index in provider.paths.indices {
            provider.paths[index].known = true
            provider.paths[index].named = .zero
        }
        return provider
    }

    /// Where the vehicle has to be (m) for each index that rests after another tree has come.
    private static func ends(_ provider: HorizonProvider, _ paths: [HorizonPath]) throws -> [Int] {
        var provider = provider
        let tree = try IndexRuleTests.tree(paths)
        provider.noteDepartures(from: tree.mainPath?.id)
        provider.releasePaths(notIn: tree)
        var last = provider.pool.freeCount(at: .zero, progress: .zero)
        var ends: [Int] = []
        for metres in 1...1000 {
            let now = provider.pool.freeCount(at: .zero, progress: Metres(Double(metres)))
            ends += [Int](repeating: metres, count: now - last)
            last = now
        }
        return ends
    }

    @Test func whatCanStillBeReachedRestsUntilItsDepartureIsPassed() throws {
        let all = [IndexRuleTests.main, Self.side, Self.beyond, Self.other]
        let provider = try Self.provider(all)
        // The way to what leaves a side path leaves the main path where that does.
        #expect(try Self.ends(provider, [IndexRuleTests.main, Self.other]) == [360, 360])
        #expect(try Self.ends(provider, Array(all[..<3])) == [160])
        #expect(try Self.ends(provider, [IndexRuleTests.main, Self.side]) == [160, 360])
    }

    /// Who has turned off does not come to what leaves the old main path: it rests as any path does.
    @Test func whatTheVehicleHasTurnedOffFromDoesNotWaitForItsDeparture() throws {
        let provider = try Self.provider([
            IndexRuleTests.main, Self.side, Self.beyond, Self.other,
        ])
        var turned = Self.other
        turned.detach()
        turned.setStart(distance: .zero)
        #expect(try Self.ends(provider, [turned]) == [60, 60, 60])
        // What leaves the new main path is still ahead.
        var main = Self.side
        main.detach()
        #expect(try Self.ends(provider, [main]) == [60, 60, 560])
    }

    @Test func whereThePathsAreNewTheTimeAloneCounts() throws {
        var provider = try Self.provider([IndexRuleTests.main, Self.side])
        let tree = try IndexRuleTests.tree([IndexRuleTests.path(9, level: 0, start: 0)])
        provider.noteDepartures(from: tree.mainPath?.id)
        provider.releasePaths(notIn: tree)
        #expect(provider.pool.freeCount(at: .zero, progress: .zero, forMainPath: true) == 56)
    }

    /// The bus took no POSITION on it. Clients still hold what they saw before, and the next main path must have none of
    /// their indexes (simulated years, seed 1610006009 in Monaco).
    @Test(arguments: [(nil, 56), (MonotonicTime.zero, 55)] as [(MonotonicTime?, Int)])
    func aMainPathThatNoMessageNamedIsFreeAtOnce(named: MonotonicTime?, free: Int) throws {
        let tree = try IndexRuleTests.tree([IndexRuleTests.main])
        var provider = try IndexRuleTests.provider([IndexRuleTests.main.id.number], tree)
        provider.takeIndexes(for: tree, at: .zero)
        #expect(provider.paths.map(\.known) == [true])
        provider.paths[0].named = named
        let other = try IndexRuleTests.tree([IndexRuleTests.path(9, level: 0, start: 0)])
        provider.noteDepartures(from: other.mainPath?.id)
        provider.releasePaths(notIn: other)
        #expect(provider.paths.isEmpty)
        #expect(provider.pool.freeCount(at: .zero, progress: .zero) == free)
    }

    /// What is given up by one update in several steps rests as it did when the update began.
    @Test func aParentThatWasGivenUpFirstCounts() throws {
        var provider = try Self.provider([IndexRuleTests.main, Self.side, Self.beyond])
        provider.noteDepartures(from: PathID(number: 1))
        provider.release(1, progress: .zero)
        provider.releasePaths(notIn: try IndexRuleTests.tree([IndexRuleTests.main]))
        #expect(provider.pool.freeCount(at: .zero, progress: Metres(359)) == 53)
        #expect(provider.pool.freeCount(at: .zero, progress: Metres(360)) == 55)
    }

    /// Who drives 25 m back and on again has come no farther. Clients hold what leaves behind the vehicle.
    @Test func drivingBackTakesOff() throws {
        var vehicle = TreeVehicle()
        for distance in [52.0, -25, 9] {
            vehicle.drive(Metres(distance), to: vehicle.offset + Metres(distance))
        }
        #expect(vehicle.odometer == Metres(61) && vehicle.progress == Metres(36))
        var pool = PathIndexPool(rest: .zero, distance: Metres(60))
        while pool.take(at: .zero, progress: .zero) != nil {}
        pool.release(.first, mentioned: .zero, progress: .zero)
        #expect(pool.take(at: .zero, progress: vehicle.progress) == nil)
        #expect(pool.take(at: .zero, progress: vehicle.progress + Metres(24)) == .first)
    }

    /// Clients let go of what they see the vehicle pass, and not of what it has passed.
    @Test func theWayCountsThatClientsKnowOf() throws {
        let tree = try IndexRuleTests.tree([IndexRuleTests.main])
        func takes(_ metres: Double, transmitted: Double?, position: Bool = true) throws -> Bool {
            var provider = try IndexRuleTests.provider([], tree) {
                $0.mask.set(.position, to: position)
            }
            while provider.pool.take(at: .zero, progress: .zero) != nil {}
            provider.pool.release(.first, mentioned: .zero, progress: .zero)
            provider.progress = Metres(metres)
            provider.reportedProgress = transmitted.map { Metres($0) }
            provider.takeIndexes(for: tree, at: .zero)
            return !provider.paths.isEmpty
        }
        #expect(try takes(60, transmitted: nil))
        #expect(try !takes(59, transmitted: nil))
        #expect(try !takes(70, transmitted: 59))
        #expect(try takes(70, transmitted: 60))
        #expect(try takes(60, transmitted: 10, position: false))
    }
}
