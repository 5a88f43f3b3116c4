public import Quantities

/// A vector or a place in a ``LocalFrame``: metres east and north.
@frozen
public struct PlanarVector: Sendable, Hashable {
    /// Metres east.
    public var x: Double
    /// Metres north.
    public var y: Double

    /// A vector of its metres east and north.
    @inlinable
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The difference of two places.
    @inlinable
    public static func - (left: Self, right: Self) -> Self {
        Self(x: left.x - right.x, y: left.y - right.y)
    }

    /// The place that a vector leads to.
    @inlinable
    public static func + (left: Self, right: Self) -> Self {
        Self(x: left.x + right.x, y: left.y + right.y)
    }

    /// The vector made longer by a factor.
    @inlinable
    public static func * (left: Self, factor: Double) -> Self {
        Self(x: left.x * factor, y: left.y * factor)
    }

    /// The scalar product, m².
    @inlinable
    public func dot(_ other: Self) -> Double { x * other.x + y * other.y }

    /// The z component of the vector product, m²; positive where `other` lies to the left.
    @inlinable
    public func cross(_ other: Self) -> Double { x * other.y - y * other.x }

    /// Its length squared, m².
    @inlinable
    public var lengthSquared: Double { x * x + y * y }

    /// Its length in metres.
    @inlinable
    public var length: Double { lengthSquared.squareRoot() }

    /// Its bearing, 0 ..< 360 degrees clockwise from north; north where it has no length.
    public var bearing: Degrees {
        Degrees(arcTangent(x, y) * degreesPerRadian).normalized
    }
}

/// A flat frame of metres around an origin, on the WGS 84 ellipsoid's radii of curvature there.
///
/// Within 10 km of the origin its distances are right to better than 0.2 % up to 60° of latitude
/// (the meridians' convergence is left out), within 1 km to 0.02 %: it is for what lies around a car
/// or along one link, never for a whole map.
@frozen
public struct LocalFrame: Sendable {
    /// The origin's latitude, degrees × 10⁷.
    @usableFromInline let latitudeE7: Int32
    /// The origin's longitude, degrees × 10⁷.
    @usableFromInline let longitudeE7: Int32
    /// Metres for a unit of 1e-7 degrees of latitude.
    public let metresPerLatitudeE7: Double
    /// Metres for a unit of 1e-7 degrees of longitude.
    public let metresPerLongitudeE7: Double

    /// A frame around a place.
    public init(around origin: Coordinate) {
        self.init(around: origin, latitude: origin.latitude)
    }

    /// A frame whose origin is one place and whose scale is that of a latitude (degrees).
    init(around origin: Coordinate, latitude: Double) {
        // WGS 84 (NGA.STND.0036, 2014): a = 6 378 137 m, 1/f = 298.257223563.
        let semiMajor = 6_378_137.0
        let eccentricitySquared = 6.694379990141317e-3
        let (sine, cosine) = sineAndCosine(latitude / degreesPerRadian)
        let root = 1 - eccentricitySquared * sine * sine
        let primeVertical = semiMajor / root.squareRoot()
        let meridian = primeVertical * (1 - eccentricitySquared) / root
        metresPerLatitudeE7 = meridian / degreesPerRadian * 1e-7
        metresPerLongitudeE7 = primeVertical * cosine / degreesPerRadian * 1e-7
        latitudeE7 = origin.latitudeE7
        longitudeE7 = origin.longitudeE7
    }

    /// A place's metres east and north of the origin, the short way around the Earth.
    @inlinable
    public func project(_ place: Coordinate) -> PlanarVector {
        var eastward = Int64(place.longitudeE7) - Int64(longitudeE7)
        if eastward > 1_800_000_000 { eastward -= 3_600_000_000 }
        if eastward < -1_800_000_000 { eastward += 3_600_000_000 }
        let northward = Int64(place.latitudeE7) - Int64(latitudeE7)
        return PlanarVector(
            x: Double(eastward) * metresPerLongitudeE7,
            y: Double(northward) * metresPerLatitudeE7
        )
    }

    /// The place that lies there in the frame; it is held at the poles and wrapped at the 180th
    /// meridian. `nil` at a pole, where east means nothing.
    public func unproject(_ point: PlanarVector) -> Coordinate? {
        guard metresPerLongitudeE7 > 0 else { return nil }
        let latitude = Double(latitudeE7) + point.y / metresPerLatitudeE7
        var longitude = Double(longitudeE7) + point.x / metresPerLongitudeE7
        if longitude > 1.8e9 { longitude -= 3.6e9 }
        if longitude < -1.8e9 { longitude += 3.6e9 }
        return Coordinate(
            latitude: min(max(latitude / 1e7, -90), 90),
            longitude: longitude / 1e7
        )
    }

    /// How far the origin lies outside of a rectangle, to its north or south or to its east or west, whichever
    /// is more; 0 inside.
    public func distance(to box: BoundingBox) -> Metres {
        let south = Int64(box.southE7) - Int64(latitudeE7)
        let north = Int64(latitudeE7) - Int64(box.northE7)
        let west = Int64(box.westE7) - Int64(longitudeE7)
        let east = Int64(longitudeE7) - Int64(box.eastE7)
        return Metres(
            max(
                Double(max(south, north, 0)) * metresPerLatitudeE7,
                Double(max(west, east, 0)) * metresPerLongitudeE7))
    }

    /// The rectangle that holds the circle around the origin with that radius.
    public func box(radius: Metres) -> BoundingBox {
        let north = min(radius.value / metresPerLatitudeE7, 1.8e9) + 1
        let east = min(radius.value / max(metresPerLongitudeE7, 1e-9), 3.6e9) + 1
        func clamped(_ value: Double, _ limit: Double) -> Int32 {
            Int32(min(max(value, -limit), limit))
        }
        return BoundingBox(
            southE7: clamped(Double(latitudeE7) - north, 9e8),
            westE7: clamped(Double(longitudeE7) - east, 1.8e9),
            northE7: clamped(Double(latitudeE7) + north, 9e8),
            eastE7: clamped(Double(longitudeE7) + east, 1.8e9)
        )
    }
}

extension Coordinate {
    /// The way to another place in metres east and north, by the radii of curvature at the middle
    /// latitude; the way back is its opposite to the last bit.
    public func vector(to other: Coordinate) -> PlanarVector {
        let middle = (latitude + other.latitude) / 2
        return LocalFrame(around: self, latitude: middle).project(other)
    }

    /// The distance to another place along the ellipsoid, by the radii of curvature at the middle
    /// latitude: right to 1 mm within 10 km and to 0.1 % within 100 km, up to 75° of latitude.
    public func distance(to other: Coordinate) -> Metres {
        Metres(vector(to: other).length)
    }
}
