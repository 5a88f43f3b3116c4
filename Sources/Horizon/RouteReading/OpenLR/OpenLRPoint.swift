public import Geodesy

/// A location reference point.
public struct OpenLRPoint: Sendable, Hashable {
    /// The coordinate.
    public var place: Coordinate
    /// The functional road class, 0 (main road) to 7.
    public var roadClass: UInt8
    /// The form of way: 1 motorway, 2 multiple carriageway, 3 single carriageway, 4 roundabout,
    /// 5 traffic square, 6 slip road, 7 other; 0 not known.
    public var formOfWay: UInt8
    /// The bearing over the first 20 m of the line from here, at the last point back along it, in
    /// sectors of 11.25 degrees clockwise from north, 0...31.
    public var bearingSector: UInt8
    /// The least important class on the route to the next point; without a meaning at the last point.
    public var lowestClass: UInt8
    /// The distance to the next point, in 1/256 of 15,000 m; without a meaning at the last point.
    public var distance: UInt8

    /// A point of its parts.
    public init(
        place: Coordinate, roadClass: UInt8, formOfWay: UInt8, bearingSector: UInt8,
        lowestClass: UInt8 = 0, distance: UInt8 = 0
    ) {
        self.place = place
        self.roadClass = roadClass
        self.formOfWay = formOfWay
        self.bearingSector = bearingSector
        self.lowestClass = lowestClass
        self.distance = distance
    }

    /// The longest distance between two points, metres.
    public static var longestDistance: Double { 15_000 }

    /// The resolution of distances, metres.
    static var interval: Double { longestDistance / 256 }

    /// The middle of the interval of the distance to the next point, metres.
    public var metresToNext: Double { (Double(distance) + 0.5) * Self.interval }

    /// The middle of the sector, degrees.
    public var bearing: Double { (Double(bearingSector) + 0.5) * 11.25 }
}
