public import Geodesy
public import Quantities

/// The area of the targets of a search, and the longest route there. The search drops a route that cannot
/// reach the area within that length.
///
/// The search then fills an ellipse, not the circle of Dijkstra's algorithm (pruning by lower bounds, as in A*;
/// Hart, Nilsson and Raphael 1968, doi:10.1109/TSSC.1968.300136). Answers within the length stay the same.
public struct SearchGoal: Sendable {
    private let frame: LocalFrame
    private let radius: Double
    private let longest: Double

    /// The area within `radius` of the origin of a frame, by routes no longer than `longest`.
    public init(around frame: LocalFrame, radius: Metres, longest: Metres) {
        self.frame = frame
        self.radius = radius.value
        self.longest = longest.value
    }

    /// Whether a route that is at a place after `driven` metres can still reach the area.
    func isInReach(from place: Coordinate, driven: Double) -> Bool {
        driven + frame.project(place).length * Self.least - radius <= longest
    }

    /// No route is shorter than this share of the distance in the flat frame, within 20 km up to 70° of latitude.
    private static let least = 0.99
}
