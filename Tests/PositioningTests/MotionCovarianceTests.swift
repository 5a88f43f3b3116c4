import Testing

@testable import Positioning

@Suite struct MotionCovarianceTests {
    /// A car of any speed on a road, 225 (m/s)², drives on for 1 s with an acceleration of 0.36 (m/s²)².
    @Test func aSecondMakesTheErrorOfTheSpeedOneOfTheDistance() {
        var covariance = MotionCovariance(accelerationVariance: 0.36)
        covariance.advance(
            1, keep: 1, gain: 0, fade: 1, distanceNoise: 0.5, accelerationNoise: 0)
        // 225 + 0.36 / 4 + 0.5
        #expect(abs(covariance.dd - 225.59) < 1e-9)
        #expect(covariance.vv == 225)
        #expect(abs(covariance.withDistance.speed - 225) < 1e-9)
        #expect(abs(covariance.withDistance.acceleration - 0.18) < 1e-9)
    }

    /// A speed measured with 25 (m/s)² takes nine tenths of 225 (m/s)².
    @Test func aMeasuredSpeedTakesItsShare() {
        var covariance = MotionCovariance(accelerationVariance: 0.36)
        let column = covariance.withSpeed
        let gains = MotionCovariance.Column(
            distance: column.distance / 250, speed: column.speed / 250,
            acceleration: column.acceleration / 250)
        covariance.correct(gains, column)
        #expect(abs(covariance.vv - 22.5) < 1e-9)
        #expect(covariance.dd == 0)
    }

    /// Nothing measures the speed for a minute, then an exact signal begins: what is known cannot be less than nothing.
    @Test(arguments: [0.1, 1.0]) func anExactSpeedAfterALongTimeLeavesAVariance(_ step: Double) {
        var filter = DistanceFilter(DeadReckoningParameters())
        var seconds = 0.0
        while seconds < 60 {
            filter.advance(step, usualSpeed: nil)
            seconds += step
            var measured = filter
            for _ in 0..<20 {
                measured.observe(speed: 11, variance: 0.02 * 0.02)
                measured.advance(0.1, usualSpeed: nil)
                #expect(measured.distanceVariance >= 0, "after \(seconds) s")
                #expect(measured.speedVariance >= 0, "after \(seconds) s")
            }
        }
    }
}
