import Quantities
import RoadMap

/// The speed limits of a link as numbers, one for each direction: the unconditional limit of the longest part.
struct LinkLimits {
    /// Driven from the start to the end of the drawn line, km/h; `nil` where the direction is closed, and where the limit
    /// is unknown or no number.
    let forward: Double?
    /// In the other direction.
    let backward: Double?

    init(of link: Link, on map: RoadMap) throws(MapError) {
        var limits: [(attribute: Attribute, isConditional: Bool)] = []
        var isLimit = false
        try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
            // The conditions of an attribute follow it.
            switch attribute.kind {
            case .condition: if isLimit { limits[limits.count - 1].isConditional = true }
            case .previousWay: break
            default:
                isLimit = attribute.kind == .speedLimit
                if isLimit { limits.append((attribute, false)) }
            }
        }
        let certain = limits.filter { !$0.isConditional }.map(\.attribute)
        forward = Self.longest(of: certain, .forward, on: link)
        backward = Self.longest(of: certain, .backward, on: link)
    }

    private static func longest(
        of limits: [Attribute], _ direction: Direction, on link: Link
    ) -> Double? {
        guard link.directions.contains(direction) else { return nil }
        var longest: (length: Centimetres, speed: Double)?
        for limit in limits where limit.directions.contains(direction) {
            let length = limit.to - limit.from
            guard let rule = SpeedLimitRule(attributeValue: limit.value), !rule.isRejected,
                case .limited(let number, let unit) = rule.limit,
                length > longest?.length ?? Centimetres(-1)
            else { continue }
            longest = (length, Double(number) * (unit == .milesPerHour ? 1.609344 : 1))
        }
        return longest?.speed
    }
}

extension LinkProfile {
    /// The curvature with the largest magnitude, 1/m, right positive where the link is driven forward; `nil` if the map
    /// has none.
    static func sharpestCurvature(of profiles: [LinkProfile]) -> Double? {
        profiles.first { $0.kind == .curvature }?.spots
            .map { Double($0.value) * 1e-5 }.max { abs($0) < abs($1) }
    }
}
