/// The answer of the matcher to a fix. The three states without a place are the path indexes 1 to 3 of ADASIS
/// v2, which does not transmit the kind of a place off the road.
@frozen
public enum MatchResult: Sendable, Hashable {
    /// On a road of the map.
    case onRoad(MatchedPlace)
    /// On the map, but on no road.
    case offRoad(OffRoadKind)
    /// Outside the area of the map.
    case noMap
    /// Unknown: too few fixes, or only rejected ones.
    case notCalibrated
}
