extension ShortProfileType {
    /// 1: curvature.
    public static var curvature: Self { Self(raw: 1) }
    /// 2: the kind of the route number.
    public static var routeNumberType: Self { Self(raw: 2) }
    /// 3: slope, in steps.
    public static var slopeStep: Self { Self(raw: 3) }
    /// 4: slope, linear between points.
    public static var slopeLinear: Self { Self(raw: 4) }
    /// 5: the vehicles that may use the road.
    public static var roadAccessibility: Self { Self(raw: 5) }
    /// 6: the state of the surface.
    public static var roadCondition: Self { Self(raw: 6) }
    /// 7: the position of a variable speed sign.
    public static var variableSpeedSignPosition: Self { Self(raw: 7) }
    /// 8: a change of heading.
    public static var headingChange: Self { Self(raw: 8) }
    /// 9: the average speed.
    public static var averageSpeed: Self { Self(raw: 9) }

    /// The scale of both slopes.
    static let slope = LinearCoding.short(perUnit: 10, zero: 511, places: 1)

    /// All that is known of the types with a name, in the order of their codes.
    public static let records: [ProfileRecord] = [
        ProfileRecord(
            1, "curvature", .curvature, unit: "1/m", course: .line, confidence: .a,
            words: "right positive, 1/m, eight bands of 64 codes around 511; see below",
            source: "NDS.Live, ADAS curvature coding",
            samples: [.init(511, "0.00000"), .init(641, "0.00200"), .init(0, "<=-0.16192")]),
        ProfileRecord(
            2, "route-number-type", .names(RouteNumberType.names), confidence: .own,
            words: "the kind of route number", source: "this project",
            samples: [.init(0, "unknown"), .init(2, "motorway"), .init(7, "reserved")]),
        ProfileRecord(
            3, "slope-step", .linear(slope), unit: "%", confidence: .a,
            words: "raw · 0.1 − 51.1 per cent, uphill positive (D), 0 and 1022 saturated",
            source: "protocol reference, §6",
            samples: [.init(511, "0.0"), .init(508, "-0.3"), .init(1022, ">=51.1")]),
        ProfileRecord(
            4, "slope-linear", .linear(slope), unit: "%", course: .line, confidence: .a,
            words: "raw · 0.1 − 51.1 per cent, uphill positive (D), 0 and 1022 saturated",
            source: "protocol reference, §6",
            samples: [.init(511, "0.0"), .init(546, "3.5"), .init(0, "<=-51.1")]),
        ProfileRecord(
            5, "road-accessibility", .flags(RoadAccessibility.names), confidence: .c,
            words: "a set bit allows", source: "protocol reference, §6",
            samples: [.init(129, "cars+trucks"), .init(0, "none"), .init(256, "reserved")]),
        ProfileRecord(
            6, "road-condition", .names(RoadCondition.names, mask: 0xF), confidence: .c,
            words: "the low four bits", source: "protocol reference, §6",
            samples: [
                .init(2, "wet"), .init(0x32, "wet"), .init(0, "unknown"), .init(8, "reserved"),
            ]),
        ProfileRecord(
            7, "variable-speed-sign-position",
            .flags(VariableSpeedSignPosition.names, isUnknownWithoutBits: true), course: .points,
            confidence: .own,
            words: "a set bit is a place; none is unknown", source: "this project",
            samples: [.init(5, "left+overhead"), .init(0, "unknown"), .init(16, "reserved")]),
        ProfileRecord(
            8, "heading-change", .linear(.short(perUnit: 2, zero: 511, places: 1)), unit: "deg",
            course: .points, confidence: .own,
            words: "raw · 0.5 − 255.5 degrees, to the right positive, 0 and 1022 saturated",
            source: "this project",
            samples: [.init(691, "90.0"), .init(331, "-90.0"), .init(1022, ">=255.5")]),
        ProfileRecord(
            9, "average-speed", .linear(.short(perUnit: 7.2, zero: 0, places: 2)), unit: "m/s",
            confidence: .c,
            words: "raw · 0.5 km/h, 1022 saturated; shown in m/s",
            source: "protocol reference, §6 (2.0.5)",
            samples: [.init(0, "0.00"), .init(100, "13.89"), .init(1022, ">=141.94")]),
    ]
}
