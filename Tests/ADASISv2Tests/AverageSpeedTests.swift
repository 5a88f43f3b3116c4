import ADASISv2
import Testing

/// Average speed, with calculated values: half a km/h a step, in m/s.
@Suite struct AverageSpeedTests {
    @Test func codes() {
        let type = ShortProfileType.averageSpeed
        #expect(type.raw == 9 && type.name == "average-speed" && type.hasPublicCoding)
        #expect(type.code(50 / 3.6).raw == 100)
        #expect(type.code(-1).raw == 0 && type.value(of: type.code(-1)) == .known(0))
        #expect(type.code(999).raw == 1022 && type.value(of: type.code(999)) == .atLeast(511 / 3.6))
        #expect(type.code(nil) == .notAvailable && type.code(.nan) == .notAvailable)
        #expect(ProfileType.short(type).course == .steps && type.record?.isSent == true)
    }
}
