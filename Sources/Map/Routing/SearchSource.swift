import Quantities

/// A place where a search starts.
struct SearchSource {
    /// The place, after the U-turn.
    var place: LinkPlace
    /// The cost of the start.
    var cost = 0.0
    /// The cost of one metre of the place's link.
    var costPerMetre = 1.0
    /// 1 after a U-turn.
    var uTurns: UInt8 = 0
}

extension SearchSource {
    /// The cost from the source to a place ahead on its link.
    func cost(to place: LinkPlace) -> Double {
        cost + (place.offset - self.place.offset).value * costPerMetre
    }
}
