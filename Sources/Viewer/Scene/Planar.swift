import Geodesy

/// Directions and steps on the small pieces of a path's line, on a plane that touches the ellipsoid there.
enum Planar {
    /// Metres of a degree of latitude, of the mean radius of the Earth (6,371,008.8 m, IUGG): enough for a picture.
    static let metresPerDegree = 111_195.08

    /// The direction from one point to another, degrees clockwise from north.
    static func bearing(from: ShapePoint, to: ShapePoint) -> Double {
        let (_, cosine) = sineAndCosine(from.latitude / degreesPerRadian)
        let east = (to.longitude - from.longitude) * cosine
        let north = to.latitude - from.latitude
        let bearing = arcTangent(east, north) * degreesPerRadian
        return bearing < 0 ? bearing + 360 : bearing
    }

    /// The point at a distance in a direction, degrees clockwise from north; `offset` is its place on a path.
    static func point(
        _ distance: Double, from: ShapePoint, bearing: Double, offset: Double
    ) -> ShapePoint {
        let (sine, cosine) = sineAndCosine(bearing / degreesPerRadian)
        let (_, parallel) = sineAndCosine(from.latitude / degreesPerRadian)
        return ShapePoint(
            offset,
            longitude: from.longitude + distance * sine / (metresPerDegree * max(parallel, 0.01)),
            latitude: from.latitude + distance * cosine / metresPerDegree)
    }
}
