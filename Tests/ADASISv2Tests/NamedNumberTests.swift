import ADASISv2
import CANDatabase
import Testing

/// Which numbers stand for words, and where.
@Suite("Numbers with a name")
struct NamedNumberTests {
    @Test("Path indexes below 8 have a name where they can stand")
    func pathIndexes() {
        func named(_ field: Field, _ kind: MessageKind) -> [UInt64] {
            field.namedValues(in: kind).map(\.raw)
        }
        #expect(named(.pathIndex, .position) == [0, 1, 2, 3])
        #expect(named(.pathIndex, .segment) == [0, 4])
        for kind in [MessageKind.stub, .profileShort, .profileLong] {
            #expect(named(.pathIndex, kind) == [0])
        }
        #expect(named(.subPathIndex, .stub) == [0, 5, 6])
    }

    @Test("Signs keep their numbers: clients know them from before")
    func signs() {
        let signs = TrafficSign.sentSigns
        #expect(signs.map(\.number) == [1, 2, 3, 4, 5, 8, 10])
        #expect(Set(signs.map(\.name)).count == signs.count)
    }

    @Test("Speeds of PROFILE LONG type 11: not known, none, not available")
    func speeds() {
        func text(_ limit: UInt32, _ recommended: UInt32) -> String {
            let value = SpeedLimitAndRecommendedSpeed(
                speedLimit: limit, recommendedSpeed: recommended)
            let code = LongValueCode(speedLimitAndRecommendedSpeed: value)
            return Field.value.value(
                of: code.raw, in: .profileLong, profile: .long(.speedLimitAndRecommendedSpeed)
            ).text
        }
        #expect(text(0, 0) == "speedLimit=unknown recommendedSpeed=unknown source=unknown")
        #expect(text(254, 254) == "speedLimit=unlimited recommendedSpeed=254 source=unknown")
        #expect(text(255, 255) == "speedLimit=n/a recommendedSpeed=n/a source=unknown")
        #expect(text(50, 40) == "speedLimit=50 recommendedSpeed=40 source=unknown")
    }
}
