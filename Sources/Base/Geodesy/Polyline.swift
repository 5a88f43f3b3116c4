public import Quantities

/// The nearest place of a line segment to the origin of the frame that its ends are given in.
@frozen
public struct SegmentProjection: Sendable {
    /// Where along the segment, 0 at its start and 1 at its end.
    public let fraction: Double
    /// The distance from the origin squared, m².
    public let distanceSquared: Double

    /// Projects the origin of the frame onto the segment from `start` to `end`.
    @inlinable
    public init(from start: PlanarVector, to end: PlanarVector) {
        let along = end - start
        let lengthSquared = along.lengthSquared
        var fraction = 0.0
        if lengthSquared > 0 { fraction = min(max(-start.dot(along) / lengthSquared, 0), 1) }
        self.fraction = fraction
        distanceSquared = (start + along * fraction).lengthSquared
    }
}

/// The signed curvature of the circle through three places, positive where it bends to the right,
/// `nil` where two of them are the same place.
///
/// Menger curvature: four times the triangle's area over the product of its sides.
public func threePointCurvature(
    _ first: Coordinate,
    _ middle: Coordinate,
    _ last: Coordinate
) -> PerMetre? {
    let frame = LocalFrame(around: middle)
    let a = frame.project(first)
    let c = frame.project(last)
    let chord = c - a
    let product = a.length * c.length * chord.length
    guard product > 0 else { return nil }
    // With the middle at the origin, twice the signed area is a × c; it is negative where the turn
    // from (middle - first) to (last - middle) goes left.
    return PerMetre(2 * a.cross(c) / product)
}
