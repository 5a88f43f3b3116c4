import Geodesy
import MapMatching
import MapSketch
import Positioning
import Quantities
import Testing

/// A vehicle that stands when the first fix arrives, as at a traffic light: its place is known, its direction is not.
@Suite struct StandstillStartTests {
    private static let twoWay = """
        A-----------------------B
        """

    /// Fixes a second apart at one place, and the answer to each.
    private static func answers(
        oneway: Bool = false, speed: Double?, course: Double? = nil, drift: Double = 0,
        seconds: Int = 4
    ) throws -> (names: [String], results: [MatchResult]) {
        let sketch = try MapSketch(
            twoWay, gridMetres: 20, roads: [.init("AB", oneway: oneway)])
        let frame = LocalFrame(around: try sketch.place("A"))
        var matcher = MapMatcher(map: sketch.map)
        var results: [MatchResult] = []
        for second in 0..<seconds {
            let east = 200 + drift * Double(second)
            var fix = Fix(
                time: UTCTime(nanoseconds: Int64(second) * 1_000_000_000),
                place: try #require(frame.unproject(PlanarVector(x: east, y: 2))))
            fix.speed = speed.map { MetresPerSecond($0) }
            fix.course = course.map { Degrees($0) }
            results.append(
                try matcher.ingest(
                    fix, at: MonotonicTime(nanoseconds: Int64(second) * 1_000_000_000)))
        }
        return (try results.map { try sketch.name($0) }, results)
    }

    /// One more fix of a standing receiver is enough; its course is noise.
    @Test(arguments: [nil, 217.0]) func theSecondFixHasAPlace(course: Double?) throws {
        let (names, results) = try Self.answers(speed: 0.1, course: course)
        #expect(names[0] == "not-calibrated")
        for result in results[1...] {
            guard case .onRoad(let matched) = result else {
                return #expect(Bool(false), "\(names)")
            }
            // Each of the two directions is as likely as the other.
            #expect((0.45...0.5).contains(matched.probability), "\(matched)")
            #expect(matched.relativeHeading == nil)
        }
    }

    @Test func aOneWayRoadHasOneDirection() throws {
        let (names, results) = try Self.answers(oneway: true, speed: 0)
        #expect(names[1] == "AB")
        guard case .onRoad(let matched) = results[1] else { return }
        #expect(matched.probability > 0.9)
    }

    /// Without a speed, two seconds show that it stands.
    @Test func withoutASpeedTheThirdFixHasAPlace() throws {
        let (names, _) = try Self.answers(speed: nil)
        #expect(names[..<2] == ["not-calibrated", "not-calibrated"])
        #expect(names[2] == "AB" || names[2] == "BA")
    }

    /// A rolling vehicle is not classified as standing: the next fixes show its heading.
    @Test func aRollingVehicleWaitsForItsHeading() throws {
        let (names, _) = try Self.answers(speed: 1.5, drift: 1.5, seconds: 2)
        #expect(names == ["not-calibrated", "not-calibrated"])
    }

    /// When it drives off, the direction is corrected.
    @Test(arguments: [10.0, -10.0]) func drivingOffShowsTheDirection(speed: Double) throws {
        let sketch = try MapSketch(Self.twoWay, gridMetres: 20, roads: [.init("AB")])
        let frame = LocalFrame(around: try sketch.place("A"))
        var matcher = MapMatcher(map: sketch.map)
        var name = ""
        for second in 0..<8 {
            let east = 200 + speed * Double(max(second - 3, 0))
            var fix = Fix(
                time: UTCTime(nanoseconds: Int64(second) * 1_000_000_000),
                place: try #require(frame.unproject(PlanarVector(x: east, y: 2))))
            fix.speed = MetresPerSecond(second > 3 ? abs(speed) : 0)
            if second > 3 { fix.course = Degrees(speed > 0 ? 90 : 270) }
            let result = try matcher.ingest(
                fix, at: MonotonicTime(nanoseconds: Int64(second) * 1_000_000_000))
            name = try sketch.name(result)
            if second > 0 { #expect(name == "AB" || name == "BA") }
        }
        #expect(name == (speed > 0 ? "AB" : "BA"))
    }
}
