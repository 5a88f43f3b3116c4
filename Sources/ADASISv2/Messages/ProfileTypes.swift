/// What the values of a PROFILE SHORT are. 16...30 are system specific. Confidence A for 1 to 8.
@frozen
public struct ShortProfileType: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 5 }

    /// The number on the wire, 0...31.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// 1: curvature, linear between spots.
    public static var curvature: Self { Self(raw: 1) }
    /// 2: the kind of the route number, in steps. Its codes are not public.
    public static var routeNumberType: Self { Self(raw: 2) }
    /// 3: slope, in steps.
    public static var slopeStep: Self { Self(raw: 3) }
    /// 4: slope, linear between spots.
    public static var slopeLinear: Self { Self(raw: 4) }
    /// 5: who may use the road, in steps.
    public static var roadAccessibility: Self { Self(raw: 5) }
    /// 6: the state of the surface, in steps.
    public static var roadCondition: Self { Self(raw: 6) }
    /// 7: the place of a variable speed sign. Its bits are not public.
    public static var variableSpeedSignPosition: Self { Self(raw: 7) }
    /// 8: a change of heading. Its scale is not public.
    public static var headingChange: Self { Self(raw: 8) }
    /// 9: the average speed; since 2.0.5, confidence C.
    public static var averageSpeed: Self { Self(raw: 9) }
    /// 31: not available.
    public static var notAvailable: Self { Self(raw: 31) }

    /// All types with a name, in the order of their codes.
    public static var named: [ShortProfileType] { (1...9).map { ShortProfileType(raw: $0) } }

    /// Whether public sources say how the values are coded. What they do not, is off unless it is
    /// asked for by name.
    public var hasPublicCoding: Bool {
        switch self {
        case .curvature, .slopeStep, .slopeLinear, .roadAccessibility, .roadCondition,
            .averageSpeed:
            true
        default: false
        }
    }
}

/// What the value of a PROFILE LONG is. 16...30 are system specific. Confidence A for 1 to 7, B for 8
/// to 10.
@frozen
public struct LongProfileType: FieldCode {
    /// The width of the field in bits.
    public static var width: Int { 5 }

    /// The number on the wire, 0...31.
    public let raw: UInt8

    /// The code of a raw number. Bits above the field's width are dropped.
    public init(raw: UInt8) { self.raw = raw & Self.mask }

    /// 1: longitude.
    public static var longitude: Self { Self(raw: 1) }
    /// 2: latitude.
    public static var latitude: Self { Self(raw: 2) }
    /// 3: altitude.
    public static var altitude: Self { Self(raw: 3) }
    /// 4: the longitude of a control point of a Bezier curve.
    public static var bezierLongitude: Self { Self(raw: 4) }
    /// 5: the latitude of a control point of a Bezier curve.
    public static var bezierLatitude: Self { Self(raw: 5) }
    /// 6: the altitude of a control point of a Bezier curve.
    public static var bezierAltitude: Self { Self(raw: 6) }
    /// 7: a link identifier.
    public static var linkIdentifier: Self { Self(raw: 7) }
    /// 8: a traffic sign. The numbers of the signs are not public.
    public static var trafficSign: Self { Self(raw: 8) }
    /// 9: a speed limit for trucks; its packing is of confidence C.
    public static var truckSpeedLimit: Self { Self(raw: 9) }
    /// 10: extended lane information. Its codes are not public.
    public static var extendedLane: Self { Self(raw: 10) }
    /// 11: speed limit and recommended speed; since 2.0.5, confidence C. Its packing is not public.
    public static var speedLimitAndRecommendedSpeed: Self { Self(raw: 11) }
    /// 31: not available.
    public static var notAvailable: Self { Self(raw: 31) }

    /// All types with a name, in the order of their codes.
    public static var named: [LongProfileType] { (1...11).map { LongProfileType(raw: $0) } }

    /// Whether public sources say how the value is coded. What they do not, is off unless it is asked
    /// for by name.
    public var hasPublicCoding: Bool {
        switch self {
        case .longitude, .latitude, .altitude, .bezierLongitude, .bezierLatitude, .bezierAltitude,
            .linkIdentifier, .truckSpeedLimit:
            true
        default: false
        }
    }
}
