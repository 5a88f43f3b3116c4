import Geodesy
import MapSketch
import Positioning
import Quantities
import RoadMap
import Testing

@testable import MapMatching

/// Matching with the vehicle's own signals and with the heading of two antennas.
@Suite struct EgoMotionTests {
    private func motion(turn: Degrees?, seconds: Double = 1) throws -> Motion {
        let start = try #require(Coordinate(latitude: 48, longitude: 9))
        let frame = LocalFrame(around: start)
        let end = try #require(frame.unproject(PlanarVector(x: 0, y: 20)))
        return Motion(
            from: frame, to: Fix(time: nil, place: end), seconds: seconds, sinceOrigin: seconds,
            unseen: seconds, ego: EgoMotion(distance: Metres(25), deviation: Metres(1), turn: turn),
            noise: 0,
            error: 0, MatchingParameters())
    }

    @Test(arguments: [-90.0, -30, 0, 30, 90]) func theChordHasHalfOfTheTurn(turn: Double) throws {
        let motion = try motion(turn: Degrees(turn))
        let heading = try #require(motion.heading?.bearing)
        #expect(abs(heading.turn(from: Degrees(0)).value - turn / 2) < 1e-3)
    }

    @Test func aMeasuredTurnReducesTheVarianceOfTheHeading() throws {
        let straight = try motion(turn: .zero, seconds: 15)
        let bend = try motion(turn: Degrees(90), seconds: 15)
        let silent = try motion(turn: nil, seconds: 15)
        #expect(straight.headingVariance < silent.headingVariance)
        #expect(straight.headingVariance < bend.headingVariance)
    }

    /// The route length is the measured distance, and at least the distance between the fixes.
    @Test func theRouteLengthIsTheMeasuredDistance() throws {
        var motion = try motion(turn: nil)
        #expect(motion.routeLength == 25)
        motion.driven = (3, 1)
        #expect(abs(motion.routeLength - 20) < 0.01)
    }

    /// At standstill the course is noise, but two antennas measure the heading.
    @Test func twoAntennasGiveTheHeadingAtStandstill() throws {
        let sketch = try MapSketch("A-------m-------B", gridMetres: 20, roads: [.init("AmB")])
        var fix = Fix(time: nil, place: try sketch.place("m"))
        fix.speed = .zero
        fix.course = Degrees(90)
        var matcher = MapMatcher(map: sketch.map)
        #expect(try matcher.ingest(fix, at: .zero) == .notCalibrated)
        for (nose, name) in [(90.0, "AB"), (270.0, "BA")] {
            fix.heading = Degrees(nose)
            matcher.reset()
            let answer = try matcher.ingest(fix, at: .zero)
            #expect(try sketch.name(answer) == name)
        }
    }

    /// A vehicle whose wheels stand does not move, whatever place and speed the fixes have.
    @Test(arguments: [EgoMotion(), .none])
    func standingWheelsAreAStandstill(_ motion: EgoMotion) throws {
        let sketch = try MapSketch("A-------m-n-----B", gridMetres: 8, roads: [.init("AmnB")])
        var matcher = MapMatcher(map: sketch.map)
        var fix = Fix(time: nil, place: try sketch.place("m"))
        fix.speed = MetresPerSecond(3)
        fix.course = Degrees(90)
        let first = try matcher.ingest(fix, after: EgoMotion(), at: .zero)
        fix.place = try sketch.place("n")
        let second = try matcher.ingest(fix, after: motion, at: .zero + .milliseconds(1000))
        #expect((second == first) == (motion == .none))
    }

    /// A vehicle that starts where one road lies above another is probably, not certainly, on the upper one.
    @Test(arguments: [false, true]) func theUpperRoadIsTheMoreLikelyStart(isUpperSecond: Bool)
        throws
    {
        func layer(_ number: UInt64) -> Attribute {
            Attribute(
                .layer, number, provenance: .tagged, from: .zero,
                to: Centimetres(Int(UInt32.max)))
        }
        // Zigzag: 2 is layer 1, 1 is layer -1.
        let upper = MapSketch.Road(isUpperSecond ? "CD" : "AB", oneway: true, also: [layer(2)])
        let lower = MapSketch.Road(isUpperSecond ? "AB" : "CD", oneway: true, also: [layer(1)])
        let sketch = try MapSketch(
            """
            A--------------------------------------------------B
            C--------------------------------------------------D
            """, gridMetres: 4, roads: [upper, lower])
        var matcher = MapMatcher(map: sketch.map)
        let middle = try #require(
            LocalFrame(around: try sketch.place("A")).unproject(PlanarVector(x: 100, y: -2)))
        var fix = Fix(time: nil, place: middle)
        fix.speed = MetresPerSecond(15)
        fix.course = Degrees(90)
        let answer = try matcher.ingest(fix, at: .zero)
        #expect(try sketch.name(answer) == (isUpperSecond ? "CD" : "AB"))
        guard case .onRoad(let matched) = answer else { return }
        #expect((0.55...0.75).contains(matched.probability))
    }
}
