import ADASISv2
import Testing

@Suite("Codes of SEGMENT, STUB and META-DATA")
struct RoadCodeTests {
    @Test("Three answers and none")
    func triState() {
        #expect(TriStateCode(true).raw == 1)
        #expect(TriStateCode(false).raw == 0)
        #expect(TriStateCode(nil).raw == 2)
        #expect(
            (0...3).map { TriStateCode(raw: $0).reading } == [
                .known(false), .known(true), .unknown, .notAvailable,
            ]
        )
    }

    @Test("Functional road classes")
    func roadClass() {
        for roadClass in 1...6 {
            #expect(FunctionalRoadClassCode(roadClass).reading == .known(roadClass))
        }
        for none in [nil, 0, 7, -1] {
            #expect(FunctionalRoadClassCode(none) == .unknown)
        }
        #expect(FunctionalRoadClassCode.unknown.reading == .unknown)
        #expect(FunctionalRoadClassCode.notAvailable.reading == .notAvailable)
    }

    @Test("Forms of way have the numbers of the protocol")
    func formOfWay() {
        let forms: [FormOfWayCode] = [
            .unknown, .controlledAccess, .multipleCarriageway, .singleCarriageway, .roundabout,
            .trafficSquare, .parallelRoad, .controlledAccessRamp, .ramp, .serviceRoad,
            .carParkAccess, .serviceAccess, .pedestrianZone, .notAvailable,
        ]
        #expect(forms.map(\.raw) == [0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15])
        #expect(Set((0...15).map { FormOfWayCode(raw: $0).name }).count == forms.count + 1)
    }

    /// The whole table of the reference, §5.
    static let limits: [(UInt8, Int)] = [
        (1, 5), (2, 7), (3, 10), (4, 15), (5, 20), (6, 25), (7, 30), (8, 35), (9, 40), (10, 45),
        (11, 50), (12, 55), (13, 60), (14, 65), (15, 70), (16, 75), (17, 80), (18, 85), (19, 90),
        (20, 95), (21, 100), (22, 105), (23, 110), (24, 115), (25, 120), (26, 130), (27, 140),
        (28, 150),
    ]

    @Test("Speed limits are up to and including", arguments: limits)
    func speedLimit(raw: UInt8, limit: Int) {
        #expect(EffectiveSpeedLimitCode(raw: raw).reading == .upTo(limit))
        #expect(EffectiveSpeedLimitCode(upTo: Double(limit)).raw == raw)
        #expect(EffectiveSpeedLimitCode(upTo: Double(limit) - 0.1).raw == raw)
        #expect(EffectiveSpeedLimitCode(upTo: Double(limit) + 0.1).raw == raw + 1)
    }

    @Test("Unknown, unlimited and above 150 are three things")
    func specialLimits() {
        #expect(EffectiveSpeedLimitCode(upTo: nil).reading == .unknown)
        #expect(EffectiveSpeedLimitCode(upTo: 0) == .unknown)
        #expect(EffectiveSpeedLimitCode(upTo: -3) == .unknown)
        #expect(EffectiveSpeedLimitCode(upTo: .nan) == .unknown)
        #expect(EffectiveSpeedLimitCode(upTo: 0.1).raw == 1)
        #expect(EffectiveSpeedLimitCode(upTo: 160).reading == .above150)
        #expect(EffectiveSpeedLimitCode(upTo: .infinity) == .above150)
        #expect(EffectiveSpeedLimitCode.unlimited.reading == .unlimited)
        #expect(EffectiveSpeedLimitCode.notAvailable.reading == .notAvailable)
        #expect(EffectiveSpeedLimitCode.unlimited.raw == 30)
    }

    @Test("Lanes saturate")
    func lanes() {
        let driving = [nil, -1, 0, 1, 5, 6, 9].map { DrivingLanesCode($0).raw }
        #expect(driving == [7, 7, 0, 1, 5, 6, 6])
        #expect(DrivingLanesCode(5).reading == .known(5))
        #expect(DrivingLanesCode(6).reading == .atLeast(6))
        #expect(DrivingLanesCode(nil).reading == .notAvailable)
        #expect(DrivingLanesCode.againstOneWay.reading == .known(0))
        let opposite = [nil, -1, 0, 1, 2, 9].map { OppositeLanesCode($0).raw }
        #expect(opposite == [3, 3, 0, 1, 2, 2])
        #expect(OppositeLanesCode(1).reading == .known(1))
        #expect(OppositeLanesCode(2).reading == .atLeast(2))
        #expect(OppositeLanesCode(nil).reading == .notAvailable)
        #expect(OppositeLanesCode.oneWay.reading == .known(0))
    }

    @Test("Small tables have the numbers of the protocol")
    func tables() {
        let lanes: [CurrentLaneCode] = [
            .unknown, .emergency, .single, .leftMost, .rightMost, .middle, .notAvailable,
        ]
        #expect(lanes.map(\.raw) == [0, 1, 2, 3, 4, 5, 7])
        let types: [EffectiveSpeedLimitTypeCode] = [
            .implicit, .explicitSign, .byNight, .byDay, .timeOfDay, .rain, .snow, .unknown,
        ]
        #expect(types.map(\.raw) == Array(0...7))
        let ways: [RightOfWayCode] = [.priority, .mayHaveToYield, .unknown, .notAvailable]
        #expect(ways.map(\.raw) == Array(0...3))
        let accuracies: [AccuracyCode] = [.highest, .medium, .lowest, .unknown]
        #expect(accuracies.map(\.raw) == Array(0...3))
        let providers: [MapProviderCode] = [
            .unknown, .here, .tomTom, .zenrin, .ipc, .navInfo, .other, .notAvailable,
        ]
        #expect(providers.map(\.raw) == Array(0...7))
        #expect([DrivingSideCode.left, .right].map(\.raw) == [0, 1])
        #expect([SpeedUnitCode.kilometresPerHour, .milesPerHour].map(\.raw) == [0, 1])
    }

    @Test("Countries, years, quarters")
    func metaData() {
        #expect(CountryCode(isoNumeric: 276).reading == .known(276))
        for none in [nil, 0, 1000, -1] { #expect(CountryCode(isoNumeric: none) == .unknown) }
        #expect(CountryCode.unknown.reading == .unknown)
        #expect(CountryCode(raw: 1000).reading == .reserved)
        #expect(MapYearCode(year: 2000).raw == 0)
        #expect(MapYearCode(year: 2062).reading == .known(2062))
        for none in [nil, 1999, 2063] { #expect(MapYearCode(year: none).reading == .notAvailable) }
        #expect((1...4).map { MapQuarterCode(quarter: $0)?.raw } == [0, 1, 2, 3])
        #expect(MapQuarterCode(quarter: 0) == nil)
        #expect(MapQuarterCode(quarter: 5) == nil)
        #expect(MapQuarterCode(raw: 3).quarter == 4)
    }
}
