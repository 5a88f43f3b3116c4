import Horizon
import MapMatching
import Quantities
import Routing

/// All places where the vehicle may have been at the last fix, each road separately.
struct FixPlaces {
    /// The places, the likeliest first.
    private(set) var all: [PossiblePlace] = []

    /// Less probable places do not count.
    private static let leastProbability = 0.01
    /// No more places count.
    static let mostPlaces = Int(1 / leastProbability)
    /// Places on one path at most this far apart are one place, in metres.
    private static let samePlace = 30.0

    init() { all.reserveCapacity(Self.mostPlaces) }

    /// Whether two offsets on one path or link are one place.
    static func areSame(_ one: Metres, _ other: Metres) -> Bool {
        abs((one - other).value) < samePlace
    }

    /// Takes the places of the last fix.
    mutating func fill(from matcher: MapMatcher) {
        all.removeAll(keepingCapacity: true)
        matcher.appendPlaces(to: &all, atLeast: Self.leastProbability)
    }

    /// The probability of the reported position.
    func probabilityOfReported(by roles: PlaceRoles, in tree: PathTree) -> Double {
        var sum = 0.0
        for place in all where roles.isReported(place, in: tree) {
            sum += place.matched.probability
        }
        return min(sum, 1)
    }

    /// Whether it is sure enough that the vehicle has turned off the main path onto another one:
    /// that is probable, and it is improbable that the vehicle is on the main path beyond the
    /// junction.
    func areSureOfTurn(
        onto path: PathID, _ matched: MatchedPlace, atLeast sure: Double, in tree: PathTree
    ) -> Bool {
        guard matched.probability >= sure, let main = tree.mainPath?.id else { return false }
        guard let junction = Self.junction(of: path, on: main, in: tree) else { return true }
        var staying = 0.0
        for place in all {
            guard let found = tree.locate(place.matched.place), found.path == main,
                found.offset > junction
            else { continue }
            staying += place.matched.probability
        }
        return staying <= 1 - sure
    }

    /// The branch point on the main path of the way to a side path.
    private static func junction(of side: PathID, on main: PathID, in tree: PathTree) -> Metres? {
        var path = side
        while let branch = tree.path(path)?.branch {
            if branch.parent == main { return branch.offset.metres }
            path = branch.parent
        }
        return nil
    }
}
