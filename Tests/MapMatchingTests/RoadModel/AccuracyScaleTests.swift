import Geodesy
import Positioning
import Quantities
import Testing

@testable import MapMatching

/// What a drive shows of a receiver's errors, against the accuracy that it states.
@Suite struct AccuracyScaleTests {
    private let parameters = MatchingParameters()

    /// The deviation after some minutes with a fix a second, each of which lies `distance` metres from the road.
    private func deviation(stated: Double, distance: Double, minutes: Int) throws -> Double {
        let place = try #require(Coordinate(latitude: 48, longitude: 9))
        let fix = Fix(
            time: nil, place: place, course: Degrees(90), speed: MetresPerSecond(10),
            accuracy: Metres(stated))
        let motion = Motion(first: fix, parameters)
        var scale = AccuracyScale()
        for _ in 0..<60 * minutes {
            let emission = EmissionModel(
                accuracy: fix.accuracy, scale: scale, motion: motion, after: nil, parameters)
            scale.learn(distance * distance, seconds: 1, of: emission, parameters)
        }
        return scale.deviation(of: max(stated, parameters.accuracy.bestAccuracy.value))
    }

    /// A receiver that states 4 m and lies 12 m aside is distrusted, and one that is better than it states trusted.
    /// The place on the road explains a part of the distance.
    @Test func theFixesReplaceTheStatedAccuracy() throws {
        let lane = parameters.accuracy.laneDeviation.value
        let worse = (12 * 12 - lane * lane).squareRoot()
        #expect(abs(try deviation(stated: 4, distance: 12, minutes: 60) - worse) < 0.1)
        let atFirst = try deviation(stated: 4, distance: 12, minutes: 1)
        #expect(atFirst > 4.2 && atFirst < worse - 2)
        #expect(try deviation(stated: 12, distance: lane + 1, minutes: 60) < 5)
    }

    /// Wherever the fixes lie, a stated accuracy changes by a factor of 5 at most.
    @Test(arguments: [0.0, 1000]) func theFactorIsBounded(distance: Double) throws {
        let found = try deviation(stated: 10, distance: distance, minutes: 600)
        #expect(found >= 2 && found <= 50)
        #expect(abs(found - (distance == 0 ? 2 : 50)) < 0.1)
    }

    /// A wrong road far away teaches slowly: a distance counts up to three deviations.
    @Test func aFarRoadTeachesSlowly() throws {
        let minute = try deviation(stated: 5, distance: 1000, minutes: 1)
        #expect(minute < 10)
    }
}
