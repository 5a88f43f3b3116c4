import Horizon
import Quantities

/// Finds curves along a curvature that is linear between spots.
struct CurveFinder {
    private struct Spot {
        let place: AheadLine.Place
        let curvature: Double
        let error: Double?
    }

    private let parameters: AheadParameters
    private let least: Double
    private(set) var items: [AheadItem] = []
    private var last: Spot?
    /// The current curve: its start, and the spot with the largest curvature so far.
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

    /// The curvature is unknown from the last spot to the next one.
    mutating func interrupt() {
        finish()
        last = nil
    }

    /// Ends the current curve at the last spot.
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
        items.append(AheadItem(.curve(content), at: curve.place, to: end.distance))
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
