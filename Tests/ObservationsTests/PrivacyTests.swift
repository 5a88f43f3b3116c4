import Quantities
import RoadMap
import Testing

@testable import Observations

/// What a release has of cars, and what tokens tell.
@Suite struct PrivacyTests {
    private static let road = RoadID(StableLinkID(way: 1, startNode: 2, endNode: 3), .forward)
    private static let exit = RoadID(StableLinkID(way: 4, startNode: 3, endNode: 5), .forward)

    private static func driver(_ name: String) -> Observations.Driver {
        Observations.Driver(Car(name: name), CarKey(Array(1...32)) ?? .known)
    }

    private static func monday(_ hour: Int64) -> HourOfWeek {
        // 1970-01-05 was a Monday.
        HourOfWeek(UTCTime(nanoseconds: (4 * 24 + hour) * 3_600_000_000_000))
    }

    @Test(arguments: [1, 2, 3, 4]) func whatTooFewCarsShowedIsLeftOut(cars: Int) {
        var found = Observations()
        for car in 0..<cars {
            // One car often is one car.
            for _ in 0..<10 {
                found.countTurn(from: Self.road, into: Self.exit, by: Self.driver("\(car)"))
                found.count(.offRoad(south: 1, west: 2), by: Self.driver("\(car)"))
            }
        }
        let release = found.released(leastCars: 3)
        #expect(
            release.roads[Self.road]?.exits[Self.exit]?.count
                == (cars < 3 ? nil : UInt32(10 * cars)))
        #expect(release.roads.isEmpty == (cars < 3) && release.misfits.isEmpty == (cars < 3))
        #expect(
            release.roads.values.allSatisfy { $0.exits.values.allSatisfy { $0.cars.count == 0 } })
    }

    /// Hours with one car each are published as the whole week, if all of them together have enough cars.
    @Test(arguments: [1, 2, 3]) func hoursWithFewCarsAreOneWeek(cars: Int) {
        var found = Observations()
        for car in 0..<4 {
            let driver = Self.driver("\(min(car, cars - 1))")
            found.countPass(
                of: Self.road, at: MetresPerSecond(10), in: Self.monday(Int64(car)), by: driver)
        }
        let seen = found.released(leastCars: 3).roads[Self.road]
        #expect(
            (seen?.otherSpeeds.counts[SpeedBand(MetresPerSecond(10))] ?? 0) == (cars < 3 ? 0 : 4))
        #expect(seen?.speeds.isEmpty ?? true)
    }

    /// A car has another token at each thing, and under each key.
    @Test func tokensCannotBeCompared() {
        let car = Car(name: "taxi 20000004")
        let keys = [CarKey(Array(0..<32)), CarKey(Array(1...32))].compactMap(\.self)
        let tokens = keys.flatMap { key in [[1], [2]].map { key.token(of: car, at: $0) } }
        #expect(Set(tokens).count == 4)
        #expect(keys[0].token(of: Car(name: "taxi 20000004"), at: [1]) == tokens[0])
        #expect(CarKey([1, 2, 3]) == nil)
    }

    @Test func hoursOfTheWeek() {
        #expect([0, 1, 23].map { Self.monday($0).number } == [0, 1, 23])
        // The epoch is on a Thursday; a nanosecond before it is Wednesday's last hour.
        #expect(HourOfWeek(UTCTime(nanoseconds: 0)).number == 72)
        #expect(HourOfWeek(UTCTime(nanoseconds: -1)).number == 71)
        #expect(HourOfWeek(UTCTime(nanoseconds: .min)).number < 168)
        #expect(HourOfWeek(number: 168) == nil)
    }

    @Test func bandsOfSpeed() {
        #expect(
            [0, 0.5, 0.55, 0.56].map { SpeedBand(MetresPerSecond($0)).number } == [0, 0, 0, 1])
        #expect(
            SpeedBand(MetresPerSecond(1e9)).number == 41
                && SpeedBand(MetresPerSecond(-3)).number == 0)
        // A speed differs from the middle of its band by less than a tenth.
        for step in 5...600 {
            let speed = Double(step) / 10
            let middle = SpeedBand(MetresPerSecond(speed)).middle.value
            #expect(abs(middle / speed - 1) < 0.1, "\(speed)")
        }
    }
}
