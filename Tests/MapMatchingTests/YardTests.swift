import Geodesy
import MapMatching
import MapSketch
import Positioning
import Quantities
import RandomNumbers
import Testing

/// Circles in yards beside a road: near the road, each circle looks like a drive along it.
@Suite struct YardTests {
    /// A yard beside the road, in which a car drives around for five minutes.
    private struct Yard {
        /// The distance from the road to the nearest point of the circle, metres.
        let distance: Double
        let radius: Double
        let speed: Double
        /// Whether the receiver reports speed and course.
        let saysMotion: Bool
        let seed: UInt64
    }

    /// Whether each answer from the first one on is on the road.
    private func isOnRoad(
        _ yard: Yard, _ parameters: MatchingParameters, on sketch: MapSketch
    ) throws -> [Bool] {
        var random = SplitMix64(seed: yard.seed)
        func error(_ deviation: Double) -> PlanarVector {
            PlanarVector(x: random.nextNormal(), y: random.nextNormal()) * deviation
        }
        let frame = LocalFrame(around: try sketch.place("A"))
        var matcher = MapMatcher(map: sketch.map, parameters: parameters)
        // Receivers filter: most of their error wanders, here with a time constant of 20 s.
        let memory = exponential(-1 / 20.0)
        var wander = error(3)
        var states: [Bool] = []
        for second in 0..<300 {
            wander = wander * memory + error(3 * (1 - memory * memory).squareRoot())
            let angle = yard.speed / yard.radius * Double(second)
            let (sine, cosine) = sineAndCosine(angle)
            let circle = PlanarVector(
                x: 500 + yard.radius * sine,
                y: -yard.distance - yard.radius + yard.radius * cosine)
            let place = try #require(frame.unproject(circle + wander + error(0.5)))
            let time = Int64(second) * 1_000_000_000
            var fix = Fix(time: UTCTime(nanoseconds: time), place: place)
            if yard.saysMotion {
                let motion = PlanarVector(x: cosine, y: -sine) * yard.speed + error(0.2)
                fix.speed = MetresPerSecond(motion.length)
                fix.course = motion.bearing
            }
            switch try matcher.ingest(fix, at: MonotonicTime(nanoseconds: time)) {
            case .onRoad: states.append(true)
            case .offRoad: states.append(false)
            case .noMap, .notCalibrated: break
            }
        }
        return states
    }

    @Test func aYardIsNotTheRoad() throws {
        let sketch = try MapSketch(
            "A" + String(repeating: "-", count: 9) + "B", gridMetres: 100, roads: [.init("AB")])
        var yards: [Yard] = []
        for seed in 1...40 as ClosedRange<UInt64> {
            var random = SplitMix64(seed: seed)
            yards.append(
                Yard(
                    distance: .random(in: 12...40, using: &random),
                    radius: .random(in: 12...30, using: &random),
                    speed: .random(in: 3...7, using: &random),
                    saysMotion: seed.isMultiple(of: 2), seed: seed))
        }
        func changes(_ parameters: MatchingParameters) throws -> [Int] {
            try yards.map { yard in
                let states = try isOnRoad(yard, parameters, on: sketch)
                return states.indices.dropFirst().count { states[$0] != states[$0 - 1] }
            }.sorted()
        }
        var bare = MatchingParameters()
        bare.offRoad.returnToRoadProbability = bare.offRoad.leaveRoadProbability
        let with = try changes(MatchingParameters())
        let without = try changes(bare)
        // From the road into the yard at the start, and half of them never again: 1 in the middle, and 132 in
        // all 40, against 7 and 370 where the answer is always the more probable of both.
        #expect(with[with.count / 2] == 1, "\(with)")
        #expect(with.reduce(0, +) <= 138, "\(with)")
        #expect(without[without.count / 2] >= 6, "\(without)")
        #expect(without.reduce(0, +) >= 5 * with.reduce(0, +) / 2, "\(without)")
    }

    /// An answer off the road that is improbable for 10 s is given up. A stand whose fixes stay in place is no evidence.
    @Test(arguments: [0, 60]) func aStandGivesUpNoAnswer(seconds: Int) throws {
        let sketch = try MapSketch(
            """
            A-C-------------------B
               2
            1
            """,
            gridMetres: 50, roads: [.init("ACB")])
        var drive = DrawnDrive(sketch)
        try drive.drive("12", metresPerSecond: 5)
        try drive.drive("AC", metresPerSecond: 25)
        drive.stand(seconds: seconds, noise: 0)
        let away = drive.fixes.count
        try drive.drive("B")
        var parameters = MatchingParameters()
        // No single fix ends it.
        parameters.offRoad.returnToRoadProbability = 0
        let names = try drive.answers(parameters).map(sketch.name)
        let back = try #require(names.firstIndex(of: "AB"))
        #expect(names[..<away].last == "off-road")
        #expect((away + 4...away + 10).contains(back), "\(back - away)")
    }
}
