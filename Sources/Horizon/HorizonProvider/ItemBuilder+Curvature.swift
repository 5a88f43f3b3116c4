import Geodesy
import Horizon
import Quantities
import RoadMap

extension ItemBuilder {
    /// The length of a turn inside a junction, in metres, if the roads do not define it: a quarter
    /// of a circle of 6 m, as cars drive it in towns.
    private static let turnLength = 10
    /// A smaller turn is a bend of the road, and the road's own curvature describes it. Radians.
    private static let leastTurn = 0.4

    mutating func appendCurvature(of link: PathLink, to path: inout WirePath) {
        let start = wireMetres(link.start)
        var first = start
        if path.open.curvature.end == start, let last = path.open.curvature.spots.last?.value,
            curvatureSpots.spots.first?.offset == .zero
        {
            first = appendTurn(of: link, after: last, to: &path)
        }
        appendErrors(
            curvatureErrorSpots, unit: 1e-5, of: link, from: first, to: &path.open.curvatureErrors)
        for number in curvatureSpots.spots.indices {
            let spot = curvatureSpots.spots[number]
            let metres = wireMetres(link.start + spot.offset)
            guard metres >= first else { continue }
            if spot.beginsPiece { interrupt(.curvature, before: metres, of: &path) }
            path.open.curvature.appendOrStep(Double(spot.value) * 1e-5, at: metres)
        }
        interrupt(.curvature, before: wireMetres(link.end), of: &path)
    }

    /// At a turn off the path, neither road has the curvature of the turn. It is the curvature of
    /// an arc of a few metres after the node. Returns the start of the link's own curvature.
    private func appendTurn(
        of link: PathLink, after last: Double, to path: inout WirePath
    ) -> Int {
        let start = wireMetres(link.start)
        let end = wireMetres(link.start + link.record.length)
        let length = min(ItemBuilder.turnLength, (end - start) / 2)
        let angle = link.turnAngle.value / degreesPerRadian
        // On the metre after the arc, the road's last profile point on it counts.
        let metres = start + length + 1
        let spot = curvatureSpots.spots.last { wireMetres(link.start + $0.offset) == metres }
        let beyond = Centimetres(metres * 100) - link.start
        let place = spot.map { max($0.offset, beyond) } ?? beyond
        guard abs(angle) >= ItemBuilder.leastTurn, length > 1,
            abs(last) * Double(length) < abs(angle) / 3,
            let after = value(of: curvatureSpots, at: place)
        else { return start }
        let curvature = angle / Double(length)
        path.open.curvature.append(curvature, at: start + 1)
        path.open.curvature.append(curvature, at: start + length)
        path.open.curvature.append(after * 1e-5, at: metres)
        // The arc is an assumption, so its error may be as large as its value.
        path.open.curvatureErrors.append(abs(curvature), at: start + 1)
        path.open.curvatureErrors.append(abs(curvature), at: start + length)
        path.open.curvatureErrors.append(
            (value(of: curvatureErrorSpots, at: place) ?? .nan) * 1e-5, at: metres)
        return metres + 1
    }

    /// Adds the stated errors of a profile. An error that the map does not state is NaN. Such a
    /// value does not take the error of its neighbours.
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

    /// The value of a profile at a place of its link; `nil` if unknown.
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
