import Horizon
import Quantities
public import RoadMap

// The calculated route.
extension Engine {
    /// Whether a route is followed, or waits for the vehicle to come to it.
    public var hasRoute: Bool { tree.route != nil }

    /// Whether the vehicle has been on the route that is followed.
    var isOnRoute: Bool { leftRouteAt != nil }

    /// The link that the tree has the vehicle on; `nil` off road.
    public var vehicleLink: DirectedLink? {
        tree.mainPath?.links.last { $0.start.metres <= tree.vehicleOffset }?.link
    }

    /// A vehicle that was on the route and has driven on beside it for so far has left it: shorter ways
    /// beside it are mistakes of the match that the next fix takes back.
    private static let longestWayBeside = Metres(30)

    /// Drops a route that the vehicle has left: the way ahead is predicted again.
    mutating func dropLeftRoute() throws(MapError) {
        guard let route = tree.route, let link = vehicleLink else { return }
        if route.contains(link) {
            leftRouteAt = tree.odometer
            return
        }
        guard let left = leftRouteAt, tree.odometer - left > Self.longestWayBeside else { return }
        leftRouteAt = nil
        try tree.setCourse([])
    }
}

/// Hands a route of any length to an engine, part by part as the vehicle drives along it: an event holds
/// no more links than count (``EngineEvent/longestCourse``).
///
/// ```swift
/// var guide = RouteGuide(links)
/// if let event = guide.event(for: engine) { try engine.ingest(event, at: time) }
/// ```
/// It is asked after each fix. When the engine has dropped the route it is over.
public struct RouteGuide: Sendable {
    /// The route, in driving order.
    public let links: [DirectedLink]
    /// Whether nothing is to be handed over any more: the route was left.
    public private(set) var isOver = false
    /// The links that the engine has; `nil` before the first ones.
    private var window: Range<Int>?
    /// Where on the route the vehicle was last.
    private var place = 0

    /// How many links are handed over at a time.
    private let longest: Int

    /// A guide along a route, which begins where the vehicle is if that is on it; `longest` links at a
    /// time, 2 at least.
    public init(_ links: [DirectedLink], longest: Int = EngineEvent.longestCourse) {
        self.links = links
        self.longest = min(max(longest, 2), EngineEvent.longestCourse)
    }

    /// What the engine is to be told now; `nil` where it has all that it needs.
    public mutating func event(for engine: Engine) -> EngineEvent? {
        guard !isOver, !links.isEmpty else { return nil }
        let link = engine.vehicleLink
        guard let window else {
            place = link.flatMap { links.firstIndex(of: $0) } ?? 0
            return handOver(from: max(place - longest / 16, 0))
        }
        guard engine.hasRoute else {
            isOver = true
            return nil
        }
        // A route may go by a link twice: the one that comes next.
        if let link {
            if let found = links[place..<window.upperBound].firstIndex(of: link) {
                place = found
            } else if !engine.isOnRoute, let found = links.firstIndex(of: link) {
                // The vehicle has come to it elsewhere than at its beginning.
                place = found
                if !window.contains(found) { return handOver(from: max(place - longest / 16, 0)) }
            }
        }
        let isNearEnd = place - window.lowerBound >= window.count / 2
        guard isNearEnd, window.upperBound < links.count else { return nil }
        // Some links behind the vehicle stay part of it, as the tree keeps some.
        return handOver(from: max(place - longest / 16, 0))
    }

    private mutating func handOver(from start: Int) -> EngineEvent {
        let end = min(start + longest, links.count)
        window = start..<end
        return .route(Array(links[start..<end]))
    }
}
