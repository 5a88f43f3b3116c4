import ADASISv2
import CHorizonClient
import Quantities
import Testing

@Suite("The C client reads codes as the codec does")
struct ValueTests {
    @Test("Every number of every PROFILE SHORT", arguments: 0..<32)
    func shortProfiles(number: UInt8) {
        let type = ProfileType.short(ShortProfileType(raw: number))
        for raw in UInt32(0)...1_023 {
            let value = Value(ehc_profile_number(ehc_profile(type), raw))
            #expect(value == Value(type.value(of: raw)), "\(type) \(raw)")
        }
    }

    @Test("Numbers of every PROFILE LONG", arguments: 0..<32)
    func longProfiles(number: UInt8) {
        let type = ProfileType.long(LongProfileType(raw: number))
        var numbers: [UInt32] = [0, 1, 99_999, 100_000, .max - 1, .max]
        for end: UInt32 in [900_000_000, 1_800_000_000, 3_600_000_000] {
            numbers += [end - 1, end, end + 1]
        }
        for raw in numbers {
            let value = Value(ehc_profile_number(ehc_profile(type), raw))
            #expect(value == Value(type.value(of: raw)), "\(type) \(raw)")
        }
    }

    @Test func codes() {
        for raw in UInt16(0)...511 {
            let speed = SpeedCode(raw: raw).reading.map { $0.value }
            #expect(Value(ehc_speed_number(raw)) == Value(speed), "\(raw)")
            let age = PositionAgeCode(raw: raw).reading.map { Double($0.value / 1_000_000) }
            #expect(Value(ehc_age_number(raw)) == Value(age), "\(raw)")
        }
        for raw in UInt8(0)...255 {
            let angle = AngleCode(raw: raw).reading.map { $0.value }
            #expect(Value(ehc_angle_number(raw)) == Value(angle), "\(raw)")
        }
        for raw in UInt8(0)...31 {
            let probability = ProbabilityCode(raw: raw).reading
            #expect(Value(ehc_probability_number(raw)) == Value(probability), "\(raw)")
        }
        for raw in UInt8(0)...7 {
            let lanes = DrivingLanesCode(raw: raw).reading.map { Double($0) }
            #expect(Value(ehc_lanes_number(raw)) == Value(lanes), "\(raw)")
            let roadClass = FunctionalRoadClassCode(raw: raw).reading.map { Double($0) }
            #expect(Value(ehc_road_class_number(raw)) == Value(roadClass), "\(raw)")
        }
        for raw in UInt8(0)...3 {
            let lanes = OppositeLanesCode(raw: raw).reading.map { Double($0) }
            #expect(Value(ehc_opposite_lanes_number(raw)) == Value(lanes), "\(raw)")
        }
    }

    @Test("Speed limits are in the unit that META-DATA states", arguments: [false, true])
    func speedLimits(isMilesPerHour: Bool) {
        let client = Client(EHC_ADASIS)
        var segment = ehc_segment()
        segment.speed_limit = 10
        #expect(ehc_speed_limit_kmh(client.state, &segment).reading == EHC_UNKNOWN)
        var meta = MetaDataMessage(
            countryCode: .unknown, drivingSide: .right, speedUnit: .kilometresPerHour)
        if isMilesPerHour { meta.speedUnit = SpeedUnitCode(raw: 1) }
        let result = client.feed(Layout(.adasis).encode(.metaData(meta)), at: 0)
        #expect(result == EHC_APPLIED)
        let factor = isMilesPerHour ? 1.609344 : 1
        for raw in UInt8(0)...31 {
            segment.speed_limit = raw
            let limit = ehc_speed_limit_kmh(client.state, &segment)
            switch EffectiveSpeedLimitCode(raw: raw).reading {
            case .upTo(let bound):
                #expect(limit.reading == EHC_KNOWN && limit.value == Double(bound) * factor)
            case .above150:
                #expect(limit.reading == EHC_AT_LEAST && limit.value == 150 * factor)
            case .unlimited: #expect(limit.reading == EHC_UNLIMITED && limit.value.isNaN)
            case .unknown: #expect(limit.reading == EHC_UNKNOWN && limit.value.isNaN)
            case .notAvailable:
                #expect(limit.reading == EHC_NOT_AVAILABLE && limit.value.isNaN)
            }
        }
    }
}
