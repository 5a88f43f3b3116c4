import Geodesy
import Positioning
import Quantities
import Testing

@testable import MapMatching

/// Outliers and jumps, with the default parameters: 2 m/s² of acceleration, 5 deviations to an outlier, 100 m and
/// 70 m/s to a jump.
@Suite struct MovementTrackerTests {
    private let parameters = MatchingParameters()

    /// A fix some metres east of a place, one second after the fix before.
    private func fix(_ number: Int, east: Double) throws -> DatedFix {
        let origin = try #require(Coordinate(latitude: 48, longitude: 9))
        let place = try #require(
            LocalFrame(around: origin).unproject(PlanarVector(x: east, y: 0)))
        let fix = Fix(time: nil, place: place, speed: MetresPerSecond(10))
        return DatedFix(
            fix, number: number, time: .zero + .milliseconds(Int64(number) * 1000))
    }

    /// A tracker that has used a fix at 0 m.
    private func tracker() throws -> MovementTracker {
        var tracker = MovementTracker(parameters)
        let first = try fix(0, east: 0)
        tracker.begin()
        tracker.use(first, Motion(first: first.fix, parameters))
        // The vehicle has no signals of its own.
        tracker.add(EgoMotion())
        return tracker
    }

    /// At 10 m/s the vehicle drives at most 12 m in a second. With a deviation of 7 m an outlier begins at
    /// 12 m + 35 m, and a jump at 12 m + 100 m.
    @Test(arguments: [(46.0, false), (49, true), (111, true), (114, false)])
    func anOutlierIsBetweenNoiseAndAJump(east: Double, isOutlier: Bool) throws {
        var tracker = try tracker()
        #expect(try tracker.isOutlier(fix(1, east: east), deviation: 7) == isOutlier)
        #expect(tracker.isLastFixOutlier == isOutlier)
    }

    @Test func theFixAfterAnOutlierIsNone() throws {
        var tracker = try tracker()
        #expect(try tracker.isOutlier(fix(1, east: 80), deviation: 7))
        #expect(try !tracker.isOutlier(fix(2, east: 90), deviation: 7))
        #expect(!tracker.isLastFixOutlier)
    }

    @Test(arguments: [(169.0, false), (171, true)])
    func aJumpIsFasterThanRoads(east: Double, isJump: Bool) throws {
        let tracker = try tracker()
        let next = try fix(1, east: east)
        let motion = try #require(tracker.motion(to: next, after: .seconds(1), error: 6))
        #expect(tracker.isJump(motion) == isJump)
    }

    /// The lasting error changes between two fixes, and the heading from one to the other has this error. A stand
    /// between them adds to that time, but not to the time of the movement.
    @Test(arguments: [0.0, 40]) func theErrorDriftsDuringAStand(stand: Double) throws {
        var tracker = try tracker()
        func fixWithoutSpeed(_ second: Double, east: Double) throws -> DatedFix {
            var fix = try fix(1, east: east).fix
            fix.speed = nil
            return DatedFix(fix, number: 1, time: .zero + .seconds(second))
        }
        if stand > 0 {
            let still = try fixWithoutSpeed(stand, east: 0)
            let motion = try #require(tracker.motion(to: still, after: .seconds(1), error: 6))
            tracker.stay(still, motion)
            #expect(tracker.standingError?.length == 0)
            tracker.renew(at: still.time)
        }
        let next = try fixWithoutSpeed(stand + 2, east: 30)
        let motion = try #require(tracker.motion(to: next, after: .seconds(1), error: 6))
        #expect(motion.seconds == 2)
        #expect(abs(motion.distance - 30) < 0.001)
        let correlation = exponential(-(stand + 2) / parameters.errors.errorCorrelationTime)
        let drift = 6 * (2 - 2 * correlation).squareRoot() / motion.distance
        let turn = parameters.heading.turnRate.value * 2 / degreesPerRadian
        let road = parameters.heading.movementDeviation.value / degreesPerRadian
        let expected = drift * drift + turn * turn + road * road
        #expect(abs(motion.headingVariance - expected) < 1e-4)
    }

    @Test func withoutAUsedFixThereIsNoMotion() throws {
        var tracker = try tracker()
        tracker.reset()
        #expect(try tracker.motion(to: fix(1, east: 10), after: .seconds(1), error: 6) == nil)
    }
}
