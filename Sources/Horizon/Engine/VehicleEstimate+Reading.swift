import Horizon
import HorizonProvider
import Positioning
import Quantities
import Routing

extension VehicleEstimate {
    /// Whether dead reckoning has the vehicle on a line.
    var isOnLine: Bool { deadReckoning.along != nil }

    /// The largest sum of the probabilities of all other places.
    var probabilityOfOthers: Double { 1 - (state.probability ?? 0) }

    /// Where a place of the tree lies on the line of dead reckoning; `nil` if it is on no path.
    func along(_ place: LinkPlace, in tree: PathTree) -> Metres? {
        guard isOnLine else { return nil }
        return tree.way(to: place).map { position.along + $0.distance }
    }

    /// Whether clients can follow onto a path with the next POSITION: a side path may begin far ahead.
    func canReach(_ id: PathID, in tree: PathTree) -> Bool {
        guard id != tree.mainPath?.id, let path = tree.path(id) else { return true }
        return position.canReach(path.startDistance.metres, at: deadReckoning.speed)
    }

    /// Whether a match so far along the tree corrects the position. Otherwise the vehicle has not
    /// driven there: a match was wrong, or the way there is the end of a loop that the vehicle did
    /// not drive.
    func isCorrection(_ distance: Metres) -> Bool {
        let moment = lastMatch.time
        guard let miss = deadReckoning.miss(of: position.along + distance, trueAt: moment) else {
            return false
        }
        let longest = max(parameters.reckoning.longestCorrection, deadReckoning.deviation * 2)
        let ahead = distance + deadReckoning.carried(since: moment)
        return abs(miss.value) <= longest.value
            && position.canMove(by: ahead, at: deadReckoning.speed)
    }

    /// The receiver's time at the last matched fix, seconds since 1970.
    var moment: Int64? { lastMatch.moment }

    /// The roles of the places of the last fix.
    var placeRoles: PlaceRoles {
        PlaceRoles(isTurnPending: isTurnPending, matchedAhead: lastMatch.along - position.along)
    }

    /// Adds the motion by the vehicle's own signals. The speed of a receiver comes too late.
    func addMotion(to intent: inout DriverIntent, at time: MonotonicTime) {
        // Without fixes the distance to the junction is too inexact; `TurnObserver` counts turns.
        guard time - lastMatch.time <= TurnObserver.patience else { return }
        intent.speed = deadReckoning.carSpeed
        intent.heading = deadReckoning.heading
    }

    /// Whether the position is known well enough to be transmitted as on a path.
    var isSureEnough: Bool {
        !isLost && isExactEnough && exitProbability >= parameters.reckoning.leastProbability
    }

    /// Whether the position along the path is exact enough, and the path reaches there.
    var isExactEnough: Bool {
        guard isOnLine else { return false }
        let deviation = deadReckoning.deviation
        return deviation <= parameters.reckoning.longestError
            && position.beyondPath <= max(deviation * 2, parameters.reckoning.longestHold)
    }
}
