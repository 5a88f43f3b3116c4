import RoadMap
import Routing

/// Whom a route is for.
public enum RouteMode: String, Sendable, Hashable, CaseIterable {
    case car, truck

    /// As turn restrictions name it.
    var vehicles: TurnRestriction.Vehicles {
        switch self {
        case .car: .cars
        case .truck: .trucks
        }
    }
}
