import Geodesy
import Quantities
import Testing

@testable import Positioning

/// The car's own turns beside a line of bearings, and what its yaw rate says while it does not turn.
@Suite struct YawRateTests {
    /// Drives with a yaw rate for some seconds, ten times a second.
    private static func drive(
        _ reckoning: inout DeadReckoning, from start: Double, seconds: Double,
        metresPerSecond: Double = 10, yawRate: Double
    ) {
        for tenth in 0..<Int((seconds * 10).rounded()) {
            let now = MonotonicTime.zero + .seconds(start + Double(tenth) / 10)
            reckoning.ingest(
                VehicleMotion(
                    speed: MetresPerSecond(metresPerSecond), yawRate: DegreesPerSecond(yawRate)),
                at: now)
        }
        reckoning.advance(to: .zero + .seconds(start + seconds))
    }

    /// Bearings every 3 m of a line that turns right by 90° within 9 m at an offset.
    private static func corner(at offset: Double, length: Double = 300, turn: Double = 90)
        -> [Double]
    {
        stride(from: 0, through: length, by: 3).map { min(max(($0 - offset) / 9, 0), 1) * turn }
    }

    /// 80 m straight on, a quarter of a turn to the right in 10 m, and 30 m on.
    private static func turned() -> DeadReckoning {
        var reckoning = DeadReckoning()
        reckoning.begin(at: .zero, deviation: nil, trueAt: .zero)
        drive(&reckoning, from: 0, seconds: 8, yawRate: 0)
        drive(&reckoning, from: 8, seconds: 1, yawRate: 90)
        drive(&reckoning, from: 9, seconds: 3, yawRate: 0)
        return reckoning
    }

    @Test func theTurnDistinguishesTheSideRoadFromTheRoadStraightOn() throws {
        let reckoning = Self.turned()
        let place = try #require(reckoning.along)
        func fit(_ bearings: [Double]) throws -> HeadingFit {
            try #require(reckoning.fit(bearings, from: .zero, step: Metres(3), at: place))
        }
        let side = try fit(Self.corner(at: 80))
        let straight = try fit(Self.corner(at: 80, turn: 0))
        let left = try fit(Self.corner(at: 80, turn: -90))
        #expect(side.logLikelihood > straight.logLikelihood + 10)
        #expect(straight.logLikelihood > left.logLikelihood)
        #expect(side.miss < Degrees(10))
        #expect(straight.miss > Degrees(20))
    }

    @Test(arguments: [-9.0, 0, 9, 15]) func theTurnShowsThePlaceAlongTheLine(_ off: Double) throws {
        let reckoning = Self.turned()
        let place = try #require(reckoning.along)
        let fit = try #require(
            reckoning.fit(Self.corner(at: 80 + off), from: .zero, step: Metres(3), at: place))
        // The prior of the shift draws it to zero.
        #expect(abs(fit.shift.value - off) <= 4)
        #expect(try #require(fit.shiftDeviation) < Metres(10))
    }

    @Test func aStraightRoadShowsNoPlace() throws {
        var reckoning = DeadReckoning()
        reckoning.begin(at: .zero, deviation: nil, trueAt: .zero)
        Self.drive(&reckoning, from: 0, seconds: 12, yawRate: 0)
        let place = try #require(reckoning.along)
        let fit = try #require(
            reckoning.fit(
                [Double](repeating: 30, count: 90), from: Metres(-60), step: Metres(3), at: place))
        #expect(fit.shift == .zero)
        #expect(fit.shiftDeviation == nil)
        #expect(fit.miss < Degrees(0.1))
    }

    @Test func withoutATrailThereIsNoFit() throws {
        var reckoning = DeadReckoning()
        reckoning.begin(at: .zero, deviation: nil, trueAt: .zero)
        let bearings = [Double](repeating: 0, count: 90)
        #expect(reckoning.fit(bearings, from: .zero, step: Metres(3), at: .zero) == nil)
        Self.drive(&reckoning, from: 0, seconds: 12, yawRate: 0)
        let place = try #require(reckoning.along)
        #expect(reckoning.fit(bearings, from: .zero, step: Metres(3), at: place) != nil)
        // On a line that begins where the car is there is nothing to compare with.
        #expect(reckoning.fit(bearings, from: place, step: Metres(3), at: place) == nil)
        // A signal that fell silent says nothing of the way since.
        reckoning.advance(to: .zero + .seconds(14))
        #expect(reckoning.fit(bearings, from: .zero, step: Metres(3), at: place) == nil)
    }

    @Test func aCarThatStandsShowsTheOffsetOfTheSignal() {
        var signal = YawRateSignal()
        for _ in 0..<100 {
            signal.ingest(0.7)
            signal.advance(0.1, isStanding: true)
        }
        #expect(abs(signal.bias.value - 0.7) < 0.02)
        #expect(signal.heading == 0)
        for _ in 0..<100 {
            signal.ingest(9.7)
            signal.advance(0.1, isStanding: false)
        }
        #expect(abs(signal.heading - 90) < 0.5)
    }

    @Test func coursesShowTheOffsetToo() {
        var signal = YawRateSignal()
        for second in 0..<300 {
            // The car turns right by 3 deg/s and has gone round twice and a half.
            signal.observe(
                course: Double(second * 3 % 360), deviation: 2, at: signal.heading)
            for _ in 0..<10 {
                signal.ingest(3.4)
                signal.advance(0.1, isStanding: false)
            }
        }
        #expect(abs(signal.bias.value - 0.4) < 0.1)
    }

    @Test func whatNoCarTurnsIsNoRate() {
        var signal = YawRateSignal()
        signal.ingest(500)
        #expect(!signal.isCurrent)
        signal.ingest(20)
        #expect(signal.isCurrent)
        signal.advance(0.6, isStanding: false)
        #expect(!signal.isCurrent)
    }

    /// Receivers that state no course show it by their places.
    @Test func placesShowCourseAndOffset() throws {
        var reckoning = DeadReckoning()
        let start = try #require(Coordinate(latitude: 56, longitude: 10))
        let frame = LocalFrame(around: start)
        for second in 0..<120 {
            // To the north-east at 20 m/s.
            let way = 20 * Double(second) * 0.5.squareRoot()
            let place = try #require(frame.unproject(PlanarVector(x: way, y: way)))
            let now = MonotonicTime.zero + .seconds(Double(second))
            reckoning.advance(to: now)
            var fix = Fix(time: nil, place: place)
            fix.speed = MetresPerSecond(20)
            fix.accuracy = Metres(3)
            reckoning.ingestVelocity(of: fix, trueAt: now)
            Self.drive(
                &reckoning, from: Double(second), seconds: 1, metresPerSecond: 20, yawRate: -0.4)
        }
        let course = try #require(reckoning.course)
        #expect(abs(course.value.value - 45) < 1)
        #expect(course.deviation < Degrees(2))
        let bias = reckoning.yawRateBias
        #expect(abs(bias.value.value + 0.4) < 0.03)
        #expect(bias.deviation < DegreesPerSecond(0.1))
    }

    @Test func withoutACourseOfAFixThereIsNone() {
        var reckoning = DeadReckoning()
        reckoning.begin(at: .zero, deviation: nil, trueAt: .zero)
        Self.drive(&reckoning, from: 0, seconds: 10, yawRate: 1)
        #expect(reckoning.course == nil)
        #expect(reckoning.yawRateBias.value == .zero)
        #expect(reckoning.yawRateBias.deviation >= DegreesPerSecond(0.5))
    }

    /// The reference of the course is lost with the signal, the offset of the sensor is not.
    @Test func aSignalThatWasMissingKeepsItsOffset() {
        var signal = YawRateSignal()
        func drive(_ seconds: Int) {
            for _ in 0..<seconds {
                signal.observe(course: 90, deviation: 2, at: signal.heading)
                for _ in 0..<10 {
                    signal.ingest(0.5)
                    signal.advance(0.1, isStanding: false)
                }
            }
        }
        drive(120)
        let bias = signal.bias.value
        #expect(abs(bias - 0.5) < 0.05)
        signal.advance(5, isStanding: false)
        #expect(signal.course == nil)
        #expect(signal.bias.value == bias)
        drive(2)
        #expect(abs((signal.course?.value ?? 0) - 90) < 1)
    }

    /// A course of fixes that contradicts the yaw rate counts when the next ones confirm it.
    @Test func aCourseThatDoesNotFitHasToBeConfirmed() {
        var signal = YawRateSignal()
        func drive(_ seconds: Int, course: Double) {
            for _ in 0..<seconds {
                signal.observe(course: course, deviation: 2, at: signal.heading)
                for _ in 0..<10 {
                    signal.ingest(0)
                    signal.advance(0.1, isStanding: false)
                }
            }
        }
        drive(60, course: 10)
        drive(4, course: 100)
        #expect(abs((signal.course?.value ?? 0) - 10) < 1)
        let bias = signal.bias.value
        drive(1, course: 100)
        #expect(abs((signal.course?.value ?? 0) - 100) < 1)
        #expect(signal.bias.value == bias)
    }
}
