import Horizon
import HorizonProvider
import MapMatching
import Quantities

// The matcher's probabilities, each road by itself, as those of the paths.
extension Engine {
    /// Places less probable than this do not count.
    static let leastProbability = 0.01
    /// There are no more that do.
    static let mostPlaces = Int(1 / leastProbability)
    /// Places on one path no further apart than this are the same, in metres.
    static let samePlace = 30.0

    /// The probability of all places on the main path around an offset.
    func probabilityOnMainPath(at offset: Metres) -> Double {
        guard let main = tree.mainPath?.id else { return 0 }
        var sum = 0.0
        for place in places {
            guard let found = tree.locate(place.place), found.path == main,
                abs((found.offset - offset).value) < Self.samePlace
            else { continue }
            sum += place.probability
        }
        return min(sum, 1)
    }

    /// Whether it is sure enough that the vehicle has turned off the main path onto another one: that
    /// is probable, and that it goes on along the main path beyond the junction is not.
    func isSureTurn(onto path: PathID, _ matched: MatchedPlace) -> Bool {
        let sure = parameters.matching.sureTurnProbability
        guard matched.probability >= sure, let main = tree.mainPath?.id else { return false }
        var path = path
        var junction: Metres?
        while junction == nil, let branch = tree.path(path)?.branch {
            if branch.parent == main { junction = branch.offset.metres }
            path = branch.parent
        }
        guard let junction else { return true }
        var staying = 0.0
        for place in places {
            guard let found = tree.locate(place.place), found.path == main,
                found.offset > junction
            else { continue }
            staying += place.probability
        }
        return staying <= 1 - sure
    }

    /// Says where else in the tree the vehicle may be, apart from the best place.
    mutating func appendAlternatives() {
        let timing = parameters.provider.timing
        let most = timing.positionCandidates - 1
        guard most > 0, vehicle.place == .onPath else { return }
        alternatives.removeAll(keepingCapacity: true)
        for other in places {
            guard let (path, offset) = tree.locate(other.place) else { continue }
            let isBeside =
                path == tree.mainPath?.id
                && abs((offset - tree.vehicleOffset).value) < Self.samePlace
            if isBeside { continue }
            let same = alternatives.firstIndex {
                $0.path == path && abs(($0.offset - offset).value) < Self.samePlace
            }
            if let same {
                alternatives[same].probability += other.probability
            } else {
                alternatives.append(
                    VehicleState.Alternative(
                        path: path, offset: offset, relativeHeading: other.relativeHeading,
                        probability: other.probability))
            }
        }
        for _ in 0..<min(most, VehicleState.Alternatives.most) {
            guard
                let best = alternatives.indices.max(by: {
                    alternatives[$0].probability < alternatives[$1].probability
                }), alternatives[best].probability >= timing.candidateProbability
            else { return }
            vehicle.alternatives.append(alternatives.remove(at: best))
        }
    }
}
