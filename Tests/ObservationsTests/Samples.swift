import Geodesy
import Quantities
import RandomNumbers
import RoadMap

@testable import Observations

/// Observations of invented drives, by seed.
enum Samples {
    static let key = CarKey(Array(0..<32))

    static func road(_ random: inout SplitMix64) -> RoadID {
        let way = Int64.random(in: 1...6, using: &random)
        return RoadID(
            StableLinkID(way: way, startNode: way * 10, endNode: way * 10 + 1),
            Bool.random(using: &random) ? .forward : .backward)
    }

    static func observations(_ seed: UInt64, drives: Int = 12) -> Observations {
        var random = SplitMix64(seed: seed)
        var found = Observations()
        for _ in 0..<drives {
            let number = Int.random(in: 0..<20, using: &random)
            let driver = Observations.Driver(Car(name: "\(number)"), key ?? .known)
            for _ in 0..<5 {
                found.countTurn(from: road(&random), into: road(&random), by: driver)
                let speed = MetresPerSecond(Double.random(in: 0...80, using: &random))
                let hour = HourOfWeek(
                    UTCTime(nanoseconds: Int64.random(in: 0...1 << 60, using: &random)))
                found.countPass(of: road(&random), at: speed, in: hour, by: driver)
            }
            found.count(.forbiddenTurn(road(&random), into: road(&random)), by: driver)
            found.count(.againstOneWay(road(&random)), by: driver)
            let place = Coordinate(
                latitude: Double.random(in: -90...90, using: &random),
                longitude: Double.random(in: -180...180, using: &random))
            if let place { found.count(.offRoad(at: place), by: driver) }
            found.countDrive(fixes: 100, length: Metres(4321.6))
            found.leaveOut(unsureTurns: 2, cutTurns: 3)
        }
        return found
    }
}
