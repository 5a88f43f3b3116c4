import ADASISv2
import Horizon
import Quantities
import Testing

/// What the numeric profiles are at the start of a link, worked out apart from the provider: the
/// random drives compare what clients hold with it.
struct LinkStartFact: Sendable {
    let type: ShortProfileType
    /// The number on the wire, `nil` where nothing is sent.
    let raw: @Sendable (PathLink) -> UInt32?

    static let all: [LinkStartFact] = [
        // Half a degree a step around 511, to the right positive.
        LinkStartFact(type: .headingChange) { link in
            let steps = (link.turnAngle.value * 2).rounded()
            return steps == 0 ? nil : UInt32(min(max(steps + 511, 0), 1022))
        }
    ]
}

/// The numeric profiles of link starts, against calculated values.
@Suite struct LinkStartTests {
    @Test func headingChange() {
        let type = ShortProfileType.headingChange
        #expect(type.raw == 8 && type.name == "heading-change" && !type.hasPublicCoding)
        #expect(type.code(90).raw == 691 && type.code(-90).raw == 331)
        #expect(type.code(0.2).raw == 511 && type.code(0.25).raw == 512)
        #expect(type.code(999).raw == 1022 && type.value(of: type.code(999)) == .atLeast(255.5))
        #expect(type.value(of: ProfileValueCode(raw: 0)) == .atMost(-255.5))
        #expect(type.code(nil) == .notAvailable && type.code(.nan) == .notAvailable)
        #expect(ProfileType.short(type).course == .points)
    }
}
