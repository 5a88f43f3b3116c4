public import Quantities
public import RoadMap

/// What a search makes as small as possible.
@frozen
public enum TravelCost: Sendable, Hashable {
    /// The way, in metres.
    case distance
    /// The time, in seconds, driving each link at its speed limit, or where that is unknown at what is
    /// usual on roads of its class.
    case time

    /// The cost of one metre of a link driven in a direction.
    func perMetre(of link: Link, _ direction: Direction, on map: RoadMap) throws(MapError) -> Double
    {
        switch self {
        case .distance: return 1
        case .time: return 1 / (try Self.speed(of: link, direction, on: map)).value
        }
    }

    /// The speed that is driven on a link: the limit that holds for most of it, or where that is
    /// unknown what is usual on roads of its class.
    public static func speed(
        of link: Link,
        _ direction: Direction,
        on map: RoadMap
    ) throws(MapError) -> MetresPerSecond {
        var rank = 5
        var limit: SpeedLimit?
        var longest = -1
        try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
            guard attribute.directions.contains(direction) else { return }
            switch attribute.kind {
            case .functionalRoadClass: rank = Int(min(max(attribute.value, 1), 6))
            case .speedLimit:
                let length = (attribute.to - attribute.from).value
                guard length > longest, let found = SpeedLimit(attributeValue: attribute.value)
                else { return }
                longest = length
                limit = found
            default: break
            }
        }
        switch limit {
        case .limited(let number, .kilometresPerHour):
            return MetresPerSecond(kilometresPerHour: max(Double(number), 5))
        case .limited(let number, .milesPerHour):
            return MetresPerSecond(kilometresPerHour: max(Double(number), 3) * 1.609344)
        case .unlimited: return MetresPerSecond(kilometresPerHour: 130)
        case .walkingPace: return MetresPerSecond(kilometresPerHour: 7)
        // A variable sign stands on a road that is important, and shows what is usual there.
        case .variable, nil: return usualSpeed(ofClass: rank)
        }
    }

    /// What is usual on roads of a functional road class, 1...6; of others that of the nearest one.
    public static func usualSpeed(ofClass rank: Int) -> MetresPerSecond {
        MetresPerSecond(kilometresPerHour: usualSpeeds[min(max(rank, 1), 6) - 1])
    }

    /// Usual speeds in km/h by functional road class 1...6; our own round numbers, between the limits
    /// and what is driven in Europe. They only order routes.
    private static let usualSpeeds: [Double] = [110, 80, 65, 50, 40, 20]
}
