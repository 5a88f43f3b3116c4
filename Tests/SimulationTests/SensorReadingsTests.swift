import Positioning
import Quantities
import RandomNumbers
import Testing

@testable import Simulation

/// The errors of a car's own signals.
@Suite struct SensorReadingsTests {
    /// The values of a car with one motion, every 50 ms.
    private static func values(
        _ sensors: SensorModel = SensorModel(), speed: Double, yawRate: Double = 0,
        seconds: Int = 100, seed: UInt64 = 1
    ) -> [VehicleMotion?] {
        var readings = SensorReadings(sensors, random: SplitMix64(seed: seed))
        return (0..<seconds * 20).map { step in
            readings.read(at: .milliseconds(Int64(step) * 50)) { seconds in
                TrueMotion(speed: speed, yawRate: yawRate, distance: speed * seconds)
            }
        }
    }

    private static func mean(_ values: [Double]) -> Double {
        values.reduce(0, +) / Double(values.count)
    }

    @Test func theSpeedComesTwiceASecondInWholeKilometresPerHour() {
        let speeds = Self.values(speed: 20).compactMap { $0?.speed?.value }
        for speed in speeds {
            #expect(abs(speed * 3.6 - (speed * 3.6).rounded()) < 1e-9)
        }
        let changes = zip(speeds, speeds.dropFirst()).count { $0 != $1 }
        #expect(changes > 20 && changes < 200)
        #expect(abs(Self.mean(speeds) - (20 * 1.011 - 0.1)) < 0.05)
    }

    @Test func aCarThatStandsReportsNoSpeed() {
        #expect(Self.values(speed: 0).allSatisfy { $0.map { $0.speed == .zero } ?? true })
    }

    @Test func theYawRateHasStepsAndAnOffset() {
        let rates = Self.values(speed: 20, yawRate: 3).compactMap { $0?.yawRate?.value }
        for rate in rates { #expect(abs(rate * 4 - (rate * 4).rounded()) < 1e-9) }
        #expect(abs(abs(Self.mean(rates) - 3) - 0.37) < 0.03)
    }

    @Test func bothSignsOfTheOffsetOccur() {
        let means = (1...10).map { seed in
            Self.mean(Self.values(speed: 20, seed: seed).compactMap { $0?.yawRate?.value })
        }
        #expect(means.contains { $0 > 0.2 } && means.contains { $0 < -0.2 })
    }

    @Test func theYawRateIsLate() throws {
        var sensors = SensorModel.perfect
        sensors.yawDelay = .milliseconds(120)
        var readings = SensorReadings(sensors, random: SplitMix64(seed: 1))
        let motion = readings.read(at: .seconds(10)) { TrueMotion(speed: 10, yawRate: $0) }
        #expect(abs(try #require(motion?.yawRate).value - 9.88) < 1e-9)
    }

    @Test func someFramesAreLost() {
        var sensors = SensorModel()
        sensors.missing = 0.1
        let lost = Self.values(sensors, speed: 20).count { $0 == nil }
        #expect(lost > 140 && lost < 260)
    }

    @Test func aMotionThatIsNotKnownIsNotReported() {
        var readings = SensorReadings(SensorModel(), random: SplitMix64(seed: 1))
        #expect(readings.read(at: .zero) { _ in nil } == nil)
    }
}
