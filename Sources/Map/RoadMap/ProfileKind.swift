/// What a profile of a link describes: a value that changes along it, known at spots.
@frozen
public struct ProfileKind: RawRepresentable, Sendable, Hashable {
    /// The number in map files.
    public let rawValue: UInt8

    /// Of a number in a map file.
    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Curvature in 1e-5 1/m, positive where the road bends to the right driven forward, linear
    /// between spots.
    public static var curvature: Self { Self(rawValue: 1) }
    /// The error of the curvature in 1e-5 1/m, linear between spots: nine times of ten the truth is
    /// within it, so it is 1.645 standard errors.
    public static var curvatureError: Self { Self(rawValue: 4) }
    /// The error of the slope in 0.01 %, as that of the curvature.
    public static var slopeError: Self { Self(rawValue: 5) }
    /// The error of the altitude in cm, as that of the curvature.
    public static var altitudeError: Self { Self(rawValue: 6) }
    /// Slope in 0.01 %, uphill positive driven forward, linear between spots.
    public static var slope: Self { Self(rawValue: 2) }
    /// Altitude in cm above sea level, linear between spots.
    public static var altitude: Self { Self(rawValue: 3) }
    /// Height in cm above the WGS 84 ellipsoid, linear between spots: by how much that is not the altitude,
    /// some tens of metres, the map does not know.
    public static var ellipsoidalHeight: Self { Self(rawValue: 7) }

    /// Whether values have the other sign where the link is driven backward.
    public var isDirected: Bool { self == .curvature || self == .slope }
}

extension ProfileKind {
    /// Every kind that this version knows, with its name in tables and JSON.
    public static var named: [(kind: ProfileKind, name: String)] {
        [
            (.curvature, "curvature"), (.slope, "slope"), (.altitude, "altitude"),
            (.curvatureError, "curvatureError"), (.slopeError, "slopeError"),
            (.altitudeError, "altitudeError"), (.ellipsoidalHeight, "ellipsoidalHeight"),
        ]
    }
}
