import Geodesy

/// A line location of OpenLR in the binary format of version 3: points along a line of roads with the
/// attributes of the roads there, so that any map can find the line.
///
/// The format is that of TomTom's white paper "OpenLR" (version 1.5, CC BY-ND; physical format, line
/// location): a status byte, then the first point with 24 bits of longitude and latitude, the others
/// relative to the one before in units of 1e-5 degrees.
public struct OpenLRLine: Sendable, Hashable {
    /// At least two points in driving order.
    public var points: [OpenLRPoint]
    /// The part before the start of the line, as a share of the route between the first two points, in 1/256;
    /// `nil` for none.
    public var positiveOffset: UInt8?
    /// The part after the end of the line, as a share of the route between the last two points, in 1/256; `nil`
    /// for none.
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

// The bytes.
extension OpenLRLine {
    /// Version 3, a line with attributes.
    private static var status: UInt8 { 0b0000_1011 }

    /// Reads the binary format.
    public init(_ bytes: [UInt8]) throws(RouteError) {
        guard let status = bytes.first else { throw .route("OpenLR: the reference is empty") }
        guard status & 7 == 3 else { throw .route("OpenLR: version \(status & 7), expected 3") }
        guard status == Self.status else {
            throw .route("OpenLR: a point or an area, expected a line")
        }
        // The first point has 9 bytes, each other one 7, the last one 6, an offset 1.
        let rest = bytes.count - 1 - 9 - 6
        guard rest >= 0, rest % 7 <= 2 else {
            throw .route("OpenLR: \(bytes.count) bytes are not the length of a line")
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
                throw .route("OpenLR: point \(number + 1) is outside the range of coordinates")
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
                    throw .route(
                        "OpenLR: \(bytes.count) bytes are not the length of a line with these offsets"
                    )
                }
                positiveOffset = hasPositive ? UInt8(truncatingIfNeeded: take(1)) : nil
                negativeOffset = hasNegative ? UInt8(truncatingIfNeeded: take(1)) : nil
            }
            points.append(point)
        }
    }

    /// The binary format; `nil` where two points are too far apart for it.
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
                // From the point as a reader decodes it, so that errors do not add up.
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

    /// A decoded value lies on the border between two codes: a hundredth of a step, 2 mm, keeps the rounding on
    /// the right side.
    private static func code(_ degrees: Double) -> Int {
        let half = degrees < 0 ? -0.51 : degrees > 0 ? 0.51 : 0
        return Int((half + degrees * 16_777_216 / 360).rounded(.towardZero))
    }
}
