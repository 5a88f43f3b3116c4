import Geodesy
import Horizon
import Quantities
import RoadMap

extension RoadAhead {
    /// What turns by less than this at a node is a bend of the road, which its own curvature tells. In
    /// radians; as on the wire.
    private static var leastTurn: Double { 0.4 }
    /// How far a turn inside a junction takes where the roads do not say otherwise; as on the wire.
    private static var turnLength: Double { 10 }

    /// Curves: where the curvature is at least that of ``AheadParameters/fastestCurve`` to one side.
    mutating func findCurves(on line: AheadLine) throws(MapError) {
        var finder = CurveFinder(parameters: parameters)
        for element in line.links {
            try curvature.read(.curvature, of: element.link, from: map)
            try curvatureErrors.read(.curvatureError, of: element.link, from: map)
            // Driven the other way a right bend is a left one.
            let unit = element.link.link.direction == .forward ? 1e-5 : -1e-5
            var from = Centimetres.zero
            if let turn = turn(at: element, curvature.spots, unit) {
                finder.interrupt()
                items.append(turn.item)
                from = turn.length
            }
            for spot in curvature.spots where spot.offset >= from {
                finder.add(
                    Double(spot.value) * unit,
                    error: curvatureErrors.spots.last { $0.offset <= spot.offset }
                        .map { Double($0.value) * 1e-5 },
                    at: element.place(spot.offset), beginsPiece: spot.beginsPiece)
            }
        }
        finder.finish()
        items += finder.items
    }

    /// The turn by which the way enters a link, as an arc from the node on; `nil` where it goes on as a
    /// road does.
    private func turn(
        at element: AheadLine.Element, _ spots: [LinkSpots.Spot], _ unit: Double
    ) -> (item: AheadItem, length: Centimetres)? {
        let angle = element.link.turnAngle.value / degreesPerRadian
        guard abs(angle) >= Self.leastTurn else { return nil }
        let length = min(Self.turnLength, element.link.record.length.metres.value / 2)
        // Where the road itself turns, its curvature tells it.
        let own = spots.first { $0.offset.metres.value <= length }
        if let own, abs(Double(own.value) * unit) * length >= abs(angle) / 3 { return nil }
        let curve = abs(angle) / length
        guard curve >= parameters.leastCurvature, let end = Centimetres(rounding: Metres(length))
        else { return nil }
        let place = element.place(.zero)
        let content = CurveAhead(
            curvature: PerMetre(angle < 0 ? -curve : curve), error: PerMetre(curve),
            apex: place.distance + Metres(length / 2),
            safeSpeed: parameters.safeSpeed(curve), isTurn: true)
        return (
            AheadItem(
                path: place.path, offset: place.offset, distance: place.distance,
                end: place.distance + Metres(length), content: .curve(content)), end
        )
    }

    /// Stretches between the map's spots of slope.
    mutating func findSlopes(on line: AheadLine) throws(MapError) {
        for element in line.links {
            try slopes.read(.slope, of: element.link, from: map)
            // Driven the other way uphill is downhill.
            let unit = element.link.link.direction == .forward ? 0.01 : -0.01
            for (start, end) in zip(slopes.spots, slopes.spots.dropFirst())
            where !end.beginsPiece && end.offset > start.offset {
                add(
                    .slope(
                        SlopeAhead(
                            atStart: Double(start.value) * unit, atEnd: Double(end.value) * unit)),
                    at: element.place(start.offset))
                items[items.count - 1].end = element.place(end.offset).distance
            }
        }
    }
}

extension AheadParameters {
    /// The speed on a curvature in 1/m, above 0.
    func safeSpeed(_ curvature: Double) -> MetresPerSecond {
        MetresPerSecond((lateralAcceleration.value / curvature).squareRoot())
    }
}

/// Finds curves along a curvature that runs straight from spot to spot.
private struct CurveFinder {
    private struct Spot {
        let place: AheadLine.Place
        let curvature: Double
        let error: Double?
    }

    private let parameters: AheadParameters
    private let least: Double
    private(set) var items: [AheadItem] = []
    private var last: Spot?
    /// The curve that has begun: where, and the spot with the largest curvature so far.
    private var begun: (place: AheadLine.Place, apex: Spot)?

    init(parameters: AheadParameters) {
        self.parameters = parameters
        least = parameters.leastCurvature
    }

    /// Takes a spot, which is no farther than rounding goes from the last one where the curvature is
    /// known across the node in between.
    mutating func add(
        _ curvature: Double, error: Double?, at place: AheadLine.Place, beginsPiece: Bool
    ) {
        if beginsPiece, let last, place.distance - last.place.distance > Metres(0.02) {
            interrupt()
        }
        let spot = Spot(place: place, curvature: curvature, error: error)
        defer { last = spot }
        guard let last else {
            if abs(curvature) >= least { begun = (place, spot) }
            return
        }
        if let open = begun, open.apex.curvature * curvature < 0 || abs(curvature) < least {
            let level = open.apex.curvature < 0 ? -least : least
            end(open, at: crossing(of: level, last, spot))
        }
        guard abs(curvature) >= least else { return }
        guard let open = begun else {
            let level = curvature < 0 ? -least : least
            begun = (crossing(of: level, last, spot), spot)
            return
        }
        if abs(curvature) > abs(open.apex.curvature) { begun = (open.place, spot) }
    }

    /// Nothing is known from the last spot to the next one.
    mutating func interrupt() {
        finish()
        last = nil
    }

    /// Ends what has begun at the last spot.
    mutating func finish() {
        if let begun, let last { end(begun, at: last.place) }
    }

    private mutating func end(
        _ curve: (place: AheadLine.Place, apex: Spot), at end: AheadLine.Place
    ) {
        begun = nil
        let curvature = abs(curve.apex.curvature)
        let content = CurveAhead(
            curvature: PerMetre(curve.apex.curvature), error: curve.apex.error.map { PerMetre($0) },
            apex: curve.apex.place.distance, safeSpeed: parameters.safeSpeed(curvature),
            isTurn: false)
        items.append(
            AheadItem(
                path: curve.place.path, offset: curve.place.offset, distance: curve.place.distance,
                end: end.distance, content: .curve(content)))
    }

    /// The place between two spots where the curvature has a value; the second spot where they do not
    /// enclose it.
    private func crossing(of level: Double, _ start: Spot, _ end: Spot) -> AheadLine.Place {
        let share = (level - start.curvature) / (end.curvature - start.curvature)
        let distance = start.place.distance
        let span = end.place.distance - distance
        guard share.isFinite, share >= 0, share < 1, start.place.path == end.place.path,
            let offset = Centimetres(rounding: span * share)
        else { return end.place }
        return AheadLine.Place(
            path: start.place.path, offset: start.place.offset + offset,
            distance: distance + offset.metres)
    }
}
