import ADASISv2
import Quantities
import Testing

@Suite("Edges of the codes")
struct CodeEdgeTests {
    /// Codes 1021 and 1022 stand for k = 16064 and more; halfway in their band is k = 16128.
    @Test("A curvature gets the nearest code also right beside the middle between two")
    func curvature() throws {
        #expect(ProfileValueCode(curvature: PerMetre(0.161_279_5)).raw == 1021)
        #expect(ProfileValueCode(curvature: PerMetre(0.161_280_5)).raw == 1022)
        #expect(ProfileValueCode(curvature: PerMetre(-0.161_279_5)).raw == 1)
        #expect(ProfileValueCode(curvature: PerMetre(-0.161_280_5)).raw == 0)
        // A straight road has no sign, not even in a text.
        let straight = try #require(ProfileValueCode.straight.curvature.value)
        #expect(straight.value.sign == .plus)
    }

    @Test("The highest and the lowest altitude")
    func altitude() throws {
        let highest = 4_294_967_294.0 / 100 - 1000
        #expect(LongValueCode(altitude: Metres(highest)).raw == UInt32.max - 1)
        #expect(LongValueCode(altitude: Metres(highest + 0.02)) == .notAvailable)
        #expect(LongValueCode(altitude: Metres(-1000)).raw == 0)
        #expect(LongValueCode(altitude: Metres(-1000.02)) == .notAvailable)
        #expect(LongValueCode(raw: UInt32.max - 1).altitude == .known(Metres(highest)))
        #expect(LongValueCode(raw: 3_600_000_000).longitude == .known(Degrees(180)))
        #expect(LongValueCode(raw: 3_600_000_001).longitude == .reserved)
    }

    @Test("Countries, years, classes, limits: the first and the last number")
    func ranges() {
        #expect(CountryCode(isoNumeric: 0) == .unknown)
        #expect(CountryCode(isoNumeric: 1).raw == 1)
        #expect(CountryCode(isoNumeric: 999).raw == 999)
        #expect(CountryCode(isoNumeric: 1000) == .unknown)
        #expect(CountryCode(raw: 1).reading == .known(1))
        #expect(CountryCode(raw: 999).reading == .known(999))
        #expect(CountryCode(raw: 1000).reading == .reserved)
        #expect(MapYearCode(year: 2062).raw == 62)
        #expect(MapYearCode(year: 2063) == MapYearCode(year: nil))
        #expect(FunctionalRoadClassCode(0) == .unknown)
        #expect(EffectiveSpeedLimitCode(raw: 2).reading == .upTo(7))
        #expect(EffectiveSpeedLimitCode(raw: 3).reading == .upTo(10))
        #expect(EffectiveSpeedLimitCode(raw: 25).reading == .upTo(120))
        #expect(EffectiveSpeedLimitCode(raw: 26).reading == .upTo(130))
        #expect(ProbabilityCode(-0.1).raw == 0)
        #expect(ProbabilityCode(0).raw == 0 && ProbabilityCode(0.001).raw == 1)
        #expect(ProbabilityCode(1.5) == .certain)
    }

    @Test("An offset half a period away is told apart by its side")
    func offset() {
        let period = 8191
        for reference in [0, 5000, 50_000] {
            for away in [-4095, -4094, 0, 4094, 4095] {
                let code = OffsetCode(metresFromPathStart: reference + away)
                #expect(code.metres(nearestTo: reference) == reference + away)
            }
            #expect(
                OffsetCode(metresFromPathStart: reference + 4096).metres(nearestTo: reference)
                    == reference + 4096 - period)
        }
    }

    @Test("Codes that are not available or stand for one place")
    func constants() {
        #expect(TriStateCode.notAvailable.raw == 3)
        #expect(LateralOffsetCode.width == 9)
        #expect(Field.lateralOffset.width == 9)
        #expect(ShortProfileType.width == 5 && LongProfileType.width == 5)
        #expect(LongProfileType.speedLimitAndRecommendedSpeed.raw == 11)
        #expect(VariableSpeedSignPosition.right.rawValue == 2)
        #expect(VariableSpeedSignPosition.overhead.rawValue == 4)
        #expect(VariableSpeedSignPosition.perLane.rawValue == 8)
    }

    @Test("Parts of a long value that nobody sets are 0, and the others stay what they are")
    func parts() throws {
        let sign = TrafficSign(signType: 1, value: 2)
        #expect(LongValueCode(trafficSign: sign).raw == 0x0102_0000)
        let limit = TruckSpeedLimit(speed: 1, weight: 2)
        #expect(LongValueCode(truckSpeedLimit: limit).raw == 0x0102_0000)
        var timed = limit
        timed.isTimeDependent = true
        let code = LongValueCode(truckSpeedLimit: timed)
        #expect(code.raw == 0x0102_0020)
        #expect(code.truckSpeedLimit == .known(timed))
        for marking in ExtendedLane.Marking.allCases {
            for use in ExtendedLane.Use.allCases {
                var lane = ExtendedLane(lane: 1, of: 1)
                lane.use = use
                lane.rightMarking = marking
                #expect(LongValueCode(extendedLane: lane).extendedLane == .known(lane))
            }
        }
        // Nine uses: the tenth number is reserved.
        let tenth = Field.value.value(
            of: 0x1100_9000, in: .profileLong, profile: .long(.extendedLane))
        #expect(tenth.text.contains("reserved"))
    }

    @Test("A message of which nothing is known says so in each flag and number")
    func defaults() {
        let position = PositionMessage()
        #expect(position.positionIndex.raw == 0)
        let segment = SegmentMessage()
        #expect(!segment.retransmission && !segment.update)
        let stub = StubMessage()
        #expect(!stub.retransmission && !stub.update && !stub.lastStubAtOffset)
        let short = ProfileShortMessage()
        #expect(!short.retransmission && !short.update && !short.controlPoint)
        let long = ProfileLongMessage()
        #expect(!long.retransmission && !long.update && !long.controlPoint)
        let metaData = MetaDataMessage(
            countryCode: .unknown, drivingSide: .right, speedUnit: .kilometresPerHour)
        #expect(metaData.majorProtocolVersion == 2)
        #expect(metaData.minorProtocolVersion == 0)
        #expect(metaData.minorProtocolSubVersion == 5)
        #expect(metaData.hardwareVersion == 0)
        #expect(metaData.mapVersionQuarter.raw == 0)
        let nothing = MessageMask()
        for kind in MessageKind.allCases { #expect(!nothing.allows(kind)) }
        for raw in UInt8(0)..<32 {
            #expect(!nothing.allows(ShortProfileType(raw: raw)))
            #expect(!nothing.allows(LongProfileType(raw: raw)))
        }
    }

    @Test("A mask that has one profile type only has its kind")
    func oneType() {
        for type in ShortProfileType.named {
            var mask = MessageMask()
            mask.set(type, to: true)
            #expect(mask.allows(.profileShort) && !mask.allows(.profileLong))
            // Off goes also what no public coding exists for.
            mask.set(MessageKind.profileShort, to: false)
            #expect(!mask.allows(.profileShort))
        }
        for type in LongProfileType.named {
            var mask = MessageMask()
            mask.set(type, to: true)
            #expect(mask.allows(.profileLong) && !mask.allows(.profileShort))
            mask.set(MessageKind.profileLong, to: false)
            #expect(!mask.allows(.profileLong))
        }
    }

    @Test("The names of the profile types are those of the masks, by their numbers")
    func names() {
        let short = [
            1: "curvature", 2: "route-number-type", 3: "slope-step", 4: "slope-linear",
            5: "road-accessibility", 6: "road-condition", 7: "variable-speed-sign-position",
        ]
        for (raw, name) in short { #expect(ShortProfileType(raw: UInt8(raw)).name == name) }
        #expect(LongProfileType(raw: 10).name == "extended-lane")
        #expect(LongProfileType(raw: 11).name == "speed-limit-and-recommended-speed")
        for raw in UInt8(0)..<32 {
            let others = UInt8(0)..<32
            let name = LongProfileType(raw: raw).name
            #expect(others.count { LongProfileType(raw: $0).name == name } == 1)
        }
    }
}
