import ADASISv2
import Quantities
import RandomNumbers
import Testing

@Suite("Codes of values along the road")
struct RoadValueTests {
    @Test("Road accessibility: each bit and every combination")
    func accessibility() {
        let bits: [RoadAccessibility] = [
            .cars, .pedestrians, .bus, .delivery, .emergency, .taxi, .throughTraffic, .trucks,
        ]
        #expect(bits.map(\.rawValue) == [1, 2, 4, 8, 16, 32, 64, 128])
        for raw in UInt16(0)...1023 {
            let code = ProfileValueCode(raw: raw)
            switch code.roadAccessibility {
            case .known(let value):
                #expect(raw <= 255)
                #expect(ProfileValueCode(roadAccessibility: value) == code)
            case .notAvailable: #expect(raw == 1023)
            default: #expect(raw > 255)
            }
        }
        #expect(ProfileValueCode(roadAccessibility: nil) == .notAvailable)
    }

    @Test("Road conditions, of which only the low four bits count")
    func condition() {
        for condition in RoadCondition.allCases {
            let code = ProfileValueCode(roadCondition: condition)
            #expect(code.roadCondition == .known(condition))
            #expect(ProfileValueCode(raw: code.raw | 0x30).roadCondition == .known(condition))
        }
        #expect(ProfileValueCode(roadCondition: nil).roadCondition == .unknown)
        #expect(ProfileValueCode(raw: 9).roadCondition == .reserved)
        #expect(ProfileValueCode.notAvailable.roadCondition == .notAvailable)
    }

    @Test("This project's own: route numbers")
    func routeNumbers() {
        for type in RouteNumberType.allCases {
            #expect(ProfileValueCode(routeNumberType: type).routeNumberType == .known(type))
        }
        #expect(ProfileValueCode(routeNumberType: nil).routeNumberType == .unknown)
        #expect(ProfileValueCode(raw: 7).routeNumberType == .reserved)
        #expect(ProfileValueCode(raw: 257).routeNumberType == .reserved)
        #expect(ProfileValueCode.notAvailable.routeNumberType == .notAvailable)
    }

    @Test("This project's own: variable speed signs")
    func variableSpeedSigns() {
        for raw in UInt8(1)...15 {
            let position = VariableSpeedSignPosition(rawValue: raw)
            let code = ProfileValueCode(variableSpeedSignPosition: position)
            #expect(code.variableSpeedSignPosition == .known(position))
        }
        #expect(VariableSpeedSignPosition([.left, .right, .overhead, .perLane]).rawValue == 15)
        #expect(
            ProfileValueCode(variableSpeedSignPosition: []).variableSpeedSignPosition == .unknown)
        #expect(ProfileValueCode(variableSpeedSignPosition: nil) == .notAvailable)
        #expect(ProfileValueCode.notAvailable.variableSpeedSignPosition == .notAvailable)
        #expect(ProfileValueCode(raw: 16).variableSpeedSignPosition == .reserved)
    }

    @Test("Lateral offsets, of which only one maker knows")
    func lateralOffset() {
        for raw in UInt16(0)...510 {
            let code = LateralOffsetCode(raw: raw)
            #expect(LateralOffsetCode(code.reading.value) == code)
        }
        #expect(LateralOffsetCode(Metres(-3.4)).raw == 253)
        #expect(LateralOffsetCode(Metres(999)).reading == .atLeast(Metres(254)))
        #expect(LateralOffsetCode(Metres(-999)).reading == .atMost(Metres(-256)))
        #expect(LateralOffsetCode(nil).reading == .notAvailable)
        #expect(LateralOffsetCode(Metres(.nan)) == .notAvailable)
    }
}

@Suite("Long values of several parts")
struct PackedLongValueTests {
    @Test("All parts make 32 bits")
    func widths() {
        for type in LongProfileType.named where !type.parts.isEmpty {
            #expect(type.parts.map(\.width).reduce(0, +) == 32, "\(type.name)")
            #expect(Set(type.parts.map(\.name)).count == type.parts.count)
        }
        #expect(LongProfileType.longitude.parts.isEmpty)
    }

    /// signType8 value8 lane4 vehicleSpecific2 timeSpecific2 condition4 reserved1 location3.
    @Test("Traffic signs")
    func trafficSign() {
        var sign = TrafficSign(signType: 0x12, value: 0x34)
        sign.lane = 5
        sign.vehicleSpecific = 2
        sign.timeSpecific = 1
        sign.condition = 9
        sign.location = 3
        let code = LongValueCode(trafficSign: sign)
        #expect(code.raw == 0x1234_5993)
        #expect(code.trafficSign == .known(sign))
        #expect(LongValueCode(trafficSign: nil).trafficSign == .notAvailable)
        let saturated = LongValueCode(trafficSign: TrafficSign(signType: 999, value: 300))
        #expect(saturated.trafficSign == .known(TrafficSign(signType: 255, value: 255)))
    }

    /// speed8 weight8 hazardousGoods3 weather3 type2 timeValid2 timeDependent1 reserved5.
    @Test("Speed limits for trucks")
    func truckSpeedLimit() {
        var limit = TruckSpeedLimit(speed: 80, weight: 75)
        limit.hazardousGoods = 5
        limit.weather = 2
        limit.type = 3
        limit.timeValid = 1
        limit.isTimeDependent = true
        let code = LongValueCode(truckSpeedLimit: limit)
        #expect(code.raw == 0x504B_AB60)
        #expect(code.truckSpeedLimit == .known(limit))
        #expect(LongValueCode(truckSpeedLimit: nil).truckSpeedLimit == .notAvailable)
    }

    @Test("This project's own: lanes")
    func lanes() {
        var lane = ExtendedLane(lane: 2, of: 3)
        lane.directions = [.straight, .slightRight]
        lane.use = .exit
        lane.leftMarking = .dashed
        lane.rightMarking = .solid
        let code = LongValueCode(extendedLane: lane)
        #expect(code.raw == 0x2311_3680)
        #expect(code.extendedLane == .known(lane))
        #expect(LongValueCode(extendedLane: nil).extendedLane == .notAvailable)
        let reserved = LongValueCode(raw: 0x0000_F000)
        #expect(reserved.extendedLane == .known(ExtendedLane(lane: 0, of: 0)))
        let directions: [ExtendedLane.Directions] = [
            .straight, .slightLeft, .left, .sharpLeft, .slightRight, .right, .sharpRight, .uTurn,
        ]
        #expect(directions.map(\.rawValue) == [1, 2, 4, 8, 16, 32, 64, 128])
        #expect(ExtendedLane.Use.allCases.count == 9)
        #expect(ExtendedLane.Marking.allCases.count == 8)
    }

    @Test("This project's own: speed limits and recommended speeds")
    func speeds() {
        var speeds = SpeedLimitAndRecommendedSpeed(
            speedLimit: SpeedLimitAndRecommendedSpeed.unlimited,
            recommendedSpeed: 130
        )
        speeds.source = .law
        let code = LongValueCode(speedLimitAndRecommendedSpeed: speeds)
        #expect(code.raw == 0xFE82_4000)
        #expect(code.speedLimitAndRecommendedSpeed == .known(speeds))
        let none = LongValueCode(speedLimitAndRecommendedSpeed: nil)
        #expect(none.speedLimitAndRecommendedSpeed == .notAvailable)
        #expect(SpeedLimitAndRecommendedSpeed.notAvailable == 255)
        let reserved = LongValueCode(raw: 0x0000_8000).speedLimitAndRecommendedSpeed.value
        #expect(reserved?.source == .unknown)
    }

    @Test(
        "Random numbers come back, but for the reserved bits",
        arguments: LongProfileType.named.filter { !$0.parts.isEmpty })
    func roundTrip(type: LongProfileType) {
        var generator = SplitMix64(seed: 5)
        for _ in 0..<1_000 {
            let code = LongValueCode(raw: .random(in: 0..<UInt32.max, using: &generator))
            let again: LongValueCode =
                switch type {
                case .trafficSign: LongValueCode(trafficSign: code.trafficSign.value)
                case .truckSpeedLimit: LongValueCode(truckSpeedLimit: code.truckSpeedLimit.value)
                case .extendedLane: LongValueCode(extendedLane: code.extendedLane.value)
                default:
                    LongValueCode(
                        speedLimitAndRecommendedSpeed: code.speedLimitAndRecommendedSpeed.value)
                }
            var position = 32
            var mask: UInt32 = 0
            for part in type.parts {
                position -= part.width
                // Names beyond the list are reserved and become unknown.
                if case .names = part.meaning { continue }
                if part.meaning == .reserved { continue }
                mask |= (1 << UInt32(part.width) - 1) << UInt32(position)
            }
            #expect(again.raw & mask == code.raw & mask)
        }
    }
}
