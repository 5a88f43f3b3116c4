extension LongProfileType {
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
    /// 8: a traffic sign.
    public static var trafficSign: Self { Self(raw: 8) }
    /// 9: a speed limit for trucks.
    public static var truckSpeedLimit: Self { Self(raw: 9) }
    /// 10: extended lane information.
    public static var extendedLane: Self { Self(raw: 10) }
    /// 11: speed limit and recommended speed; since 2.0.5, confidence C.
    public static var speedLimitAndRecommendedSpeed: Self { Self(raw: 11) }

    /// The scale of longitudes, −180...180 degrees east.
    static let degreesEast = LinearCoding.long(
        perUnit: 1e7, zero: 1_800_000_000, highest: 3_600_000_000, places: 7)
    /// The scale of latitudes, −90...90 degrees north.
    static let degreesNorth = LinearCoding.long(
        perUnit: 1e7, zero: 900_000_000, highest: 1_800_000_000, places: 7)
    /// The scale of altitudes, from −1000 m on.
    static let metresAboveSea = LinearCoding.long(
        perUnit: 100, zero: 100_000, highest: .max - 1, places: 2)

    /// All that is known of the types with a name, in the order of their codes.
    public static let records: [ProfileRecord] = [
        place(1, "longitude", degreesEast, "raw · 1e-7 − 180 degrees east", .line),
        place(2, "latitude", degreesNorth, "raw · 1e-7 − 90 degrees north", .line),
        altitude(3, "altitude", .line),
        place(4, "bezier-longitude", degreesEast, "raw · 1e-7 − 180 degrees east", .points),
        place(5, "bezier-latitude", degreesNorth, "raw · 1e-7 − 90 degrees north", .points),
        altitude(6, "bezier-altitude", .points),
        ProfileRecord(
            7, "link-identifier", .number, confidence: .a,
            words: "32 opaque bits", source: "protocol reference, §6",
            samples: [.init(7, "7"), .init(.max, "n/a")]),
        ProfileRecord(
            8, "traffic-sign", .parts(TrafficSign.parts), course: .points, confidence: .c,
            hasPublicCoding: false,
            words: "parts; the numbers within them are not public",
            source: "protocol reference, §6", keyWidth: 8,
            samples: [
                .init(
                    0x1234_5993,
                    "signType=18 value=52 lane=5 vehicleSpecific=2 timeSpecific=1 condition=9 "
                        + "location=3")
            ]),
        ProfileRecord(
            9, "truck-speed-limit", .parts(TruckSpeedLimit.parts), confidence: .c,
            words: "parts; the numbers within them are not public",
            source: "protocol reference, §6",
            samples: [
                .init(
                    0x504B_AB60,
                    "speed=80 weight=75 hazardousGoods=5 weather=2 type=3 timeValid=1 "
                        + "timeDependent=yes")
            ]),
        ProfileRecord(
            10, "extended-lane", .parts(ExtendedLane.parts), confidence: .own,
            words: "parts", source: "this project", keyWidth: 4,
            samples: [
                .init(
                    0x2311_F680,
                    "lane=2 lanes=3 directions=straight+slight-right use=reserved "
                        + "leftMarking=dashed rightMarking=solid")
            ]),
        ProfileRecord(
            11, "speed-limit-and-recommended-speed", .parts(SpeedLimitAndRecommendedSpeed.parts),
            confidence: .own,
            words: "parts", source: "this project",
            samples: [.init(0x32FF_4000, "speedLimit=50 recommendedSpeed=n/a source=law")]),
    ]

    private static func place(
        _ number: UInt8, _ name: String, _ scale: LinearCoding, _ words: String,
        _ course: ProfileRecord.Course
    ) -> ProfileRecord {
        ProfileRecord(
            number, name, .linear(scale), unit: "deg", course: course, confidence: .c,
            isSent: course == .line,
            words: words, source: "protocol reference, §6",
            samples: [
                .init(scale.zero, "0.0000000"), .init(scale.zero + 91_829_321, "9.1829321"),
                .init(scale.highest + 1, "reserved"), .init(.max, "n/a"),
            ])
    }

    private static func altitude(
        _ number: UInt8, _ name: String, _ course: ProfileRecord.Course
    ) -> ProfileRecord {
        ProfileRecord(
            number, name, .linear(metresAboveSea), unit: "m", course: course, confidence: .c,
            isSent: course == .line,
            words: "raw · 0.01 − 1000 m above sea level", source: "protocol reference, §6",
            // No road is above 10 km.
            highestOnRoads: 1_100_000,
            samples: [.init(0, "-1000.00"), .init(340_850, "2408.50"), .init(.max, "n/a")])
    }
}
