import RandomNumbers
import RoadMap
import Testing

@testable import Observations

/// Somebody knows a part of a trip and has a released file. What does it tell about the rest?
@Suite struct KnownTripTests {
    /// A trip on a grid of streets, node by node: the quicker way to somewhere, with a choice at each crossing.
    private struct Trip {
        let car: Int
        let nodes: [Int]

        var roads: [RoadID] {
            zip(nodes, nodes.dropFirst()).map { from, to in
                RoadID(StableLinkID(way: 1, startNode: Int64(from), endNode: Int64(to)), .forward)
            }
        }
    }

    private static let side = 14
    private static let key = CarKey(Array(1...32))

    private static func trips(cars: Int, seed: UInt64) -> [Trip] {
        var random = SplitMix64(seed: seed)
        var trips: [Trip] = []
        for number in 0..<cars * 3 {
            func corner() -> (Int, Int) {
                (Int.random(in: 0..<side, using: &random), Int.random(in: 0..<side, using: &random))
            }
            var (x, y) = corner()
            let goal = corner()
            var nodes = [y * side + x]
            while (x, y) != goal {
                let goesAlong =
                    y == goal.1 || x != goal.0 && Bool.random(using: &random)
                if goesAlong { x += x < goal.0 ? 1 : -1 } else { y += y < goal.1 ? 1 : -1 }
                nodes.append(y * side + x)
            }
            if nodes.count >= 10 { trips.append(Trip(car: number / 3, nodes: nodes)) }
        }
        return trips
    }

    private static func release(_ trips: [Trip], leastCars: Int) -> Observations {
        var found = Observations()
        for trip in trips {
            let driver = Observations.Driver(Car(name: "\(trip.car)"), key ?? .known)
            // The ends are cut, as DriveLearner does.
            let turns = Array(zip(trip.roads, trip.roads.dropFirst())).dropFirst(2).dropLast(2)
            for (road, exit) in turns { found.countTurn(from: road, into: exit, by: driver) }
        }
        return found.released(leastCars: leastCars)
    }

    /// Who knows the first half of a trip follows the most frequent exit: how many roads of the rest are right, one after
    /// the other.
    private static func found(_ trip: Trip, by release: Observations) -> Int {
        let roads = trip.roads
        let half = roads.count / 2
        var right = 0
        for number in half..<roads.count - 1 {
            let exits = release.roads[roads[number]]?.exits ?? [:]
            let guess = exits.max {
                ($0.value.count, $1.key) < ($1.value.count, $0.key)
            }
            guard guess?.key == roads[number + 1] else { break }
            right += 1
        }
        return right
    }

    @Test(arguments: [40, 200]) func ownDrivesHardlyHelpToFindATrip(cars: Int) {
        let trips = Self.trips(cars: cars, seed: 7)
        let all = Self.release(trips, leastCars: 3)
        var (with, without, rest, whole, wholeWithout) = (0, 0, 0, 0, 0)
        for trip in trips {
            let others = Self.release(trips.filter { $0.car != trip.car }, leastCars: 3)
            let own = Self.found(trip, by: all)
            let other = Self.found(trip, by: others)
            let left = trip.roads.count - 1 - trip.roads.count / 2
            with += own
            without += other
            rest += left
            if own == left { whole += 1 }
            if other == left { wholeWithout += 1 }
        }
        #expect(trips.count > cars)
        // What can be guessed is what the others drive. An own trip among them adds less than a tenth of the rest.
        #expect(Double(with - without) < 0.1 * Double(rest), "\(with), \(without) of \(rest)")
        #expect(
            Double(whole - wholeWithout) < 0.03 * Double(trips.count),
            "\(whole), \(wholeWithout) of \(trips.count)")
        // With one car as the least number, more of each trip is found.
        let open = Self.release(trips, leastCars: 1)
        let openly = trips.reduce(0) { $0 + Self.found($1, by: open) }
        #expect(openly > with)
    }

    /// Trips that meet on a road could go on as those of each other: the file is the same.
    @Test func tripsThatMeetCanBeExchangedBehindThat() {
        func trips(_ ends: [Int]) -> [Trip] {
            (0..<6).map { car in
                let start = car < 3 ? 100 : 200
                let end = car < 3 ? ends[0] : ends[1]
                return Trip(
                    car: car,
                    nodes: [
                        start, start + 1, start + 2, start + 3, 1, 2, end, end + 1, end + 2,
                        end + 3,
                    ])
            }
        }
        let (one, other) = (trips([300, 400]), trips([400, 300]))
        #expect(Self.release(one, leastCars: 3).bytes == Self.release(other, leastCars: 3).bytes)
        #expect(Self.release(one, leastCars: 3).roads.count == 7)
    }

    /// What a single car drove is in no release, at no place of its trip.
    @Test func aTripThatNobodyElseDroveLeavesNothing() {
        let lonely = Trip(car: 900, nodes: Array(1000..<1040))
        let trips = Self.trips(cars: 40, seed: 8)
        var with = Self.release(trips + [lonely, lonely, lonely], leastCars: 3)
        let without = Self.release(trips, leastCars: 3)
        #expect(with.roads == without.roads && with.misfits == without.misfits)
        with.totals = without.totals
        #expect(with.bytes == without.bytes)
    }
}
