import ADASISv2
import Quantities
import RoadMap

/// The progress of a path: the links that were converted to items, and the points that wait. It
/// belongs to ``ItemBuilder``, which continues here when the path grows.
struct PathBuilding {
    /// The number of links that were converted to items.
    var builtLinks = 0
    /// Whether the path is known to end with its last link.
    var hasEnded = false
    /// The last SEGMENT; the next one differs from it.
    var lastSegment: SegmentMessage?
    /// The last values of the step profiles; the next ones differ from them. Without them, all
    /// values become items.
    var lastSteps: RoadSteps? = RoadSteps()
    /// The lanes of the last link.
    var lastLanes = TurnLanes()
    /// The continuous profiles that are not thinned out yet.
    var open = OpenProfiles()
}

/// Continuous profiles of a path before thinning, each from the last point that became an item.
struct OpenProfiles {
    /// Curvature, 1/m, positive to the right.
    var curvature = OpenSpots<Double>()
    /// Slope, per cent, uphill positive, linear between points.
    var slope = OpenSpots<Double>()
    /// The stated error of the curvature, 1/m.
    var curvatureErrors = OpenSpots<Double>()
    /// The stated error of the slope, per cent.
    var slopeErrors = OpenSpots<Double>()
    /// Slope in steps.
    var slopeSteps = OpenSteps()
    /// Altitude, m.
    var altitude = OpenSpots<Double>()
    /// Places.
    var places = OpenSpots<PlaceSpot>()

    /// How far ahead, in metres, the reach of PROFILE SHORT and PROFILE LONG can grow without more
    /// points; `nil` if all points were thinned out.
    func nextReach(short: Int, long: Int) -> Int? {
        var nearest: Int?
        func consider(_ end: Int?, _ sentEnd: Int?, _ reach: Int) {
            guard let end, let sentEnd, sentEnd < end else { return }
            nearest = min(nearest ?? .max, sentEnd - reach)
        }
        consider(curvature.end, curvature.sentEnd, short)
        consider(slope.end, slope.sentEnd, short)
        consider(slopeSteps.end, slopeSteps.sentEnd, short)
        consider(altitude.end, altitude.sentEnd, long)
        consider(places.end, places.sentEnd, long)
        return nearest
    }
}
