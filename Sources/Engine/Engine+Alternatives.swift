import ADASISv2
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

    /// What a place of the last fix counts for: each for one thing at most, so that all that is told of a
    /// fix sums up to 1 at most.
    private enum Part {
        /// The place that POSITION tells first.
        case told
        /// Another place in the tree.
        case other(path: PathID, offset: Metres)
        /// None that clients could be told of.
        case none
    }

    private func part(of place: PossiblePlace) -> Part {
        // While a turn is not sure yet what is told is not the answer.
        let relation = told.isTurnSeen ? .apart : place.relation
        // A road that leads to the answer's may lie in the tree as well, once around the block.
        if relation == .answer || relation == .before { return .told }
        guard let found = tree.locate(place.matched.place) else {
            // A road that meets that of the answer and is in no path.
            return relation == .beyond ? .told : .none
        }
        if found.path == tree.mainPath?.id {
            let apart = found.offset - tree.vehicleOffset - (told.matchedAt - told.along)
            if relation == .beyond || abs(apart.value) < Self.samePlace { return .told }
        }
        return .other(path: found.path, offset: found.offset)
    }

    /// Whether a place of the last fix counts for the one that POSITION tells first.
    func isTold(_ place: PossiblePlace) -> Bool {
        if case .told = part(of: place) { true } else { false }
    }

    /// The probability of the place on the main path where the last fix was matched.
    func probabilityOfPlaceTold() -> Double {
        var sum = 0.0
        for place in places where isTold(place) { sum += place.matched.probability }
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
            guard let found = tree.locate(place.matched.place), found.path == main,
                found.offset > junction
            else { continue }
            staying += place.matched.probability
        }
        return staying <= 1 - sure
    }

    /// Says where else in the tree the vehicle may be, apart from the best place.
    mutating func appendAlternatives() {
        let timing = parameters.provider.timing
        let most = timing.positionCandidates - 1
        guard most > 0, vehicle.place == .onPath else { return }
        alternatives.removeAll(keepingCapacity: true)
        let least = max(timing.candidateProbability, ProbabilityCode.least)
        for place in places {
            // Of a path without an index POSITION cannot speak.
            guard case .other(let path, let offset) = part(of: place),
                tree.path(path)?.isWorthAnIndex == true
            else { continue }
            let probability = place.matched.probability
            let same = alternatives.firstIndex {
                $0.path == path && abs(($0.offset - offset).value) < Self.samePlace
            }
            if let same {
                alternatives[same].probability += probability
            } else {
                alternatives.append(
                    VehicleState.Alternative(
                        path: path, offset: offset,
                        relativeHeading: place.matched.relativeHeading, probability: probability))
            }
        }
        var left = probabilityOfOthers
        for _ in 0..<min(most, VehicleState.Alternatives.most) {
            guard
                let index = alternatives.indices.max(by: {
                    alternatives[$0].probability < alternatives[$1].probability
                })
            else { return }
            var best = alternatives.remove(at: index)
            best.probability = min(best.probability, left)
            guard best.probability >= least else { return }
            left -= best.probability
            vehicle.alternatives.append(best)
        }
    }

    /// What the probabilities of all other places add up to at most.
    var probabilityOfOthers: Double { 1 - (vehicle.probability ?? 0) }
}
