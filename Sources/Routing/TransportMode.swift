public import RoadMap

/// A kind of vehicle, to which other roads and turns are closed than to others.
public enum TransportMode: String, Sendable, Hashable, CaseIterable {
    /// Cars.
    case car
    /// Trucks: of the roads that cars may drive those that are not closed to trucks. Of weights, heights
    /// and other measures the map knows nothing.
    case truck

    /// As turn restrictions name it.
    public var vehicles: TurnRestriction.Vehicles {
        switch self {
        case .car: .cars
        case .truck: .trucks
        }
    }

    /// Whether such a vehicle may drive a link in a direction, as far as the map knows.
    public func mayDrive(
        _ link: Link, _ direction: Direction, on map: RoadMap
    ) throws(MapError) -> Bool {
        guard link.directions.contains(direction) else { return false }
        guard self == .truck else { return true }
        return try !map.isClosedToTrucks(link, direction)
    }
}
