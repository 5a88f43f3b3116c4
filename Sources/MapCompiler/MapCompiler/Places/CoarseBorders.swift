import Geodesy

/// The countries of the world with coarse borders, for places without borders in the input. The
/// borders are simplified to a few kilometres (`tools/generate/coarse-borders/README.md`), so the
/// table gives no country near a border.
///
/// Source: Natural Earth 1:50m, countries, public domain.
struct CoarseBorders {
    private struct Land {
        let code: String
        /// In steps of 0.01°, closed by going back to the first point.
        let rings: [[Point]]
        let low: Point
        let high: Point
    }

    private struct Point: Hashable {
        var x: Int32
        var y: Int32
    }

    /// The largest error of a border in the table, in degrees of latitude: about 11 km.
    private static let error = 0.1
    private static let stepsPerDegree = 100.0

    static let table = CoarseBorders()
    private let lands: [Land]

    /// Whether a country is in the table: dependent territories are not.
    func has(_ code: String) -> Bool { lands.contains { $0.code == code } }

    /// The country of a place; `nil` if there is none or if the place lies near a border.
    func country(at place: Coordinate) -> String? {
        guard let own = nearest(to: place) else { return nil }
        let wide = CoarseBorders.error / width(at: place)
        for (north, east) in [(-1.0, 0.0), (1, 0), (0, -1), (0, 1)] {
            let other = country(
                latitude: place.latitude + north * CoarseBorders.error,
                longitude: place.longitude + east * wide)
            if let other, other != own { return nil }
        }
        return own
    }

    /// The nearest country to a place outside of the given countries; `nil` if none is within some
    /// 50 km.
    func nearest(to place: Coordinate, except others: [String] = []) -> String? {
        let wide = 1 / width(at: place)
        for reach in [0, 0.02, 0.05, 0.1, 0.2, 0.5] {
            for (north, east) in [
                (0.0, 0.0), (-1, 0), (1, 0), (0, -1), (0, 1), (-0.7, -0.7), (-0.7, 0.7),
                (0.7, -0.7), (0.7, 0.7),
            ] {
                let found = country(
                    latitude: place.latitude + north * reach,
                    longitude: place.longitude + east * reach * wide)
                if let found, !others.contains(found) { return found }
            }
        }
        return nil
    }

    private func country(latitude: Double, longitude: Double) -> String? {
        let x = longitude * CoarseBorders.stepsPerDegree
        let y = latitude * CoarseBorders.stepsPerDegree
        for land in lands
        where x >= Double(land.low.x) && x <= Double(land.high.x) && y >= Double(land.low.y)
            && y <= Double(land.high.y)
        {
            var isInside = false
            for ring in land.rings {
                var last = ring[ring.count - 1]
                for point in ring {
                    if (Double(point.y) > y) != (Double(last.y) > y) {
                        let share = (y - Double(point.y)) / Double(last.y - point.y)
                        if x < Double(point.x) + share * Double(last.x - point.x) {
                            isInside.toggle()
                        }
                    }
                    last = point
                }
            }
            if isInside { return land.code }
        }
        return nil
    }

    /// The ratio of a degree of longitude to a degree of latitude, not below 0.2.
    private func width(at place: Coordinate) -> Double {
        max(0.2, sineAndCosine(place.latitude * Double.pi / 180).cosine)
    }

    private init() {
        var bytes = Base64Bytes(CoarseBorders.text)
        var lands: [Land] = []
        while let first = bytes.next(), let second = bytes.next() {
            var rings: [[Point]] = []
            var low = Point(x: .max, y: .max)
            var high = Point(x: .min, y: .min)
            for _ in 0..<bytes.varint() {
                var point = Point(x: 0, y: 0)
                rings.append(
                    (0..<bytes.varint()).map { _ in
                        point.x += bytes.zigzag()
                        point.y += bytes.zigzag()
                        low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
                        high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
                        return point
                    })
            }
            let code = String(decoding: [first, second], as: UTF8.self)
            lands.append(Land(code: code, rings: rings, low: low, high: high))
        }
        self.lands = lands
    }
}

/// The bytes of a text in base64 (RFC 4648), without line ends and without padding inside.
private struct Base64Bytes {
    private let text: StaticString
    private var at = 0
    private var bits: UInt32 = 0
    private var count = 0

    init(_ text: StaticString) { self.text = text }

    mutating func next() -> UInt8? {
        while count < 8 {
            guard at < text.utf8CodeUnitCount, let digit = digit(text.utf8Start[at]) else {
                return nil
            }
            at += 1
            bits = bits << 6 | digit
            count += 6
        }
        count -= 8
        return UInt8(truncatingIfNeeded: bits >> UInt32(count))
    }

    private func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) + 4
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    mutating func varint() -> Int {
        var value = 0
        var shift = 0
        while let byte = next() {
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { break }
            shift += 7
        }
        return value
    }

    mutating func zigzag() -> Int32 {
        let value = varint()
        return Int32(truncatingIfNeeded: value & 1 == 0 ? value >> 1 : -(value >> 1) - 1)
    }
}
