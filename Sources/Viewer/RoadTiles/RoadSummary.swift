public import RoadMap
import Quantities

/// The values of a road that a map shows, of its middle or its mean. Each is `nil` if it is unknown.
public struct RoadSummary: Sendable {
    /// The functional road class, 1...6.
    public private(set) var roadClass: Int?
    /// The form of way.
    public private(set) var form: FormOfWay?
    /// The speed limit.
    public private(set) var limit: SpeedLimit?
    /// The lanes in the forward direction, else in the other one.
    public private(set) var lanes: Int?
    /// The mean of the slope's amounts along the link, per cent.
    public private(set) var meanSlope: Double?
    /// The mean height, m: above sea level, else above the ellipsoid (see ``isAboveEllipsoid``).
    public private(set) var meanHeight: Double?
    /// Whether ``meanHeight`` is above the ellipsoid of WGS 84: the map has no other (tiles of the Platform Data
    /// Extension).
    public private(set) var isAboveEllipsoid = false
    /// Whether the middle is in a tunnel.
    public private(set) var isTunnel = false
    /// Whether the middle is on a bridge.
    public private(set) var isBridge = false
    /// The name.
    public private(set) var name: String?
    /// The number.
    public private(set) var number: String?

    /// Reads the values of a link.
    public init(of link: Link, in map: RoadMap) throws(MapError) {
        // Directions without cars have no lanes and no limit.
        let direction: Direction = link.directions == .backward ? .backward : .forward
        var reading = LinkReading()
        try reading.read(link, direction, from: map)
        let middle = reading.section(at: Centimetres(link.length.value / 2))
        let attributes = middle.attributes
        roadClass = attributes.functionalRoadClass.map { Int($0.rank) }
        form = attributes.formOfWay
        name = try reading.text(.name, of: link, on: map)
        number = try reading.text(.reference, of: link, on: map)
        limit = middle.limits.general?.rule.limit
        lanes = attributes.lanes.map { Int($0) }
        isTunnel = attributes.isTunnel == true
        isBridge = attributes.isBridge == true
        meanSlope = try Self.mean(.slope, of: link, in: map)
        meanHeight = try Self.mean(.altitude, of: link, in: map)
        if meanHeight == nil {
            meanHeight = try Self.mean(.ellipsoidalHeight, of: link, in: map)
            isAboveEllipsoid = meanHeight != nil
        }
    }

    /// The mean of a profile's amounts over the length of the link where the whole link has it.
    private static func mean(
        _ kind: ProfileKind, of link: Link, in map: RoadMap
    ) throws(MapError) -> Double? {
        var sum = 0.0
        var length = 0.0
        var last: ProfileSpot?
        var pieces = 0
        try map.forEachSpot(of: kind, along: link) { (spot, beginsPiece) in
            if beginsPiece { pieces += 1 }
            if let last, !beginsPiece {
                let part = (spot.offset - last.offset).metres.value
                let amounts = abs(Double(last.value)) + abs(Double(spot.value))
                let value = kind.isDirected ? amounts : Double(last.value) + Double(spot.value)
                sum += part * value / 2
                length += part
            }
            last = spot
        }
        guard pieces == 1, length > 0 else { return nil }
        // Profiles are in hundredths of their unit.
        return (sum / length * 0.01 * 100).rounded() / 100
    }
}
