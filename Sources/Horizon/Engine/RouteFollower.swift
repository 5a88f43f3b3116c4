import Horizon
import Quantities
import RoadMap

/// Follows a vehicle on and beside the calculated route of its tree.
struct RouteFollower {
    /// The odometer of the tree where the vehicle was on the route last; `nil` where it has not
    /// reached the route yet, or where there is none.
    private var lastOnRoute: Metres?

    /// A vehicle that has driven so far beside its route has left it. A shorter distance is a wrong
    /// match that the next fix corrects.
    private static let longestBeside = Metres(30)

    /// Whether the vehicle has been on the route.
    var isOnRoute: Bool { lastOnRoute != nil }

    /// Forgets the route.
    mutating func reset() { lastOnRoute = nil }

    /// Starts with the route of a tree, which may be the next part of a route that the vehicle is
    /// on.
    mutating func begin(on tree: PathTree) {
        reset()
        if let route = tree.route, let link = tree.vehicleLink, route.contains(link) {
            lastOnRoute = tree.odometer
        }
    }

    /// Takes in where the vehicle is. Returns whether it has left the route.
    mutating func follow(_ tree: PathTree) -> Bool {
        guard let route = tree.route, let link = tree.vehicleLink else { return false }
        if route.contains(link) {
            lastOnRoute = tree.odometer
            return false
        }
        guard let last = lastOnRoute, tree.odometer - last > Self.longestBeside else {
            return false
        }
        reset()
        return true
    }
}

extension PathTree {
    /// The link of the vehicle on the main path; `nil` off road.
    var vehicleLink: DirectedLink? {
        mainPath?.links.last { $0.start.metres <= vehicleOffset }?.link
    }
}
