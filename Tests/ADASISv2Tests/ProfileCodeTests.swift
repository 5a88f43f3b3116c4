import ADASISv2
import Quantities
import Testing

@Suite("Codes of the profiles")
struct ProfileCodeTests {
    /// The bands of the reference, §6, written out: up to which k, and the code's distance from 511.
    static let bands: [(end: Double, distance: @Sendable (Double) -> Double)] = [
        (64, { $0 }), (192, { $0 / 2 + 32 }), (448, { $0 / 4 + 80 }), (960, { $0 / 8 + 136 }),
        (1984, { $0 / 16 + 196 }), (4032, { $0 / 32 + 258 }), (8128, { $0 / 64 + 321 }),
        (16192, { $0 / 128 + 384.5 }),
    ]

    static func reference(_ curvature: Double) -> Int {
        let scaled = abs(curvature) * 100_000
        let band = bands.first { scaled < $0.end }
        let distance = band.map { Int($0.distance(scaled).rounded()) } ?? 511
        return curvature < 0 ? 511 - distance : 511 + distance
    }

    @Test("All 1,023 curvature codes are read and written exactly")
    func curvatureRoundTrip() {
        var last = -Double.infinity
        for raw in UInt16(0)...1022 {
            let code = ProfileValueCode(raw: raw)
            guard let curvature = code.curvature.value else {
                Issue.record("\(raw) has no curvature")
                continue
            }
            #expect(ProfileValueCode(curvature: curvature) == code)
            #expect(Self.reference(curvature.value) == Int(raw))
            #expect(curvature.value > last, "monotonic at \(raw)")
            last = curvature.value
        }
        #expect(ProfileValueCode.notAvailable.curvature == .notAvailable)
    }

    /// From the inverse of the bands: k at |raw − 511| = 64, 128 … 448, and at the ends.
    @Test(
        "The edges of the bands",
        arguments: [
            (511, 0), (512, 1), (575, 64), (576, 66), (639, 192), (703, 448), (767, 960),
            (831, 1984), (895, 4032), (959, 8128), (641, 200), (1021, 16064),
        ] as [(UInt16, Double)]
    )
    func curvatureEdges(raw: UInt16, scaled: Double) {
        let right = PerMetre(scaled / 100_000)
        #expect(ProfileValueCode(raw: raw).curvature == .known(right))
        #expect(ProfileValueCode(curvature: right).raw == raw)
        #expect(ProfileValueCode(curvature: -right).raw == 1022 - raw)
    }

    @Test("Any curvature gets the code of the reference")
    func curvatureBetween() {
        for step in -17_000...17_000 {
            let curvature = (Double(step) + 0.3) / 100_000
            let code = ProfileValueCode(curvature: PerMetre(curvature))
            #expect(Int(code.raw) == Self.reference(curvature), "\(curvature)")
        }
    }

    @Test("Curvature saturates, and what is no number is not available")
    func curvatureEnds() {
        #expect(ProfileValueCode(curvature: PerMetre(0.16192)).raw == 1022)
        #expect(ProfileValueCode(curvature: PerMetre(1)).raw == 1022)
        #expect(ProfileValueCode(curvature: PerMetre(-.infinity)).raw == 0)
        #expect(ProfileValueCode(raw: 0).curvature == .atMost(PerMetre(-0.16192)))
        #expect(ProfileValueCode(raw: 1022).curvature == .atLeast(PerMetre(0.16192)))
        #expect(ProfileValueCode(curvature: nil) == .notAvailable)
        #expect(ProfileValueCode(curvature: PerMetre(.nan)) == .notAvailable)
        #expect(ProfileValueCode(curvature: .zero) == .straight)
        #expect(ProfileValueCode(curvature: PerMetre(-0.0)) == .straight)
    }

    @Test(
        "Slopes",
        arguments: [
            (0, 511), (3.5, 546), (-3.5, 476), (0.04, 511), (51, 1021), (51.1, 1022), (80, 1022),
            (-51.1, 0), (-80, 0), (.nan, 1023),
        ] as [(Double, UInt16)]
    )
    func slope(percent: Double, raw: UInt16) {
        #expect(ProfileValueCode(slopePercent: percent).raw == raw)
    }

    @Test("Slopes are read back")
    func slopeReading() {
        for raw in UInt16(0)...1022 {
            let code = ProfileValueCode(raw: raw)
            #expect(ProfileValueCode(slopePercent: code.slopePercent.value) == code)
        }
        #expect(ProfileValueCode.level.slopePercent == .known(0))
        #expect(ProfileValueCode(raw: 0).slopePercent == .atMost(-51.1))
        #expect(ProfileValueCode(raw: 1022).slopePercent == .atLeast(51.1))
        #expect(ProfileValueCode(slopePercent: nil).slopePercent == .notAvailable)
    }

    @Test("Distances to the second value")
    func distance() {
        #expect(ProfileDistanceCode(metres: 0) == nil)
        #expect(ProfileDistanceCode(metres: 1)?.metres == 1)
        #expect(ProfileDistanceCode(metres: 1022)?.metres == ProfileDistanceCode.farthest)
        #expect(ProfileDistanceCode(metres: 1023) == nil)
        #expect(ProfileDistanceCode.noSecondValue.metres == nil)
        #expect(ProfileDistanceCode.notAvailable.metres == nil)
    }

    @Test(
        "Longitudes",
        arguments: [
            (9.182_932_1, 1_891_829_321), (-180, 0), (180, 3_600_000_000),
            (180.000_000_1, .max), (-181, .max), (.nan, .max),
        ] as [(Double, UInt32)]
    )
    func longitude(degrees: Double, raw: UInt32) {
        #expect(LongValueCode(longitude: Degrees(degrees)).raw == raw)
    }

    @Test(
        "Latitudes",
        arguments: [
            (-90, 0), (0, 900_000_000), (90, 1_800_000_000), (90.1, .max), (-90.1, .max),
        ] as [(Double, UInt32)]
    )
    func latitude(degrees: Double, raw: UInt32) {
        #expect(LongValueCode(latitude: Degrees(degrees)).raw == raw)
    }

    @Test(
        "Altitudes",
        arguments: [
            (-1000, 0), (0, 100_000), (2408.5, 340_850), (-1000.1, .max), (1e9, .max),
        ] as [(Double, UInt32)]
    )
    func altitude(metres: Double, raw: UInt32) {
        #expect(LongValueCode(altitude: Metres(metres)).raw == raw)
    }

    @Test("Long values are read back, and what lies outside of the scale is no value")
    func longReading() {
        for raw in stride(from: UInt32(0), through: 3_600_000_000, by: 12_345_677) {
            let code = LongValueCode(raw: raw)
            #expect(LongValueCode(longitude: code.longitude.value) == code)
            #expect(LongValueCode(altitude: code.altitude.value) == code)
            if raw <= 1_800_000_000 {
                #expect(LongValueCode(latitude: code.latitude.value) == code)
            } else {
                #expect(code.latitude == .reserved)
            }
        }
        #expect(LongValueCode(raw: 3_600_000_001).longitude == .reserved)
        #expect(LongValueCode(longitude: nil).longitude == .notAvailable)
        #expect(LongValueCode(latitude: nil).latitude == .notAvailable)
        #expect(LongValueCode(altitude: nil).altitude == .notAvailable)
        #expect(LongValueCode(linkIdentifier: 7).linkIdentifier == .known(7))
        #expect(LongValueCode(linkIdentifier: nil).linkIdentifier == .notAvailable)
    }

    @Test("Readings can be mapped")
    func map() {
        let readings: [Reading<Int>] = [
            .known(1), .atLeast(1), .atMost(1), .unknown, .notAvailable, .reserved,
        ]
        #expect(readings.map { $0.map { $0 + 1 } }.map(\.value) == [2, 2, 2, nil, nil, nil])
        #expect(Set(readings.map { $0.map { $0 + 1 } }).count == 6)
    }
}
