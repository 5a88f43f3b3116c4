public import Quantities
import RoadMap

// What one drive adds. The cars are kept as tokens, each at one thing: the token for the speeds of a road is another one
// than that for an exit of it. Hours of a road have the same tokens, so that the cars of several hours can be counted.
extension Observations {
    /// A car on its drive, with the secret that hides it.
    public struct Driver: Sendable {
        let car: Car
        let key: CarKey

        /// A driver of a car.
        public init(_ car: Car, _ key: CarKey) {
            self.car = car
            self.key = key
        }

        fileprivate func token(at thing: ByteWriter) -> UInt32 {
            key.token(of: car, at: thing.bytes)
        }
    }

    /// Counts a turn from a road into an exit at its end.
    public mutating func countTurn(from road: RoadID, into exit: RoadID, by driver: Driver) {
        var thing = ByteWriter()
        var last = RoadID.first
        thing.u8(0)
        thing.road(road, after: &last)
        thing.road(exit, after: &last)
        totals.turns += 1
        roads[road, default: RoadObservation()].exits[exit, default: PassCount()]
            .add(driver.token(at: thing))
    }

    /// Counts a pass over a road with its mean speed.
    public mutating func countPass(
        of road: RoadID, at speed: MetresPerSecond, in hour: HourOfWeek, by driver: Driver
    ) {
        var thing = ByteWriter()
        var last = RoadID.first
        thing.u8(1)
        thing.road(road, after: &last)
        let token = driver.token(at: thing)
        roads[road, default: RoadObservation()].speeds[hour, default: RoadObservation.Speeds()]
            .count(SpeedBand(speed), token)
    }

    /// Counts something that does not fit the map.
    public mutating func count(_ misfit: Misfit, by driver: Driver) {
        var thing = ByteWriter()
        var last = RoadID.first
        thing.u8(2)
        thing.misfit(misfit, after: &last)
        misfits[misfit, default: PassCount()].add(driver.token(at: thing))
    }

    /// Counts a drive.
    public mutating func countDrive(fixes: Int, length: Metres) {
        totals.drives += 1
        totals.fixes += UInt64(fixes)
        totals.metres += UInt64(max(length.value, 0).rounded())
    }

    /// Counts turns that were left out.
    public mutating func leaveOut(unsureTurns: Int = 0, cutTurns: Int = 0) {
        totals.unsureTurns += UInt64(unsureTurns)
        totals.cutTurns += UInt64(cutTurns)
    }
}

extension RoadObservation.Speeds {
    fileprivate mutating func count(_ band: SpeedBand, _ token: UInt32) {
        counts[band] = (counts[band] ?? 0).addingSaturated(1)
        cars.insert(token)
    }
}
