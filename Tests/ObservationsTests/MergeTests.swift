import Quantities
import RandomNumbers
import Testing

@testable import Observations

/// The laws of merging, in memory and in bytes.
@Suite struct MergeTests {
    private static func sum(_ parts: [Observations]) throws -> Observations {
        var sum = Observations()
        for part in parts { try sum.merge(part) }
        return sum
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>) func theOrderDoesNotMatter(seed: UInt64) throws
    {
        let parts = (0..<3).map { Samples.observations(seed * 10 + $0) }
        let whole = try Self.sum(parts)
        #expect(whole.bytes == (try Self.sum(parts.reversed())).bytes)
        // (a + b) + c = a + (b + c)
        let right = try Self.sum([parts[0], try Self.sum([parts[1], parts[2]])])
        #expect(whole == right && whole.bytes == right.bytes)
        // Nothing is the neutral element.
        #expect(try Self.sum([whole, Observations()]) == whole)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func aPartAgainCountsItsPassesTwiceAndItsCarsOnce(
        seed: UInt64
    ) throws {
        let part = Samples.observations(seed)
        let twice = try Self.sum([part, part])
        for (road, seen) in part.roads {
            for (exit, turn) in seen.exits {
                let other = try #require(twice.roads[road]?.exits[exit])
                #expect(other.count == 2 * turn.count && other.cars == turn.cars)
            }
        }
    }

    @Test func theSumsEnd() {
        var turn = PassCount(count: .max - 1)
        turn.merge(PassCount(count: 5))
        #expect(turn.count == .max)
    }

    @Test func otherSettingsAndReleasesAreRefused() {
        var settings = Observations.Settings()
        settings.cut = Metres(100)
        var whole = Samples.observations(1)
        #expect(throws: ObservationsError.otherSettings) { try whole.merge(Observations(settings)) }
        let release = Samples.observations(2).released(leastCars: 1)
        #expect(throws: ObservationsError.released) { try whole.merge(release) }
        #expect(whole == Samples.observations(1))
    }

    /// The least tokens of all, whoever comes first.
    @Test(arguments: 1...20 as ClosedRange<UInt64>) func aSetOfCarsIsTheLeastTokens(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let tokens = (0..<30).map { _ in UInt32.random(in: 0...40, using: &random) }
        var (set, halves) = (CarSet(), [CarSet(), CarSet()])
        for (number, token) in tokens.enumerated() {
            set.insert(token)
            halves[number % 2].insert(token)
        }
        #expect(set.tokens == Array(Set(tokens).sorted().prefix(CarSet.most)))
        halves[1].formUnion(halves[0])
        #expect(halves[1] == set)
    }
}
