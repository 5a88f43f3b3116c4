/// A position on the WGS 84 ellipsoid in fixed point, as in OpenStreetMap and in the map file. The unit is
/// 1e-7 degrees (at most 1.1 cm), so equal positions have equal bits.
@frozen
public struct Coordinate: Sendable, Hashable {
    /// Degrees north of the equator × 10⁷, -900 000 000 ... 900 000 000.
    public let latitudeE7: Int32
    /// Degrees east of Greenwich × 10⁷, -1 800 000 000 ... 1 800 000 000.
    public let longitudeE7: Int32

    /// A position from its fixed-point numbers; `nil` outside the ranges of latitude and longitude.
    @inlinable
    public init?(latitudeE7: Int32, longitudeE7: Int32) {
        guard latitudeE7.magnitude <= 900_000_000, longitudeE7.magnitude <= 1_800_000_000 else {
            return nil
        }
        self.latitudeE7 = latitudeE7
        self.longitudeE7 = longitudeE7
    }

    /// The position nearest to these degrees; `nil` if they are not finite or outside the ranges of
    /// latitude and longitude.
    @inlinable
    public init?(latitude: Double, longitude: Double) {
        guard latitude.magnitude <= 90, longitude.magnitude <= 180 else { return nil }
        latitudeE7 = Int32((latitude * 1e7).rounded())
        longitudeE7 = Int32((longitude * 1e7).rounded())
    }

    /// Degrees north of the equator.
    @inlinable
    public var latitude: Double { Double(latitudeE7) / 1e7 }

    /// Degrees east of Greenwich.
    @inlinable
    public var longitude: Double { Double(longitudeE7) / 1e7 }
}

/// A rectangle of latitudes and longitudes, borders included. It never crosses the 180th meridian.
@frozen
public struct BoundingBox: Sendable, Hashable {
    /// The southern border, degrees × 10⁷.
    public let southE7: Int32
    /// The western border, degrees × 10⁷.
    public let westE7: Int32
    /// The northern border, degrees × 10⁷.
    public let northE7: Int32
    /// The eastern border, degrees × 10⁷.
    public let eastE7: Int32

    /// A rectangle with these borders, degrees × 10⁷.
    @inlinable
    public init(southE7: Int32, westE7: Int32, northE7: Int32, eastE7: Int32) {
        self.southE7 = southE7
        self.westE7 = westE7
        self.northE7 = northE7
        self.eastE7 = eastE7
    }

    /// The rectangle without a position. Extended by a position, it contains only this one.
    @inlinable
    public static var empty: BoundingBox {
        BoundingBox(southE7: .max, westE7: .max, northE7: .min, eastE7: .min)
    }

    /// Whether it contains no position.
    @inlinable
    public var isEmpty: Bool { southE7 > northE7 || westE7 > eastE7 }

    /// Extends the rectangle so that it contains a position.
    @inlinable
    public mutating func grow(toHold place: Coordinate) {
        self = BoundingBox(
            southE7: min(southE7, place.latitudeE7),
            westE7: min(westE7, place.longitudeE7),
            northE7: max(northE7, place.latitudeE7),
            eastE7: max(eastE7, place.longitudeE7))
    }

    /// Extends the rectangle so that it contains another one.
    @inlinable
    public mutating func grow(toHold other: BoundingBox) {
        self = BoundingBox(
            southE7: min(southE7, other.southE7),
            westE7: min(westE7, other.westE7),
            northE7: max(northE7, other.northE7),
            eastE7: max(eastE7, other.eastE7))
    }

    /// Whether the rectangle contains a position.
    @inlinable
    public func contains(_ place: Coordinate) -> Bool {
        (southE7...max(southE7, northE7)).contains(place.latitudeE7)
            && (westE7...max(westE7, eastE7)).contains(place.longitudeE7) && !isEmpty
    }

    /// Whether the rectangle contains another one completely.
    @inlinable
    public func contains(_ other: BoundingBox) -> Bool {
        southE7 <= other.southE7 && other.northE7 <= northE7 && westE7 <= other.westE7
            && other.eastE7 <= eastE7
    }

    /// Whether the two rectangles have a common position.
    @inlinable
    public func intersects(_ other: BoundingBox) -> Bool {
        southE7 <= other.northE7 && other.southE7 <= northE7 && westE7 <= other.eastE7
            && other.westE7 <= eastE7
    }
}
