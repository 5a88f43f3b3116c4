public import Geodesy
public import Quantities

/// Where all that a search is for lies, and how far it may be: ways that have come so far that they cannot
/// get there any more are not followed. That leaves an ellipse of the circle that Dijkstra's algorithm fills
/// (Ford's pruning by lower bounds, as in A*; Hart, Nilsson and Raphael 1968, doi:10.1109/TSSC.1968.300136),
/// and changes no answer within that length.
public struct SearchGoal: Sendable {
    private let frame: LocalFrame
    private let radius: Double
    private let longest: Double

    /// What lies within `radius` of the origin of a frame, by ways no longer than `longest`, metres.
    public init(around frame: LocalFrame, radius: Metres, longest: Metres) {
        self.frame = frame
        self.radius = radius.value
        self.longest = longest.value
    }

    /// Whether a way that has come to a place after `driven` metres may still get there.
    func isInReach(from place: Coordinate, driven: Double) -> Bool {
        driven + frame.project(place).length * Self.least - radius <= longest
    }

    /// No way is shorter than this share of what the flat frame says, within 20 km up to 70° of latitude.
    private static let least = 0.99
}
