import ADASISv2
import Horizon
import HorizonProvider
import MapMatching
import Quantities

/// Chooses the alternatives of a POSITION: other places in the tree where the vehicle may be.
struct AlternativeChoice {
    private let least: Double
    private let most: Int
    /// The other places in the tree; memory that is used again and again.
    private var found: [VehicleState.Alternative] = []

    init(_ parameters: EngineParameters) {
        let timing = parameters.provider.timing
        least = max(timing.candidateProbability, ProbabilityCode.least)
        most = min(timing.positionCandidates - 1, VehicleState.Alternatives.most)
        found.reserveCapacity(FixPlaces.mostPlaces)
    }

    /// The likeliest alternatives, the likeliest first. Their probabilities sum up to `rest` at
    /// most.
    mutating func choose(
        from places: FixPlaces, _ roles: PlaceRoles, in tree: PathTree, rest: Double
    ) -> VehicleState.Alternatives {
        var chosen = VehicleState.Alternatives()
        guard most > 0 else { return chosen }
        find(places, roles, in: tree)
        var rest = rest
        for _ in 0..<most {
            guard
                let index = found.indices.max(by: {
                    found[$0].probability < found[$1].probability
                })
            else { break }
            var best = found.remove(at: index)
            best.probability = min(best.probability, rest)
            guard best.probability >= least else { break }
            rest -= best.probability
            chosen.append(best)
        }
        return chosen
    }

    private mutating func find(_ places: FixPlaces, _ roles: PlaceRoles, in tree: PathTree) {
        found.removeAll(keepingCapacity: true)
        for place in places.all {
            // POSITION cannot refer to a path without an index.
            guard case .other(let path, let offset) = roles.role(of: place, in: tree),
                tree.path(path)?.isWorthAnIndex == true
            else { continue }
            let probability = place.matched.probability
            let same = found.firstIndex {
                $0.path == path && FixPlaces.areSame($0.offset, offset)
            }
            if let same {
                found[same].probability += probability
            } else {
                found.append(
                    VehicleState.Alternative(
                        path: path, offset: offset,
                        relativeHeading: place.matched.relativeHeading, probability: probability))
            }
        }
    }
}
