import Geodesy
import MapMatching
import Quantities
import RoadMap
import Routing

/// Whether it is sure that a car took a turn between two fixes.
///
/// With a fix in 15 s there are often several ways through a grid of streets that are equally long. A turn is sure if no other
/// exit of its junction leads to the next fix on a way of a similar length.
struct TurnCertainty {
    private let map: RoadMap
    private let parameters: LearningParameters
    private var search = RouteSearch(reserved: 512, capacity: 8000)

    init(_ map: RoadMap, _ parameters: LearningParameters) {
        self.map = map
        self.parameters = parameters
    }

    /// Whether the way between two fixes may be counted at all: they are not far apart, and it is no detour.
    func isPlausible(
        _ before: DriveTrace.Mark, _ after: DriveTrace.Mark, _ fixes: [DriveFix]
    ) -> Bool {
        // The car may have waited at the junction: only the time without a fix counts.
        let isSeen = (before.fix..<after.fix).allSatisfy {
            fixes[$0 + 1].time - fixes[$0].time <= parameters.longestGap
        }
        guard isSeen else { return false }
        let straight = before.place.coordinate.distance(to: after.place.coordinate).value
        return after.along - before.along
            <= straight * parameters.detourFactor + parameters.longestDetour.value
    }

    /// Whether no exit of a junction but the one that was taken leads to a place on a way that is hardly longer: `way` is the
    /// distance that was driven from the junction to the place.
    mutating func isOnlyWay(
        over exit: DirectedLink, among exits: [DirectedLink], to place: LinkPlace, way: Double
    ) throws(MapError) -> Bool {
        let longest = way + parameters.otherWayMargin.value
        for other in exits where other != exit {
            try search.run(
                on: map, from: [LinkPlace(other, offset: .zero)], targets: [place],
                limits: SearchLimits(cost: longest, settledLinks: 2000))
            if let cost = search.cost(of: place), cost <= longest { return false }
        }
        return true
    }
}
