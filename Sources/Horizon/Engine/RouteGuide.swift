public import RoadMap

/// Sends a route of any length to an engine, part by part during the drive: an event holds no more
/// links than count (``EngineEvent/longestCourse``).
///
/// ```swift
/// var guide = RouteGuide(links)
/// if let event = guide.event(for: engine) { try engine.ingest(event, at: time) }
/// ```
/// The host asks after each fix. When the engine has dropped the route, the guide is over.
public struct RouteGuide: Sendable {
    /// The route, in driving order.
    public let links: [DirectedLink]
    /// Whether the guide has nothing more to send: the vehicle has left the route.
    public private(set) var isOver = false
    /// The links that the engine has; `nil` before the first ones.
    private var window: Range<Int>?
    /// The last place of the vehicle on the route.
    private var place = 0
    /// The number of links of a part.
    private let longest: Int

    /// A guide along a route, `longest` links at a time, 2 at least. It begins at the vehicle if
    /// that is on the route.
    public init(_ links: [DirectedLink], longest: Int = EngineEvent.longestCourse) {
        self.links = links
        self.longest = min(max(longest, 2), EngineEvent.longestCourse)
    }

    /// The next event for the engine; `nil` while the engine has all that it needs.
    public mutating func event(for engine: Engine) -> EngineEvent? {
        guard !isOver, !links.isEmpty else { return nil }
        let link = engine.vehicleLink
        guard let window else {
            place = link.flatMap { links.firstIndex(of: $0) } ?? 0
            return part()
        }
        guard engine.hasRoute else {
            isOver = true
            return nil
        }
        // A route may use a link twice: the next one counts.
        if let link {
            if let found = links[place..<window.upperBound].firstIndex(of: link) {
                place = found
            } else if !engine.isOnRoute, let found = links.firstIndex(of: link) {
                // The vehicle has reached the route elsewhere than at its beginning.
                place = found
                if !window.contains(found) { return part() }
            }
        }
        let isNearEnd = place - window.lowerBound >= window.count / 2
        guard isNearEnd, window.upperBound < links.count else { return nil }
        return part()
    }

    /// The part around the vehicle. Some links behind the vehicle stay in it, as the tree keeps
    /// some.
    private mutating func part() -> EngineEvent {
        let start = max(place - longest / 16, 0)
        let end = min(start + longest, links.count)
        window = start..<end
        return .route(Array(links[start..<end]))
    }
}
