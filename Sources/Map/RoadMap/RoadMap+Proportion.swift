import Geodesy
import Quantities

extension RoadMap {
    /// The radius within which a fix needs all roads, with a margin.
    private static let radius = Metres(280)
    /// The share of ``maximumSteps`` that the roads around a fix may take; the rest is for the search
    /// between fixes and for the horizon.
    private static let share = 0.4
    /// The steps that a road takes besides its points: its attributes, and its place in the search.
    private static let stepsOfRoad = 40
    private static let stepsOfPoint = 5

    /// Whether the roads around a place are so many, or their lines so fine, that a fix there takes most of
    /// the work that an update may take.
    func isOutOfProportion(around place: Coordinate) throws(MapError) -> Bool {
        var steps = 0
        try forEachLink(in: LocalFrame(around: place).box(radius: Self.radius)) { link in
            steps += Self.stepsOfRoad + Self.stepsOfPoint * link.pointCount
        }
        return Double(steps) > Self.share * Double(Self.maximumSteps)
    }
}
