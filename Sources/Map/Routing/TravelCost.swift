public import Quantities
public import RoadMap

/// The quantity that a search minimises.
@frozen
public enum TravelCost: Sendable, Hashable {
    /// The distance, in metres.
    case distance
    /// The time, in seconds, at the speed of ``speed(of:_:on:)``.
    case time

    /// The cost of one metre of a link in a driving direction.
    func perMetre(of link: Link, _ direction: Direction, on map: RoadMap) throws(MapError) -> Double
    {
        switch self {
        case .distance: return 1
        case .time: return 1 / (try Self.speed(of: link, direction, on: map)).value
        }
    }

    /// The speed on a link: the average speed of the cars that drove it, at least 5 km/h, or where that is unknown
    /// ``permittedSpeed(of:_:on:)``.
    public static func speed(
        of link: Link,
        _ direction: Direction,
        on map: RoadMap
    ) throws(MapError) -> MetresPerSecond {
        var average: UInt64?
        try map.forEachAttribute(of: link) { attribute in
            guard attribute.directions.contains(direction) else { return }
            if attribute.kind == .averageSpeed { average = attribute.value }
        }
        guard let average else { return try permittedSpeed(of: link, direction, on: map) }
        return max(
            MetresPerSecond(averageSpeed: average), MetresPerSecond(kilometresPerHour: 5))
    }

    /// The limit on the longest part of a link, or where that is unknown the usual speed of its road class.
    public static func permittedSpeed(
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
        // Variable signs stand on main roads and mostly show the usual speed.
        case .variable, nil: return usualSpeed(ofClass: rank)
        }
    }

    /// The usual speed of a functional road class, 1...6. Other numbers count as the nearest class.
    public static func usualSpeed(ofClass rank: Int) -> MetresPerSecond {
        MetresPerSecond(kilometresPerHour: usualSpeeds[min(max(rank, 1), 6) - 1])
    }

    /// Usual speeds in km/h by functional road class 1...6: a convention, between speed limits and average
    /// speeds in Europe. They only order routes.
    private static let usualSpeeds: [Double] = [110, 80, 65, 50, 40, 20]
}
