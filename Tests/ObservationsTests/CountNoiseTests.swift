import Geodesy
import Observations
import Quantities
import RandomNumbers
import RoadMap
import Testing

/// Random noise in the counts of a release.
@Suite struct CountNoiseTests {
    private static let road = RoadID(
        StableLinkID(way: 1, startNode: 1, endNode: 2), Direction.forward)

    /// A release of a road with so many turns, passes and drives against its direction, by three cars each.
    private static func release(_ passes: Int) throws -> Observations {
        let exit = RoadID(StableLinkID(way: 2, startNode: 2, endNode: 3), Direction.forward)
        var seen = Observations()
        for pass in 0..<passes {
            let driver = Observations.Driver(Car(name: "\(pass % 3)"), .known)
            seen.countTurn(from: road, into: exit, by: driver)
            seen.countPass(
                of: road, at: MetresPerSecond(10), in: HourOfWeek(UTCTime(nanoseconds: 0)),
                by: driver)
            seen.count(.againstOneWay(road), by: driver)
        }
        return seen.released(leastCars: 3)
    }

    /// The counts of turns, passes and misfits; 0 where there is none.
    private static func counts(_ seen: Observations) -> [Int] {
        let road = seen.roads[Self.road]
        return [
            road?.exits.values.first.map { Int($0.count) } ?? 0,
            road?.allSpeeds.values.reduce(0) { $0 + Int($1) } ?? 0,
            seen.misfits.values.first.map { Int($0.count) } ?? 0,
        ]
    }

    /// A count is so much less likely than the next one, whether a pass is part of it or not: this is what ε means.
    @Test(arguments: [0.5, 1, 2]) func neighbouringCountsDifferByAFactor(epsilon: Double) throws {
        let release = try Self.release(1000)
        var random = SplitMix64(seed: 1)
        var seen: [Int: Int] = [:]
        for _ in 0..<20_000 {
            let noisy = release.noisy(CountNoise(epsilon: epsilon), using: &random)
            for count in Self.counts(noisy) { seen[count - 1000, default: 0] += 1 }
        }
        for side in [1, -1] {
            for step in 0..<2 {
                let near = try #require(seen[side * step])
                let far = try #require(seen[side * (step + 1)])
                let ratio = Double(near) / Double(far) / exponential(epsilon)
                #expect(abs(ratio - 1) < 0.12, "\(side) \(step): \(ratio)")
            }
        }
        let mean = seen.reduce(0.0) { $0 + Double($1.key * $1.value) } / 60_000
        #expect(abs(mean) < 0.1, "\(mean)")
    }

    @Test func equalRandomNumbersGiveEqualBytes() throws {
        func bytes(_ seed: UInt64) throws -> [UInt8] {
            var random = SplitMix64(seed: seed)
            return try Self.release(50).noisy(CountNoise(epsilon: 1), using: &random).bytes
        }
        #expect(try bytes(1) == bytes(1))
        #expect(try bytes(1) != bytes(2))
        let read = try Observations(try bytes(1))
        #expect(read.leastCars == 3 && read.roads[Self.road] != nil)
    }

    /// Of few passes nothing is left at times; a count of 0 is in no file.
    @Test func smallCountsMayDisappear() throws {
        let release = try Self.release(3)
        var random = SplitMix64(seed: 1)
        var empty = 0
        for _ in 0..<200 {
            let noisy = release.noisy(CountNoise(epsilon: 0.1), using: &random)
            if noisy.roads.isEmpty { empty += 1 }
            #expect(noisy.misfits.values.allSatisfy { $0.count > 0 })
            _ = try Observations(noisy.bytes)
        }
        #expect((10...150).contains(empty), "\(empty)")
    }
}
