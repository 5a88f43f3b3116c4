import Horizon
import MapMatching
import Quantities

/// The role of each place of the last fix. A place has one role only, so that all transmitted
/// probabilities sum up to 1 at most.
struct PlaceRoles {
    /// Whether the fix showed a turn off the main path that is not sure yet.
    let isTurnPending: Bool
    /// How far the place of the fix lies ahead of the reported position.
    let matchedAhead: Metres

    /// What a place counts for.
    enum Role {
        /// The reported position.
        case reported
        /// Another place in the tree.
        case other(path: PathID, offset: Metres)
        /// Nothing: the place is on no path.
        case none
    }

    /// The role of a place.
    func role(of place: PossiblePlace, in tree: PathTree) -> Role {
        // While a turn is pending the reported position is not the matcher's answer.
        let relation = isTurnPending ? .apart : place.relation
        // A road that leads to the answer's may lie in the tree as well, once around the block.
        if relation == .answer || relation == .before { return .reported }
        guard let found = tree.locate(place.matched.place) else {
            // A road that meets that of the answer and is on no path.
            return relation == .beyond ? .reported : .none
        }
        if found.path == tree.mainPath?.id {
            let isHere = FixPlaces.areSame(found.offset - tree.vehicleOffset, matchedAhead)
            if relation == .beyond || isHere { return .reported }
        }
        return .other(path: found.path, offset: found.offset)
    }

    /// Whether a place counts for the reported position.
    func isReported(_ place: PossiblePlace, in tree: PathTree) -> Bool {
        if case .reported = role(of: place, in: tree) { true } else { false }
    }
}
