import Geodesy

/// A value of an attribute at a place.
public enum SceneValue: Sendable, Hashable {
    /// A number in the unit of its attribute.
    case number(Double)
    /// A value without a number, such as `unlimited`, or one of several names.
    case word(String)
    /// The source does not know it.
    case unknown
}

/// A value that an attribute has from a place on.
public struct ValuePoint: Sendable, Hashable {
    /// The place, m from the start of the path.
    public var offset: Double
    /// The value.
    public var value: SceneValue

    /// A value at a place.
    public init(_ offset: Double, _ value: SceneValue) {
        self.offset = offset
        self.value = value
    }
}

/// A point of the line of a path.
public struct ShapePoint: Sendable, Hashable {
    /// The distance from the start of the path along the path, m.
    public var offset: Double
    /// Degrees east, WGS 84.
    public var longitude: Double
    /// Degrees north, WGS 84.
    public var latitude: Double

    /// A point at a place of a path.
    public init(_ offset: Double, longitude: Double, latitude: Double) {
        self.offset = offset
        self.longitude = longitude
        self.latitude = latitude
    }
}

extension ShapePoint {
    /// The place on the ellipsoid; `nil` if it is none.
    var coordinate: Coordinate? { Coordinate(latitude: latitude, longitude: longitude) }
}
