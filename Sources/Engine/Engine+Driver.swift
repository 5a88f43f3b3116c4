import Horizon
import Positioning
import Quantities
import RoadMap

/// What the vehicle says of what its driver is about to do, and since when.
struct SaidOfDriver {
    /// Where the turn indicator points, and when that was said.
    private var indicator: (points: TurnIndicator, time: MonotonicTime)?
    /// The lane, and when that was said.
    private var lane: (lane: DrivenLane, time: MonotonicTime)?
    /// The side of the indicator's lamp that was alight last, and when.
    private var alight: (side: TurnIndicator, time: MonotonicTime)?

    /// A lamp that flashes is dark for so long at most: 60 to 120 times a minute (UN Regulation No. 148).
    private static let longestDark = Nanoseconds.milliseconds(1000)

    /// Takes in what is said now.
    mutating func ingest(_ said: DriverSignals, at time: MonotonicTime) {
        if let points = said.indicator {
            indicator = (points, time)
            if points == .left || points == .right { alight = (points, time) }
        }
        if let said = said.lane { lane = (said, time) }
    }

    /// Where the indicator points; unknown where that was said too long ago.
    func indicator(at time: MonotonicTime, lifetime: Nanoseconds) -> TurnIndicator {
        guard let (points, said) = indicator, time - said <= lifetime else { return .unknown }
        if points == .off, let alight, time - alight.time <= Self.longestDark {
            return alight.side
        }
        return points
    }

    /// The lane; unknown where that was said too long ago.
    func lane(at time: MonotonicTime, lifetime: Nanoseconds) -> DrivenLane {
        guard let (lane, said) = lane, time - said <= lifetime else { return .unknown }
        return lane
    }
}

// What the driver is about to do.
extension Engine {
    /// Lets the tree expect what the driver's signals and the vehicle's own motion speak for by now. What
    /// receivers say of speed comes too late for that.
    mutating func followDriver(at time: MonotonicTime) throws(MapError) {
        let lifetime = parameters.driverSignalsLifetime
        var known = DriverIntent()
        known.indicator = driver.indicator(at: time, lifetime: lifetime)
        known.lane = driver.lane(at: time, lifetime: lifetime)
        // Without fixes it is not known well enough how far before the junction it is so fast, and turns are
        // weighed as a whole (``followTurns(at:)``): they would count twice.
        if time - told.fixTime <= TurnsSeen.patience {
            known.speed = reckoning.carSpeed
            known.heading = reckoning.heading
        }
        try tree.follow(known)
    }
}
