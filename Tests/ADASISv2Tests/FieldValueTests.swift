import ADASISv2
import CANDatabase
import Testing

@Suite("What fields say to people")
struct FieldValueTests {
    @Test(
        "Numbers with units, words where there is no number",
        arguments: [
            (.pathIndex, 8, "8"), (.pathIndex, 0, "unknown"), (.pathIndex, 1, "no-map"),
            (.pathIndex, 2, "off-road"), (.pathIndex, 3, "not-calibrated"),
            (.pathIndex, 4, "current-link"), (.pathIndex, 5, "reserved"),
            (.subPathIndex, 5, "no-further-data"), (.subPathIndex, 6, "continuation"),
            (.subPathIndex, 7, "reserved"), (.offset, 82, "82"), (.offset, 8191, "n/a"),
            (.positionAge, 30, "150"), (.positionAge, 510, ">2545"), (.positionAge, 511, "n/a"),
            (.speed, 89, "5.0"), (.speed, 0, "<=-12.8"), (.speed, 510, ">=89.2"),
            (.speed, 63, "-0.2"), (.speed, 64, "0.0"), (.relativeHeading, 253, "358.6"),
            (.turnAngle, 254, "unknown"), (.turnAngle, 255, "n/a"),
            (.positionProbability, 26, "86.7"), (.relativeProbability, 0, "unknown"),
            (.positionConfidence, 7, "n/a"), (.positionConfidence, 0, "0"),
            (.lateralOffset, 253, "-3"), (.lateralOffset, 511, "n/a"), (.checksum, 7, "7"),
            (.currentLane, 4, "right-most"), (.currentLane, 6, "reserved"),
            (.functionalRoadClass, 0, "unknown"), (.functionalRoadClass, 6, "6"),
            (.formOfWay, 4, "roundabout"), (.formOfWay, 6, "reserved"),
            (.effectiveSpeedLimit, 11, "50"), (.effectiveSpeedLimit, 29, ">150"),
            (.effectiveSpeedLimit, 30, "unlimited"), (.effectiveSpeedLimit, 0, "unknown"),
            (.effectiveSpeedLimit, 31, "n/a"), (.effectiveSpeedLimitType, 1, "sign"),
            (.lanesDrivingDirection, 6, ">=6"), (.lanesDrivingDirection, 0, "0"),
            (.lanesOppositeDirection, 2, ">=2"), (.lanesOppositeDirection, 3, "n/a"),
            (.tunnel, 0, "no"), (.tunnel, 1, "yes"), (.tunnel, 2, "unknown"), (.tunnel, 3, "n/a"),
            (.rightOfWay, 1, "may-have-to-yield"), (.rightOfWay, 3, "n/a"),
            (.lastStubAtOffset, 1, "yes"), (.controlPoint, 0, "no"),
            (.value0, 641, "641"), (.value1, 1023, "n/a"), (.distance1, 60, "60"),
            (.distance1, 0, "0"), (.distance1, 1023, "n/a"), (.accuracy, 3, "unknown"),
            (.accuracy, 0, "highest"), (.value, 7, "7"), (.value, .max, "n/a"),
            (.countryCode, 276, "276"), (.countryCode, 0, "unknown"),
            (.countryCode, 1001, "reserved"), (.regionCode, 0, "unknown"), (.regionCode, 9, "9"),
            (.drivingSide, 0, "left"), (.drivingSide, 1, "right"), (.speedUnit, 0, "km/h"),
            (.speedUnit, 1, "mph"), (.mapProvider, 1, "HERE"), (.mapProvider, 7, "n/a"),
            (.mapVersionYear, 26, "2026"), (.mapVersionYear, 63, "n/a"),
            (.mapVersionQuarter, 1, "2"), (.messageType, 6, "META-DATA"),
            (.messageType, 7, "reserved"), (.cyclicCounter, 3, "3"), (.hardwareVersion, 9, "9"),
        ] as [(Field, UInt32, String)]
    )
    func text(field: Field, raw: UInt32, text: String) {
        #expect(field.value(of: raw, in: .position).text == text)
    }

    @Test(
        "Values of profiles",
        arguments: [
            (.short(.curvature), .value0, 641, "0.00200", "1/m"),
            (.short(.curvature), .value1, 0, "<=-0.16192", "1/m"),
            (.short(.curvature), .value1, 1023, "n/a", "1/m"),
            (.short(.slopeLinear), .value0, 546, "3.5", "%"),
            (.short(.slopeStep), .value0, 508, "-0.3", "%"),
            (.short(.roadCondition), .value0, 2, "wet", ""),
            (.short(.roadCondition), .value0, 0, "unknown", ""),
            (.short(.roadCondition), .value0, 8, "reserved", ""),
            (.short(.roadAccessibility), .value0, 129, "cars+trucks", ""),
            (.short(.roadAccessibility), .value0, 0, "none", ""),
            (.short(.roadAccessibility), .value0, 256, "reserved", ""),
            (.short(.roadAccessibility), .value0, 1023, "n/a", ""),
            (.short(.routeNumberType), .value0, 2, "motorway", ""),
            (.short(.variableSpeedSignPosition), .value0, 5, "left+overhead", ""),
            (.short(.variableSpeedSignPosition), .value0, 0, "unknown", ""),
            (.short(.notAvailable), .value0, 4, "4", ""),
            (
                .long(.trafficSign), .value, 0x1234_5993,
                "signType=18 value=52 lane=5 vehicleSpecific=2 timeSpecific=1 condition=9 location=3",
                ""
            ),
            (
                .long(.truckSpeedLimit), .value, 0x504B_AB60,
                "speed=80 weight=75 hazardousGoods=5 weather=2 type=3 timeValid=1 timeDependent=yes",
                ""
            ),
            (
                .long(.extendedLane), .value, 0x2311_F680,
                "lane=2 lanes=3 directions=straight+slight-right use=reserved leftMarking=dashed "
                    + "rightMarking=solid", ""
            ),
            (
                .long(.speedLimitAndRecommendedSpeed), .value, 0x32FF_4000,
                "speedLimit=50 recommendedSpeed=n/a source=law", ""
            ),
            (.long(.trafficSign), .value, .max, "n/a", ""),
            (.long(.longitude), .value, 1_891_829_321, "9.1829321", "deg"),
            (.long(.bezierLongitude), .value, 0, "-180.0000000", "deg"),
            (.long(.latitude), .value, 1_325_063_000, "42.5063000", "deg"),
            (.long(.bezierLatitude), .value, 1_800_000_001, "reserved", "deg"),
            (.long(.altitude), .value, 340_850, "2408.50", "m"),
            (.long(.bezierAltitude), .value, .max, "n/a", "m"),
            (.long(.linkIdentifier), .value, 4_000_000_000, "4000000000", ""),
            (.long(.notAvailable), .value, 1, "1", ""),
        ] as [(ProfileType, Field, UInt32, String, String)]
    )
    func profiles(
        profile: ProfileType,
        field: Field,
        raw: UInt32,
        text: String,
        unit: String
    ) {
        #expect(field.value(of: raw, in: .profileShort, profile: profile).text == text)
        #expect(field.unit(profile: profile) == unit)
    }

    @Test("Without a profile type a value is a number")
    func withoutProfile() {
        #expect(Field.value.value(of: 1, in: .profileLong).text == "1")
        #expect(Field.value.unit().isEmpty && Field.value1.unit().isEmpty)
    }

    @Test("Where a field is linear, its scale gives the value")
    func scale() {
        let fields: [Field] = [
            .positionAge, .speed, .relativeHeading, .turnAngle, .positionProbability,
            .relativeProbability, .mapVersionYear, .mapVersionQuarter, .offset, .distance1,
        ]
        for field in fields {
            for raw in 0..<UInt32(1) << UInt32(field.width ?? 0) {
                let expected = Double(raw) * field.record.scale.factor + field.record.scale.offset
                switch field.value(of: raw, in: .position) {
                case .decimal(let value, _): #expect(abs(value - expected) < 1e-9)
                case .integer(let value): #expect(Double(value) == expected)
                case .bound, .flag, .word, .flags, .parts: break
                }
            }
        }
    }

    @Test("The profile of a message is known from its fields")
    func context() throws {
        let layout = Layout(.adasis)
        for (message, expected) in [
            (Message.position(PositionMessage()), ProfileType?.none),
            (
                .profileShort(ProfileShortMessage(profileType: .slopeStep)), .short(.slopeStep)
            ),
            (.profileLong(ProfileLongMessage(profileType: .altitude)), .long(.altitude)),
        ] {
            let (kind, raw) = try #require(try layout.fields(of: layout.encode(message)))
            #expect(ProfileType(kind: kind, raw: raw) == expected)
        }
    }

    @Test("Profile types without a name say their number")
    func profileNames() {
        #expect(ShortProfileType(raw: 17).name == "type-17")
        #expect(LongProfileType(raw: 0).name == "type-0")
        #expect(ShortProfileType.notAvailable.name == "n/a")
        #expect(Field.profileType.value(of: 7, in: .profileLong).text == "link-identifier")
        #expect(Field.profileType.value(of: 1, in: .profileShort).text == "curvature")
    }

    @Test("Words and ends of fields are named in the DBC, plain numbers are not")
    func namedValues() throws {
        let database = try Layout(.adasis).database()
        let position = try #require(database.messages.first { $0.name == "POSITION" })
        func names(_ signal: String) -> [NamedValue] {
            position.signals.first { $0.name == signal }?.namedValues ?? []
        }
        #expect(names("positionAge") == [NamedValue(510, ">2545 ms"), NamedValue(511, "n/a")])
        #expect(names("offset") == [NamedValue(8191, "n/a")])
        #expect(names("cyclicCounter").isEmpty)
        #expect(names("messageType") == [NamedValue(1, "POSITION")])
        #expect(names("reserved").isEmpty)
    }
}
