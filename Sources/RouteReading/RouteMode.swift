import RoadMap
import Routing

/// Whom a route is for.
public enum RouteMode: String, Sendable, Hashable, CaseIterable {
    /// For cars.
    case car
    /// For trucks: the quickest way and closed roads are trucks'.
    case truck

    /// As turn restrictions name it.
    var vehicles: TurnRestriction.Vehicles {
        switch self {
        case .car: .cars
        case .truck: .trucks
        }
    }
}
