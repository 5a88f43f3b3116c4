public import ADASISv2

/// How sure a fact about the protocol is. The specification itself could not be opened.
public enum Confidence: String, Sendable, Hashable, CaseIterable {
    /// Three or more independent sources, or a published frame.
    case a = "A"
    /// Two sources.
    case b = "B"
    /// One source.
    case c = "C"
    /// Inferred.
    case d = "D"
    /// This project's own choice, where no public source says anything.
    case own = "own"
}

extension Field {
    /// How sure the field's coding is.
    public var confidence: Confidence {
        switch self {
        case .messageType, .pathIndex, .offset, .positionAge, .speed, .relativeHeading,
            .positionProbability, .currentLane, .subPathIndex, .turnAngle, .relativeProbability,
            .functionalRoadClass, .formOfWay, .effectiveSpeedLimit, .effectiveSpeedLimitType,
            .lanesDrivingDirection, .lanesOppositeDirection, .tunnel, .bridge, .dividedRoad,
            .builtUpArea, .complexIntersection, .partOfCalculatedRoute, .lastStubAtOffset,
            .profileType, .value0, .distance1, .value1, .accuracy, .value, .countryCode,
            .drivingSide, .speedUnit:
            .a
        case .cyclicCounter, .retransmission, .update, .positionIndex, .positionConfidence,
            .rightOfWay, .controlPoint, .majorProtocolVersion, .minorProtocolVersion,
            .minorProtocolSubVersion, .hardwareVersion, .mapProvider, .mapVersionYear, .reserved:
            .b
        case .regionCode, .mapVersionQuarter, .lateralOffset: .c
        case .aliveCounter, .checksum: .own
        }
    }
}

extension LayoutPreset {
    /// How sure the places of the fields are.
    public var confidence: Confidence {
        switch self {
        case .adasis, .adasisIntel: .b
        case .tableOrder: .c
        }
    }
}

/// How the value of a profile is coded, as the documents and the dissector tell it.
public struct ProfileCoding: Sendable, Hashable {
    /// How sure the coding is.
    public let confidence: Confidence
    /// The coding in words.
    public let words: String
    /// Where it is linear: value = raw · factor + offset.
    public let factor: Double
    /// The value of the raw number 0.
    public let offset: Double
    /// The decimal places of a value; -1 where the coding is not linear.
    public let places: Int
    /// The highest value that there is, `nil` where every number is one.
    public let highest: Double?

    private init(
        _ confidence: Confidence,
        _ words: String,
        factor: Double = 1,
        offset: Double = 0,
        places: Int = -1,
        highest: Double? = nil
    ) {
        self.confidence = confidence
        self.words = words
        self.factor = factor
        self.offset = offset
        self.places = places
        self.highest = highest
    }

    /// The coding of a type of PROFILE SHORT.
    public init(_ type: ShortProfileType) {
        self =
            switch type {
            case .curvature:
                Self(.a, "right positive, 1/m, eight bands of 64 codes around 511; see below")
            case .routeNumberType: Self(.own, "the kind of route number")
            case .slopeStep, .slopeLinear:
                Self(
                    .a, "raw · 0.1 − 51.1 per cent, uphill positive (D), 0 and 1022 saturated",
                    factor: 0.1, offset: -51.1, places: 1)
            case .roadAccessibility: Self(.c, "a set bit allows")
            case .roadCondition: Self(.c, "the low four bits")
            case .variableSpeedSignPosition: Self(.own, "a set bit is a place; none is unknown")
            case .headingChange:
                Self(
                    .own, "raw · 0.5 − 255.5 degrees, to the right positive, 0 and 1022 saturated",
                    factor: 0.5, offset: -255.5, places: 1)
            case .averageSpeed:
                Self(
                    .c, "raw · 0.5 km/h, 1022 saturated; shown in m/s", factor: 0.5 / 3.6,
                    offset: 0, places: 2)
            default: Self(.d, "not public")
            }
    }

    /// The coding of a type of PROFILE LONG.
    public init(_ type: LongProfileType) {
        self =
            switch type {
            case .longitude, .bezierLongitude:
                Self(
                    .c, "raw · 1e-7 − 180 degrees east", factor: 1e-7, offset: -180, places: 7,
                    highest: 180)
            case .latitude, .bezierLatitude:
                Self(
                    .c, "raw · 1e-7 − 90 degrees north", factor: 1e-7, offset: -90, places: 7,
                    highest: 90)
            case .altitude, .bezierAltitude:
                Self(
                    .c, "raw · 0.01 − 1000 m above sea level", factor: 0.01, offset: -1000,
                    places: 2)
            case .linkIdentifier: Self(.a, "32 opaque bits", places: 0)
            case .trafficSign: Self(.c, "parts; the numbers within them are not public")
            case .truckSpeedLimit: Self(.c, "parts; the numbers within them are not public")
            case .extendedLane: Self(.own, "parts")
            case .speedLimitAndRecommendedSpeed: Self(.own, "parts")
            default: Self(.d, "not public")
            }
    }
}
