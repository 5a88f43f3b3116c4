import Quantities
import RoadMap

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
        case .time: return 1 / (try Self.speed(of: link, direction, on: map))
        }
    }

    /// The speed on a link in m/s: the limit that holds for most of it.
    private static func speed(
        of link: Link,
        _ direction: Direction,
        on map: RoadMap
    ) throws(MapError) -> Double {
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
        case .limited(let number, .kilometresPerHour): return max(Double(number), 5) / 3.6
        case .limited(let number, .milesPerHour): return max(Double(number), 3) * 0.44704
        case .unlimited: return 130 / 3.6
        case nil: return usualSpeeds[rank - 1] / 3.6
        }
    }

    /// Usual speeds in km/h by functional road class 1...6; our own round numbers, between the limits
    /// and what is driven in Europe. They only order routes.
    private static let usualSpeeds: [Double] = [110, 80, 65, 50, 40, 20]
}
