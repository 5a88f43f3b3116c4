public import Configuration
public import Engine
public import Quantities
public import RoadMap
public import TextFiles

/// A route that was read from its file and found on a map.
public struct FoundRoute: Sendable {
    /// The map of its links.
    public let map: MapIdentity
    /// The settings that it was read for.
    public let choice: RouteChoice
    /// The route, `nil` for an empty file; or the failure, one line.
    public let guide: Result<RouteGuide?, Failure>

    /// The result of reading.
    public init(map: MapIdentity, choice: RouteChoice, guide: Result<RouteGuide?, Failure>) {
        self.map = map
        self.choice = choice
        self.guide = guide
    }
}

/// The route that the vehicle follows, from the settings to the engine.
public struct RouteSupervision: Sendable {
    /// What follows from a route that was read.
    public enum Step: Sendable {
        /// Nothing: it is of another map or of other settings, or the failure was reported.
        case ignore
        /// Report the failure; the route in use stays.
        case report(String)
        /// The engine removes its route; report the line.
        case drop(String)
        /// The engine follows the route; report the line.
        case follow(String)
    }

    private var guide: RouteGuide?
    /// Whether the route of the settings is to be followed: the vehicle has not left it, and its file had one.
    public private(set) var isWanted: Bool
    /// Whether the route of the settings was not read yet.
    private var isAwaited = false
    /// When the route is read again, because it or the map could not be read, `nil` while it is; whether that was reported.
    private var retry: (time: MonotonicTime?, isReported: Bool)?

    /// The time from one try to read the route to the next.
    static let retryPause = Nanoseconds.seconds(10)
    /// The settings of the route.
    public private(set) var choice: RouteChoice

    /// The settings, and the route that was read for them, if any.
    public init(_ choice: RouteChoice, _ guide: RouteGuide?) {
        self.choice = choice
        self.guide = guide
        isWanted = guide != nil
    }

    /// Takes other settings. The route in use stays until one was read for them; settings without a route remove
    /// it. Returns the name of the source to read.
    public mutating func choose(_ choice: RouteChoice) -> String? {
        if choice == self.choice { retry?.time = nil } else { retry = nil }
        self.choice = choice
        if choice.name == nil { guide = nil }
        isWanted = choice.name != nil
        isAwaited = isWanted
        return choice.name
    }

    /// Whether there is a route.
    public var hasRoute: Bool { guide != nil }

    /// The next part of the route for the engine; `nil` where it has all that it needs.
    public mutating func event(for engine: Engine) -> EngineEvent? {
        guide?.event(for: engine)
    }

    /// Whether the vehicle has left the route since the last call; then there is none any more.
    public mutating func takeLeft() -> Bool {
        guard guide?.isOver == true else { return false }
        // Another one may be being read.
        (guide, isWanted) = (nil, isAwaited)
        return true
    }

    /// Whether the route is to be read again now.
    public mutating func takeRetry(at now: MonotonicTime) -> Bool {
        guard let retry, let time = retry.time, now >= time else { return false }
        self.retry = (nil, retry.isReported)
        return isWanted
    }

    /// The route could not be read for a passing reason: it is read again. Returns the line about it, once.
    public mutating func noteUnread(_ failure: String, at now: MonotonicTime) -> String? {
        defer { retry = (now + Self.retryPause, true) }
        return retry?.isReported == true ? nil : "\(failure); \(state); trying again"
    }

    private var state: String { hasRoute ? "the route is unchanged" : "there is no route" }

    /// Takes note of another map: the route has links of the former one.
    public mutating func noteMap() { guide = nil }

    /// Takes a route that was read.
    public mutating func take(
        _ found: FoundRoute, map: MapIdentity, at now: MonotonicTime
    ) -> Step {
        guard found.map == map, found.choice == choice, let file = choice.name else {
            return .ignore
        }
        if case .failure(let failure) = found.guide, failure.isPassing {
            return noteUnread("\(failure)", at: now).map(Step.report) ?? .ignore
        }
        (retry, isAwaited) = (nil, false)
        switch found.guide {
        case .failure(let failure): return .report("\(failure); \(state)")
        case .success(nil):
            (guide, isWanted) = (nil, false)
            return .drop("\(file): no route")
        case .success(let route?):
            (guide, isWanted) = (route, true)
            return .follow("\(file): a route of \(route.links.count) links")
        }
    }
}
