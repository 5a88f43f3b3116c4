import Geodesy
import Positioning
import Quantities
import Testing

@testable import MapMatching

/// The likelihood of a fix: distance, heading, tunnel, and off-road.
@Suite struct EmissionModelTests {
    private let parameters = {
        var parameters = MatchingParameters()
        parameters.accuracy.laneDeviation = Metres(3)
        parameters.accuracy.huberDeviations = 2
        parameters.offRoad.offRoadDeviations = 3
        return parameters
    }()

    private func motion(course: Double?, speed: Double = 20) throws -> Motion {
        let place = try #require(Coordinate(latitude: 48, longitude: 9))
        let fix = Fix(
            time: nil, place: place, course: course.map { Degrees($0) },
            speed: MetresPerSecond(speed))
        return Motion(first: fix, parameters)
    }

    private func model(
        accuracy: Double? = nil, course: Double? = nil
    ) throws -> EmissionModel {
        EmissionModel(
            accuracy: accuracy.map { Metres($0) }, motion: try motion(course: course), after: nil,
            parameters)
    }

    @Test func theTailIsLinearAndJoinsTheMiddle() {
        #expect(huberLog(1, linearFrom: 2) == -0.5)
        #expect(huberLog(2, linearFrom: 2) == -2)
        #expect(huberLog(5, linearFrom: 2) == -8)
        #expect(huberLog(6, linearFrom: 2) - huberLog(5, linearFrom: 2) == -2)
        #expect(abs(huberLog(2 + 1e-9, linearFrom: 2) + 2) < 1e-8)
    }

    /// The receiver's error and the car's place on the road add up as variances.
    @Test func theDistanceCountsByAccuracyAndRoad() throws {
        let model = try model(accuracy: 4)
        #expect(model.deviation == 5)
        #expect(model.distanceLog(0, width: 1) == 0)
        #expect(abs(model.distanceLog(5, width: 1) + 0.5) < 1e-12)
        #expect(abs(model.distanceLog(20, width: 1) + 6) < 1e-12)
    }

    /// Beyond three deviations a distance does not last from fix to fix: its excess counts anew, in full after 30 m. In
    /// the first 20 s after a start the whole distance does.
    @Test(arguments: [(60.0, 30.0), (60, 15), (60, 0), (5, 30), (5, 15), (5, 0)])
    func aLargeDistanceCountsAnew(age: Double, driven: Double) throws {
        var motion = try motion(course: 90)
        motion.distance = driven
        motion.seconds = 1
        let first = EmissionModel(accuracy: Metres(4), motion: motion, after: nil, parameters)
        let next = EmissionModel(
            accuracy: Metres(4), motion: motion, after: first, age: age, parameters)
        #expect(next.deviation == 5)
        for metres in [10.0, 15, 40] {
            var candidate = try Candidate.handMade(PlanarVector(x: 0, y: metres))
            candidate.distanceLog = next.distanceLog(metres, width: 1)
            // At three deviations of 5 m the log-likelihood is -4.
            let lasting = age < 20 ? 0 : -4.0
            let expected = driven / 30 * min(candidate.distanceLog - lasting, 0)
            #expect(abs(next.excessLog(of: candidate) - expected) < 1e-12, "\(metres) m")
            var logs = [0.0, 0, 0, 0]
            next.addErrors(to: &logs, from: [candidate], relevant: [true], to: [candidate])
            let change = try #require(next.correlation).logLikelihood(
                of: candidate, after: candidate)
            #expect(abs(logs[3] - change - expected) < 1e-12)
            // After a place off the road, the distance counts in full.
            #expect(logs[1] == candidate.distanceLog)
        }
    }

    @Test func theAccuracyHasALowerBound() throws {
        let model = try model(accuracy: 0.02)
        #expect(model.deviation == 18.0.squareRoot())
    }

    @Test func fixesLieFartherFromAWideRoad() throws {
        let model = try model(accuracy: 4)
        #expect(model.distanceLog(0, width: 3) == 0)
        #expect(model.distanceLog(10, width: 3) > model.distanceLog(10, width: 1))
        #expect(model.distanceLog(10, width: 0.5) < model.distanceLog(10, width: 1))
    }

    @Test func theSearchRadiusHasBounds() throws {
        #expect(try model(accuracy: 3).searchRadius == parameters.candidates.minimumSearchRadius)
        #expect(try model(accuracy: 12).searchRadius > Metres(70))
        #expect(try model(accuracy: 90).searchRadius == parameters.candidates.maximumSearchRadius)
    }

    /// To the east on a road to the east, across it and against it.
    @Test func theHeadingIsOneOfTheRoad() throws {
        let model = try model(course: 90)
        let (east, north, west) = (
            PlanarVector(x: 1, y: 0), PlanarVector(x: 0, y: 1), PlanarVector(x: -1, y: 0)
        )
        #expect(abs(model.otherLog(east, isInTunnel: false)) < 1e-9)
        #expect(model.otherLog(north, isInTunnel: false) < -3)
        // A small share of headings says nothing, so that none rules a road out.
        let least = logarithm(parameters.heading.headingOutlierShare)
        #expect(abs(model.otherLog(west, isInTunnel: false) - least) < 0.01)
    }

    @Test func withoutHeadingBothDirectionsAreEqual() throws {
        let model = try model()
        for bearing in [PlanarVector(x: 1, y: 0), PlanarVector(x: -1, y: 0)] {
            #expect(model.otherLog(bearing, isInTunnel: false) == 0)
        }
    }

    @Test func aFixInATunnelIsLessLikely() throws {
        #expect(
            try model().otherLog(PlanarVector(x: 1, y: 0), isInTunnel: true)
                == parameters.levels.tunnelFixLog)
    }

    @Test func offRoadEqualsADistanceInDeviations() throws {
        let model = try model()
        #expect(model.offRoad == huberLog(3, linearFrom: 2))
        #expect(
            abs(model.offRoad - model.distanceLog(3 * model.deviation, width: 1)) < 1e-9)
    }

    /// Two near fixes have nearly the same information: the second one counts in proportion to the distance.
    @Test(arguments: [0.1, 0.5, 1, 10])
    func aFixCountsByTheDistanceDriven(share: Double) throws {
        let distance = share * parameters.errors.headingDecorrelationDistance.value
        var next = try motion(course: 90)
        (next.distance, next.seconds, next.unseen) = (distance, 1, 1)
        let first = try model(course: 90)
        let second = EmissionModel(accuracy: nil, motion: next, after: first, parameters)
        #expect(second.correlation != nil)
        let north = PlanarVector(x: 0, y: 1)
        let full = first.otherLog(north, isInTunnel: false)
        let counted = second.otherLog(north, isInTunnel: false)
        #expect(abs(counted - min(1, share) * full) < 1e-9)
        #expect(abs(second.offRoad - min(1, share) * first.offRoad) < 1e-12)
    }

    /// Errors weigh possible transitions, and never make an impossible one possible.
    @Test func anImpossibleTransitionStaysImpossible() throws {
        var next = try motion(course: 90)
        (next.distance, next.seconds, next.unseen) = (15, 1, 1)
        let model = EmissionModel(
            accuracy: nil, motion: next, after: try model(), parameters)
        let before = try [0.0, 8].map { try Candidate.handMade(PlanarVector(x: 0, y: $0)) }
        var now = before
        now[1].distanceLog = model.distanceLog(8, width: 1)
        // Off the road, first and second candidate, from off the road and both.
        var logs: [Double] = [-1, -3, -3, -12, 0, 0, -12, -.infinity, 0]
        model.addErrors(to: &logs, from: before, relevant: [true, true], to: now)
        #expect(logs[0] == -1 && logs[3] == -12 && logs[6] == -12)
        #expect(logs[1] == -3)
        #expect(logs[2] == -3 + now[1].distanceLog)
        #expect(logs[4] == 0)
        #expect(logs[7] == -.infinity)
        #expect(logs[8] > logs[5])
    }
}
