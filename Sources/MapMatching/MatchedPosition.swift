public import Geodesy
public import Quantities
public import Routing

/// Where a fix is found on the road, and how sure that is.
@frozen
public struct MatchedPlace: Sendable, Hashable {
    /// The place.
    public var place: LinkPlace
    /// Its coordinate on the link's line.
    public var coordinate: Coordinate
    /// The vehicle's heading against the road's direction there, -180 ..< 180 degrees, clockwise
    /// positive; `nil` where the receiver gave no heading that can be trusted.
    public var relativeHeading: Degrees?
    /// The probability that the vehicle is at this place in this direction, given all fixes so far,
    /// 0...1. Where roads meet, those on which a fix does not tell the place from this one count in.
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

/// A place where the car may be after a fix, one road and direction by itself.
@frozen
public struct PossiblePlace: Sendable, Hashable {
    /// How a place lies to the one that is the answer. Those that the fix does not tell from it count in the
    /// probability of the answer.
    @frozen
    public enum Relation: Sendable, Hashable, CaseIterable {
        /// It is the answer.
        case answer
        /// The road that the answer is on follows its own; the fix does not tell the two apart.
        case before
        /// It is on a road that follows that of the answer; the fix does not tell the two apart.
        case beyond
        /// It is another one.
        case apart
    }

    /// The place with its own probability: those of all of a fix sum up to 1 at most.
    public var matched: MatchedPlace
    /// How it lies to the answer.
    public var relation: Relation

    /// A possible place of its parts.
    @inlinable
    public init(_ matched: MatchedPlace, _ relation: Relation) {
        self.matched = matched
        self.relation = relation
    }
}

/// What is known of a place off the road.
@frozen
public enum OffRoadKind: Sendable, Hashable, CaseIterable {
    /// Nothing: a place that the map does not show.
    case unmapped
    /// In a car park, beside its aisles.
    case carPark
    /// On board a ferry.
    case ferry
}

/// What the matcher says of one fix. The three states without a place are those of ADASIS v2
/// (path indexes 1 to 3), which tells nothing more of a place off the road.
@frozen
public enum MatchResult: Sendable, Hashable {
    /// On a road of the map.
    case onRoad(MatchedPlace)
    /// On the map, but on no road.
    case offRoad(OffRoadKind)
    /// Outside the area of the map.
    case noMap
    /// Not known yet: too few fixes, or none that can be used.
    case notCalibrated
}
