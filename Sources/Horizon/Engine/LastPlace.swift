public import Quantities
public import RoadMap
public import Routing

/// The place of a vehicle at the end of a run, for the next run on the same map.
public enum LastPlace: Sendable, Hashable {
    /// On a road: the link in driving direction, the standard deviation along it, and the probability of the
    /// place and its direction, 0...1.
    case onRoad(LinkPlace, accuracy: Metres, probability: Double)
    /// On the map, but on no road.
    case offRoad
    /// Unknown: the vehicle has driven on without a place.
    case unknown

    /// Whether a map has this place: the link in that direction, of that length.
    public func exists(on map: RoadMap) throws(MapError) -> Bool {
        guard case .onRoad(let place, let accuracy, let probability) = self else { return true }
        guard place.offset.value.isFinite, accuracy.value.isFinite, accuracy >= .zero,
            (0...1).contains(probability)
        else { return false }
        let link: Link
        do { link = try map.link(place.link.link) } catch {
            // A number that no link has is no damage of the map.
            if case .invalid = error { return false }
            throw error
        }
        return link.directions.contains(place.link.direction) && place.offset >= .zero
            && place.offset <= link.length.metres + rounding
    }

    /// Lengths are rounded.
    private var rounding: Metres { Metres(0.01) }

    /// Whether two places are the same for who stores them: the vehicle has not moved by ten metres.
    public func isNear(_ other: LastPlace) -> Bool {
        switch (self, other) {
        case (.offRoad, .offRoad), (.unknown, .unknown): true
        case (.onRoad(let here, _, _), .onRoad(let there, _, _)):
            here.link == there.link && abs((here.offset - there.offset).value) < 10
        default: false
        }
    }
}
