import Geodesy
import Horizon
import Quantities
import RoadMap

/// Finds curves and slopes on a route.
struct ShapeFinder {
    private let map: RoadMap
    private let parameters: AheadParameters
    // Memory for the profiles of one link.
    private var curvature = LinkSpots()
    private var curvatureErrors = LinkSpots()
    private var slopes = LinkSpots()

    /// A smaller turn at a node is a bend of the road, which the road's curvature shows. In radians; as on
    /// the wire.
    private static var leastTurn: Double { 0.4 }
    /// The length of a turn inside a junction where the roads do not show another one, m; as on the wire.
    private static var turnLength: Double { 10 }

    init(map: RoadMap, parameters: AheadParameters) {
        self.map = map
        self.parameters = parameters
    }

    /// Curves: where the curvature is at least that of ``AheadParameters/fastestCurve`` to one side.
    mutating func curves(on line: AheadLine) throws(MapError) -> [AheadItem] {
        var items: [AheadItem] = []
        var finder = CurveFinder(parameters: parameters)
        for element in line.links {
            try curvature.read(.curvature, of: element.link, from: map)
            try curvatureErrors.read(.curvatureError, of: element.link, from: map)
            var from = Centimetres.zero
            if let turn = turn(at: element, curvature.spots) {
                finder.interrupt()
                items.append(turn.item)
                from = turn.length
            }
            for spot in curvature.spots where spot.offset >= from {
                finder.add(
                    Double(spot.value) * 1e-5,
                    error: curvatureErrors.spots.last { $0.offset <= spot.offset }
                        .map { Double($0.value) * 1e-5 },
                    at: element.place(spot.offset), beginsPiece: spot.beginsPiece)
            }
        }
        finder.finish()
        return items + finder.items
    }

    /// The turn by which the route enters a link, as an arc from the node on; `nil` where the road just goes
    /// on.
    private func turn(
        at element: AheadLine.Element, _ spots: [LinkSpots.Spot]
    ) -> (item: AheadItem, length: Centimetres)? {
        let angle = element.link.turnAngle.value / degreesPerRadian
        guard abs(angle) >= Self.leastTurn else { return nil }
        let length = min(Self.turnLength, element.link.record.length.metres.value / 2)
        // Where the road itself turns, its curvature shows it.
        let own = spots.first { $0.offset.metres.value <= length }
        if let own, abs(Double(own.value) * 1e-5) * length >= abs(angle) / 3 { return nil }
        let curve = abs(angle) / length
        guard curve >= parameters.leastCurvature, let end = Centimetres(rounding: Metres(length))
        else { return nil }
        let place = element.place(.zero)
        let content = CurveAhead(
            curvature: PerMetre(angle < 0 ? -curve : curve), error: PerMetre(curve),
            apex: place.distance + Metres(length / 2),
            safeSpeed: parameters.safeSpeed(curve), isTurn: true)
        return (AheadItem(.curve(content), at: place, to: place.distance + Metres(length)), end)
    }

    /// Stretches between the map's spots of slope.
    mutating func slopes(on line: AheadLine) throws(MapError) -> [AheadItem] {
        var items: [AheadItem] = []
        for element in line.links {
            try slopes.read(.slope, of: element.link, from: map)
            for (start, end) in zip(slopes.spots, slopes.spots.dropFirst())
            where !end.beginsPiece && end.offset > start.offset {
                let slope = SlopeAhead(
                    atStart: Double(start.value) * 0.01, atEnd: Double(end.value) * 0.01)
                items.append(
                    AheadItem(
                        .slope(slope), at: element.place(start.offset),
                        to: element.place(end.offset).distance))
            }
        }
        return items
    }
}
