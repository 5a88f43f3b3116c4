import ADASISv2
import Quantities
import Testing

@Suite("Codes of the header and of POSITION")
struct HeaderCodeTests {
    @Test("Path indexes below 8 are special")
    func pathIndex() {
        #expect((0...63).filter { PathIndex(raw: $0).isNormal } == Array(8...63))
        #expect(PathIndex(normal: 7) == nil)
        #expect(PathIndex(normal: 8) == .first)
        #expect(PathIndex(normal: 63) == .last)
        #expect(PathIndex(normal: 64) == nil)
        #expect(
            [PathIndex.unknown, .noMap, .offRoad, .notCalibrated, .currentLink, .noFurtherData]
                .map(\.raw) == [0, 1, 2, 3, 4, 5]
        )
        #expect(PathIndex.continuation.raw == 6)
    }

    @Test(
        "Offsets wrap at 8191, which itself is not available",
        arguments: [
            (0, 0), (1, 1), (8190, 8190), (8191, 0), (8192, 1), (16381, 8190), (16382, 0),
            (-1, 8190), (-8191, 0),
        ]
    )
    func offset(metres: Int, raw: UInt16) {
        let code = OffsetCode(metresFromPathStart: metres)
        #expect(code.raw == raw)
        #expect(code != .notAvailable)
        #expect(code.metres == Int(raw))
        #expect(code.metres(nearestTo: metres) == metres)
        #expect(code.metres(nearestTo: metres + 4000) == metres)
        #expect(code.metres(nearestTo: metres - 4000) == metres)
    }

    @Test("An offset that is not available is no number")
    func noOffset() {
        #expect(OffsetCode.notAvailable.raw == 8191)
        #expect(OffsetCode.notAvailable.metres == nil)
        #expect(OffsetCode.notAvailable.metres(nearestTo: 0) == nil)
    }

    @Test("Counters wrap and show what was lost")
    func counter() {
        var counter = CyclicCounter.zero
        var seen: [UInt8] = []
        for _ in 0..<6 {
            seen.append(counter.raw)
            counter.advance()
        }
        #expect(seen == [0, 1, 2, 3, 0, 1])
        #expect(CyclicCounter(raw: 0).lost(since: CyclicCounter(raw: 3)) == 0)
        #expect(CyclicCounter(raw: 2).lost(since: CyclicCounter(raw: 0)) == 1)
        #expect(CyclicCounter(raw: 1).lost(since: CyclicCounter(raw: 1)) == 3)
    }

    @Test(
        "Ages",
        arguments: [
            (0, 0), (2.4, 0), (2.5, 1), (150, 30), (2545, 509), (2545.000001, 510), (9999, 510),
            (-5, 0),
        ] as [(Double, UInt16)]
    )
    func age(milliseconds: Double, raw: UInt16) {
        #expect(PositionAgeCode(.seconds(milliseconds / 1000)).raw == raw)
    }

    @Test("Ages are read back")
    func ageReading() {
        for raw in 0..<UInt16(510) {
            let code = PositionAgeCode(raw: raw)
            #expect(code.reading == .known(.milliseconds(Int64(raw) * 5)))
            #expect(PositionAgeCode(code.reading.value) == code)
        }
        #expect(PositionAgeCode.older.reading == .atLeast(.milliseconds(2545)))
        #expect(PositionAgeCode.notAvailable.reading == .notAvailable)
        #expect(PositionAgeCode(nil) == .notAvailable)
    }

    @Test(
        "Speeds",
        arguments: [
            (0, 64), (0.09, 64), (0.11, 65), (5, 89), (27.8, 203), (89, 509), (89.2, 510),
            (300, 510), (.infinity, 510), (-0.2, 63), (-12.8, 0), (-99, 0), (.nan, 511),
        ] as [(Double, UInt16)]
    )
    func speed(value: Double, raw: UInt16) {
        #expect(SpeedCode(MetresPerSecond(value)).raw == raw)
    }

    @Test("Speeds are read back")
    func speedReading() {
        for raw in UInt16(0)..<511 {
            let code = SpeedCode(raw: raw)
            #expect(SpeedCode(code.reading.value) == code)
        }
        #expect(SpeedCode(raw: 0).reading == .atMost(MetresPerSecond(-12.8)))
        #expect(SpeedCode.standstill.reading == .known(.zero))
        #expect(SpeedCode(raw: 510).reading == .atLeast(MetresPerSecond(89.2)))
        #expect(SpeedCode(nil).reading == .notAvailable)
    }

    @Test(
        "Angles",
        arguments: [
            (0, 0), (90, 64), (180, 127), (358.58, 253), (359.2, 253), (359.3, 0), (360, 0),
            (-90, 191), (720, 0), (.nan, 254), (.infinity, 254), (-1e-20, 0),
        ] as [(Double, UInt8)]
    )
    func angle(degrees: Double, raw: UInt8) {
        #expect(AngleCode(Degrees(degrees)).raw == raw)
    }

    @Test("Angles are read back")
    func angleReading() {
        for raw in UInt8(0)..<254 {
            let code = AngleCode(raw: raw)
            #expect(AngleCode(code.reading.value) == code)
        }
        #expect(AngleCode(nil).reading == .unknown)
        #expect(AngleCode.notAvailable.reading == .notAvailable)
    }

    @Test(
        "Probabilities; what is above 0 stays above 0",
        arguments: [
            (0, 0), (1e-9, 1), (0.016, 1), (0.5, 15), (0.87, 26), (1, 30), (7, 30), (-1, 0),
            (.nan, 31),
        ] as [(Double, UInt8)]
    )
    func probability(value: Double, raw: UInt8) {
        #expect(ProbabilityCode(value).raw == raw)
    }

    @Test(
        "Probabilities beside others are rounded down; what is above 0 stays above 0",
        arguments: [
            (0, 0), (1e-9, 1), (0.05, 1), (0.3, 9), (0.483, 14), (0.9999, 29), (1, 30), (7, 30),
            (-1, 0), (.nan, 31),
        ] as [(Double, UInt8)]
    )
    func probabilityRoundedDown(value: Double, raw: UInt8) {
        #expect(ProbabilityCode(roundingDown: value).raw == raw)
    }

    @Test("A code that is rounded down is read back")
    func probabilityRoundedDownReading() {
        for raw in UInt8(1)...30 {
            #expect(ProbabilityCode(roundingDown: Double(raw) / 30).raw == raw)
        }
        #expect(ProbabilityCode(ProbabilityCode.least).raw == 1)
    }

    @Test("Probabilities are read back")
    func probabilityReading() {
        for raw in UInt8(1)...30 {
            let code = ProbabilityCode(raw: raw)
            #expect(ProbabilityCode(code.reading.value) == code)
        }
        #expect(ProbabilityCode.certain.reading == .known(1))
        #expect(ProbabilityCode.unknown.reading == .unknown)
        #expect(ProbabilityCode(nil).reading == .notAvailable)
    }

    @Test("Confidences")
    func confidence() {
        for rank in 0...6 {
            #expect(PositionConfidenceCode(rank: rank).reading == .known(rank))
        }
        #expect(PositionConfidenceCode(rank: -1) == .highest)
        #expect(PositionConfidenceCode(rank: 7) == .lowest)
        #expect(PositionConfidenceCode(rank: nil).reading == .notAvailable)
    }

    @Test("Bits above a field's width are dropped, as the wire would")
    func truncation() {
        #expect(PathIndex(raw: 64).raw == 0)
        #expect(OffsetCode(raw: .max).raw == 8191)
        #expect(SpeedCode(raw: .max).raw == 511)
        #expect(NumberCode<4>(raw: 17).raw == 1)
        #expect(LongValueCode(raw: .max).raw == .max)
    }
}
