public import Geodesy
public import Quantities
public import Routing

/// The place of a fix on a road, with its probability.
@frozen
public struct MatchedPlace: Sendable, Hashable {
    /// The place.
    public var place: LinkPlace
    /// Its coordinate on the link's line.
    public var coordinate: Coordinate
    /// The vehicle's heading against the direction of the road there, -180 ..< 180 degrees, clockwise positive;
    /// `nil` without a reliable heading.
    public var relativeHeading: Degrees?
    /// The probability that the vehicle is at this place in this direction, given all fixes so far,
    /// 0...1. At a node it includes the places on connected roads that the fix cannot distinguish
    /// from this one.
    public var probability: Double

    /// A matched place of its parts.
    @inlinable
    public init(
        place: LinkPlace,
        coordinate: Coordinate,
        relativeHeading: Degrees?,
        probability: Double
    ) {
        self.place = place
        self.coordinate = coordinate
        self.relativeHeading = relativeHeading
        self.probability = probability
    }
}
