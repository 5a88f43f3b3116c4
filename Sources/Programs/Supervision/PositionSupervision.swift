public import Geodesy
public import MapMatching
public import Positioning
public import Quantities

/// Decides for the source of positions: the events for the engine, and the lines about fixes that come too fast or not
/// at all, and about positions off the map and off the road.
public struct PositionSupervision: Sendable {
    private var queue = PositionQueue()
    private var watch: PositionWatch
    private var road = RoadWatch()

    /// The supervision of a source that has no fix yet.
    public init(start: MonotonicTime) { watch = PositionWatch(start: start) }

    /// Whether an event waits for the engine.
    public var hasEvent: Bool { !queue.isEmpty }

    /// The number of fixes that were discarded because newer ones came.
    public var thinned: Int { queue.thinned }

    /// The position in words, with the match of the last fix.
    public func words(_ match: MatchResult) -> String {
        if watch.isLost { return "no fix" }
        return switch match {
        case .onRoad: "on a road"
        case .offRoad: "off the road"
        case .noMap: "off the map"
        case .notCalibrated: "position not calibrated"
        }
    }

    /// Whether the car was on a road, and is reported on none of the map since.
    public var hasLeftRoads: Bool { road.hasLeftRoads }

    /// Takes note of an event that has arrived. Returns a line about a change, without the program's name.
    public mutating func add(_ event: PositionEvent, at now: MonotonicTime) -> String? {
        queue.add(event, at: now)
    }

    /// Takes the event for the engine in this round, at most one. Hands over the lines about changes.
    public mutating func next(
        on bounds: BoundingBox?, at now: MonotonicTime, _ say: (String) -> Void
    ) -> PositionEvent? {
        queue.look(at: now).map(say)
        guard let event = queue.next(at: now) else { return nil }
        watch.note(event, on: bounds, at: now).map(say)
        return event
    }

    /// Looks at a tick whether fixes come, and whether the match of the last one is on a road. Hands over the lines
    /// about changes.
    /// - Parameter isOver: Whether the source has ended for good.
    public mutating func look(
        _ match: MatchResult, isOver: Bool, at now: MonotonicTime, _ say: (String) -> Void
    ) {
        if !isOver { watch.look(at: now).map(say) }
        road.note(match, at: now).map(say)
    }
}
