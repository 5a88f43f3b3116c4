import Geodesy
import Horizon
import Quantities
import RoadMap

extension ItemBuilder {
    /// A turn inside a junction takes so many metres where the roads do not say otherwise: a quarter of a
    /// circle of 6 m, as cars drive it in towns.
    private static let turnLength = 10
    /// What turns by less than this is a bend of the road, which its own curvature tells. Radians.
    private static let leastTurn = 0.4

    mutating func appendCurvature(of link: PathLink, to path: inout WirePath) {
        let start = wireMetres(link.start)
        // Driven the other way a right bend is a left one.
        let unit = link.link.direction == .forward ? 1e-5 : -1e-5
        var first = start
        if path.curvature.end == start, let last = path.curvature.spots.last?.value,
            curvatureSpots.spots.first?.offset == .zero
        {
            first = appendTurn(of: link, unit, after: last, to: &path)
        }
        appendErrors(
            curvatureErrorSpots, unit: 1e-5, of: link, from: first, to: &path.curvatureErrors)
        for number in curvatureSpots.spots.indices {
            let spot = curvatureSpots.spots[number]
            let metres = wireMetres(link.start + spot.offset)
            guard metres >= first else { continue }
            if spot.beginsPiece { interrupt(.curvature, before: metres, of: &path) }
            path.curvature.appendOrStep(Double(spot.value) * unit, at: metres)
        }
        interrupt(.curvature, before: wireMetres(link.end), of: &path)
    }

    /// Where the path turns off, neither road tells the curvature of the turn: it is that of an arc of a
    /// few metres from the node on. Returns where the link's own curvature begins.
    private func appendTurn(
        of link: PathLink, _ unit: Double, after last: Double, to path: inout WirePath
    ) -> Int {
        let start = wireMetres(link.start)
        let end = wireMetres(link.start + link.record.length)
        let length = min(ItemBuilder.turnLength, (end - start) / 2)
        let angle = link.turnAngle.value / degreesPerRadian
        // On the metre after the arc the road's last spot on it counts.
        let metres = start + length + 1
        let spot = curvatureSpots.spots.last { wireMetres(link.start + $0.offset) == metres }
        let beyond = Centimetres(metres * 100) - link.start
        let place = spot.map { max($0.offset, beyond) } ?? beyond
        guard abs(angle) >= ItemBuilder.leastTurn, length > 1,
            abs(last) * Double(length) < abs(angle) / 3,
            let after = value(of: curvatureSpots, at: place)
        else { return start }
        let curvature = angle / Double(length)
        path.curvature.append(curvature, at: start + 1)
        path.curvature.append(curvature, at: start + length)
        path.curvature.append(after * unit, at: metres)
        // The arc is a guess, so it may be wrong by as much as it is.
        path.curvatureErrors.append(abs(curvature), at: start + 1)
        path.curvatureErrors.append(abs(curvature), at: start + length)
        path.curvatureErrors.append(
            (value(of: curvatureErrorSpots, at: place) ?? .nan) * 1e-5, at: metres)
        return metres + 1
    }

    /// Adds the stated errors of a profile. Where the map states none they are no number, and what is
    /// said of a value there is not that of the places around it.
    func appendErrors(
        _ errors: LinkSpots, unit: Double, of link: PathLink, from first: Int,
        to spots: inout OpenSpots<Double>
    ) {
        func endKnown(before metres: Int) {
            guard let end = spots.end, metres > end + 1 else { return }
            spots.append(.nan, at: end + 1)
            spots.append(.nan, at: metres - 1)
        }
        for spot in errors.spots {
            let metres = wireMetres(link.start + spot.offset)
            guard metres >= first else { continue }
            if spot.beginsPiece { endKnown(before: metres) }
            spots.appendOrStep(Double(spot.value) * unit, at: metres)
        }
        endKnown(before: wireMetres(link.end))
    }

    /// The value of a profile at a place of its link, `nil` where it is not known.
    private func value(of profile: LinkSpots, at place: Centimetres) -> Double? {
        var before: LinkSpots.Spot?
        for spot in profile.spots {
            defer { before = spot }
            guard spot.offset >= place else { continue }
            guard let start = before, !spot.beginsPiece else { return nil }
            let span = Double((spot.offset - start.offset).value)
            let share = Double((place - start.offset).value) / span
            return Double(start.value) + Double(spot.value - start.value) * share
        }
        return nil
    }
}
