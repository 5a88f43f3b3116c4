public import RoadMap

/// A kind of vehicle with its own access restrictions.
public enum TransportMode: String, Sendable, Hashable, CaseIterable {
    /// Cars.
    case car
    /// Trucks. They may drive the roads of cars that are not closed to trucks. The map has no limits of weight,
    /// height or other measures.
    case truck

    /// The vehicle of turn restrictions.
    public var vehicles: TurnRestriction.Vehicles {
        switch self {
        case .car: .cars
        case .truck: .trucks
        }
    }

    /// Whether such a vehicle may drive a link in a direction, by the map.
    public func mayDrive(
        _ link: Link, _ direction: Direction, on map: RoadMap
    ) throws(MapError) -> Bool {
        guard link.directions.contains(direction) else { return false }
        guard self == .truck else { return true }
        return try !map.isClosedToTrucks(link, direction)
    }
}
