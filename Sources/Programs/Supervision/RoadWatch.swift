import MapMatching
import Quantities

/// Notices that the car is on the map and on no road of it, and that it is back on a road.
struct RoadWatch: Sendable {
    /// A car that is off the road for this time is reported: a gap in the map is shorter.
    static let delay = Nanoseconds.seconds(5)

    private var offRoadSince: MonotonicTime?
    private var isReported = false
    private var wasOnRoad = false
    /// Whether the car was on a road, and is reported on none since: neither in a car park nor on a ferry.
    private(set) var hasLeftRoads = false

    /// A watch that has seen no match.
    init() {}

    /// Takes note of the match of the last fix. Returns the line about a change, without the program's name.
    ///
    /// Off the map and without a match, the road is unknown. Other lines report these states.
    mutating func note(_ match: MatchResult, at now: MonotonicTime) -> String? {
        switch match {
        case .onRoad:
            defer {
                offRoadSince = nil
                isReported = false
                (wasOnRoad, hasLeftRoads) = (true, false)
            }
            guard isReported, let since = offRoadSince else { return nil }
            return "position: on a road again, after \(Int((now - since).seconds)) s"
        case .offRoad(let kind):
            let since = offRoadSince ?? now
            offRoadSince = since
            guard !isReported, now - since >= Self.delay else { return nil }
            isReported = true
            hasLeftRoads = wasOnRoad && kind == .unmapped
            return "position: on no road for 5 s: \(kind.words)"
        case .noMap, .notCalibrated:
            if !isReported { offRoadSince = nil }
            return nil
        }
    }
}

extension OffRoadKind {
    fileprivate var words: String {
        switch self {
        case .unmapped: "the map has none there"
        case .carPark: "in a car park"
        case .ferry: "on a ferry"
        }
    }
}
