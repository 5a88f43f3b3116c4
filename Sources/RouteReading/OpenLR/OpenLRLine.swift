public import Geodesy

/// A line location of OpenLR, as the binary format of version 3 has it: places along a line of roads,
/// and what the roads are like there, by which it is found again on any map.
///
/// The format is that of TomTom's white paper "OpenLR" (version 1.5, CC BY-ND; physical format, line
/// location): a status byte, then the first point with 24 bits of longitude and latitude, the others
/// relative to the one before in units of 1e-5 degrees.
public struct OpenLRLine: Sendable, Hashable {
    /// The points, two at least, in driving order.
    public var points: [OpenLRPoint]
    /// What is cut off at the beginning, as a share of the way to the second point in 1/256, and at the
    /// end, as one of the way from the last point but one; `nil` where nothing is.
    public var positiveOffset: UInt8?
    /// The same at the end.
    public var negativeOffset: UInt8?

    /// A line of its parts.
    public init(
        points: [OpenLRPoint], positiveOffset: UInt8? = nil, negativeOffset: UInt8? = nil
    ) {
        self.points = points
        self.positiveOffset = positiveOffset
        self.negativeOffset = negativeOffset
    }
}

/// A location reference point.
public struct OpenLRPoint: Sendable, Hashable {
    /// Where it is.
    public var place: Coordinate
    /// The functional road class, 0 (main road) to 7.
    public var roadClass: UInt8
    /// The form of way: 1 motorway, 2 multiple carriageway, 3 single carriageway, 4 roundabout,
    /// 5 traffic square, 6 slip road, 7 other; 0 not known.
    public var formOfWay: UInt8
    /// The bearing over the first 20 m of the line from here, at the last point back along it, in
    /// sectors of 11.25 degrees clockwise from north, 0...31.
    public var bearingSector: UInt8
    /// The least important class on the way to the next point, and how far that is in 1/256 of
    /// 15,000 m, both of no meaning at the last one.
    public var lowestClass: UInt8
    /// The distance to the next point.
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

    /// The farthest that one point may be from the next, m.
    public static var longestDistance: Double { 15_000 }

    /// The interval in which distances are said, m.
    static var interval: Double { longestDistance / 256 }

    /// The middle of the interval that the distance to the next point lies in, m.
    public var metresToNext: Double { (Double(distance) + 0.5) * Self.interval }

    /// The middle of the sector, degrees.
    public var bearing: Double { (Double(bearingSector) + 0.5) * 11.25 }
}

// The bytes.
extension OpenLRLine {
    /// Version 3, a line with attributes.
    private static var status: UInt8 { 0b0000_1011 }

    /// Reads the binary format.
    public init(_ bytes: [UInt8]) throws(RouteError) {
        guard let status = bytes.first else { throw .route("OpenLR of no byte") }
        guard status & 7 == 3 else { throw .route("OpenLR of version \(status & 7), not of 3") }
        guard status == Self.status else {
            throw .route("OpenLR of a point or an area, not of a line")
        }
        // The first point has 9 bytes, each other one 7, the last one 6, an offset 1.
        let rest = bytes.count - 1 - 9 - 6
        guard rest >= 0, rest % 7 <= 2 else {
            throw .route("OpenLR of \(bytes.count) bytes, which is no line")
        }
        var at = 1
        func take(_ count: Int) -> Int {
            defer { at += count }
            // Signed, the most significant byte first.
            let first = Int(Int8(bitPattern: bytes[at]))
            return bytes[at + 1..<at + count].reduce(first) { $0 << 8 | Int($1) }
        }
        var longitude = Self.degrees(take(3))
        var latitude = Self.degrees(take(3))
        let count = rest / 7 + 2
        points = []
        for number in 0..<count {
            if number > 0 {
                longitude += Double(take(2)) / 100_000
                latitude += Double(take(2)) / 100_000
            }
            guard let place = Coordinate(latitude: latitude, longitude: longitude) else {
                throw .route("OpenLR: point \(number + 1) is no place on Earth")
            }
            let road = take(1)
            let way = take(1)
            var point = OpenLRPoint(
                place: place, roadClass: UInt8(road >> 3 & 7), formOfWay: UInt8(road & 7),
                bearingSector: UInt8(way & 31))
            if number < count - 1 {
                point.lowestClass = UInt8(way >> 5 & 7)
                point.distance = UInt8(truncatingIfNeeded: take(1))
            } else {
                let (hasPositive, hasNegative) = (way & 64 != 0, way & 32 != 0)
                guard rest % 7 == (hasPositive ? 1 : 0) + (hasNegative ? 1 : 0) else {
                    throw .route("OpenLR of \(bytes.count) bytes, which do not fit its offsets")
                }
                positiveOffset = hasPositive ? UInt8(truncatingIfNeeded: take(1)) : nil
                negativeOffset = hasNegative ? UInt8(truncatingIfNeeded: take(1)) : nil
            }
            points.append(point)
        }
    }

    /// The binary format; `nil` where a point is farther from the one before than can be said.
    public var bytes: [UInt8]? {
        guard points.count > 1 else { return nil }
        var bytes = [Self.status]
        func append(_ value: Int, _ count: Int) {
            for shift in (0..<count).reversed() {
                bytes.append(UInt8(truncatingIfNeeded: value >> (shift * 8)))
            }
        }
        var longitude = 0.0
        var latitude = 0.0
        for (number, point) in points.enumerated() {
            if number == 0 {
                let east = Self.code(point.place.longitude)
                let north = Self.code(point.place.latitude)
                append(east, 3)
                append(north, 3)
                (longitude, latitude) = (Self.degrees(east), Self.degrees(north))
            } else {
                // From where the reader has the point before, so that errors do not add up.
                let east = ((point.place.longitude - longitude) * 100_000).rounded()
                let north = ((point.place.latitude - latitude) * 100_000).rounded()
                guard let east = Int16(exactly: east), let north = Int16(exactly: north) else {
                    return nil
                }
                append(Int(east), 2)
                append(Int(north), 2)
                longitude += Double(east) / 100_000
                latitude += Double(north) / 100_000
            }
            append(Int(point.roadClass & 7) << 3 | Int(point.formOfWay & 7), 1)
            if number < points.count - 1 {
                append(Int(point.lowestClass & 7) << 5 | Int(point.bearingSector & 31), 1)
                append(Int(point.distance), 1)
            } else {
                append(
                    (positiveOffset == nil ? 0 : 64) | (negativeOffset == nil ? 0 : 32)
                        | Int(point.bearingSector & 31), 1)
            }
        }
        bytes += [positiveOffset, negativeOffset].compactMap(\.self)
        return bytes
    }

    /// 24 bits of an angle.
    private static func degrees(_ code: Int) -> Double {
        (Double(code) - Double(code.signum()) * 0.5) * 360 / 16_777_216
    }

    /// What is read lies on the border between two codes: a hundredth of a step, 2 mm, keeps rounding on
    /// the right side of it.
    private static func code(_ degrees: Double) -> Int {
        let half = degrees < 0 ? -0.51 : degrees > 0 ? 0.51 : 0
        return Int((half + degrees * 16_777_216 / 360).rounded(.towardZero))
    }
}
