import Geodesy

/// A place in the plane of longitude and latitude, in units of 1e-7 degrees east and north of an origin,
/// the short way around the Earth.
struct PlanePoint: Hashable {
    let x: Double
    let y: Double

    init(_ place: Coordinate, around origin: Coordinate) {
        var east = Int64(place.longitudeE7) - Int64(origin.longitudeE7)
        if east > 1_800_000_000 { east -= 3_600_000_000 }
        if east < -1_800_000_000 { east += 3_600_000_000 }
        x = Double(east)
        y = Double(Int64(place.latitudeE7) - Int64(origin.latitudeE7))
    }

    /// On which side of the line from one place to another a third one lies: left is positive. Units of
    /// 1e-14 square degrees; exact for lines shorter than some 9 degrees.
    static func side(_ from: PlanePoint, _ to: PlanePoint, _ place: PlanePoint) -> Double {
        (to.x - from.x) * (place.y - from.y) - (to.y - from.y) * (place.x - from.x)
    }
}

/// A straight side of an area, or a piece of a gantry or road.
struct PlaneSegment {
    let from: PlanePoint
    let to: PlanePoint

    /// Whether a place that is on its line is on itself.
    private func spans(_ place: PlanePoint) -> Bool {
        min(from.x, to.x) <= place.x && place.x <= max(from.x, to.x)
            && min(from.y, to.y) <= place.y && place.y <= max(from.y, to.y)
    }

    /// Whether they share a place.
    func meets(_ other: PlaneSegment) -> Bool {
        let first = PlanePoint.side(from, to, other.from)
        let second = PlanePoint.side(from, to, other.to)
        let third = PlanePoint.side(other.from, other.to, from)
        let fourth = PlanePoint.side(other.from, other.to, to)
        if first * second < 0, third * fourth < 0 { return true }
        return first == 0 && spans(other.from) || second == 0 && spans(other.to)
            || third == 0 && other.spans(from) || fourth == 0 && other.spans(to)
    }

    /// Where along it, 0..<1, it goes over to the other side of another one; `nil` where it does not. A
    /// place right on the other one counts as to its left, so that a line that is cut in pieces crosses
    /// once, whatever is between the pieces.
    func crossing(of other: PlaneSegment) -> Double? {
        let first = PlanePoint.side(other.from, other.to, from)
        let second = PlanePoint.side(other.from, other.to, to)
        let third = PlanePoint.side(from, to, other.from)
        let fourth = PlanePoint.side(from, to, other.to)
        guard (first < 0) != (second < 0), (third < 0) != (fourth < 0) else { return nil }
        return first / (first - second)
    }
}
