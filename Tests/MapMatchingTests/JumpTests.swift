import Geodesy
import MapMatching
import MapSketch
import Positioning
import Quantities
import Testing

/// A receiver with a large error of some fixes.
@Suite struct JumpTests {
    /// A vehicle on a road whose receiver has a large error of some fixes, from the start or later.
    @Test(
        arguments: [5.0, 8, 15, 25, 35],
        [(from: 5, count: 1), (from: 5, count: 3), (from: 5, count: 6), (from: 0, count: 4)])
    func aJumpIsForgottenWithin200Metres(
        speed: Double, off: (from: Int, count: Int)
    ) throws {
        let sketch = try MapSketch(
            "A" + String(repeating: "-", count: 40) + "B", gridMetres: 100, roads: [.init("AB")])
        let frame = LocalFrame(around: try sketch.place("A"))
        for (motion, bias) in [(true, 0.0), (true, 14), (false, 0)] {
            var matcher = MapMatcher(map: sketch.map)
            var lostFor = 0.0
            for second in 0..<60 {
                let isOff = (off.from..<off.from + off.count).contains(second)
                let place = try #require(
                    frame.unproject(
                        PlanarVector(
                            x: 100 + speed * Double(second), y: isOff ? -150 : bias)))
                var fix = Fix(
                    time: UTCTime(nanoseconds: Int64(second) * 1_000_000_000), place: place)
                if motion {
                    fix.course = Degrees(90)
                    fix.speed = MetresPerSecond(speed)
                }
                if bias > 0 { fix.accuracy = Metres(5) }
                let answer = try matcher.ingest(
                    fix, at: MonotonicTime(nanoseconds: Int64(second) * 1_000_000_000))
                if case .onRoad = answer { continue }
                if second >= off.from + off.count {
                    lostFor = speed * Double(second - off.from - off.count + 1)
                }
            }
            #expect(lostFor <= 200, "speed and course \(motion), bias \(bias)")
        }
    }

    @Test func aRestartEndsTheWaitOfAnOutlier() throws {
        let sketch = try MapSketch(
            """
            A---------------------------B
            """,
            gridMetres: 100,
            roads: [.init("AB")]
        )
        var matcher = MapMatcher(map: sketch.map)
        let frame = LocalFrame(around: try sketch.place("A"))
        func ingest(_ second: Double, north: Double = 0, accuracy: Metres? = nil) throws {
            let place = try #require(frame.unproject(PlanarVector(x: 10 * second, y: north)))
            var fix = Fix(time: UTCTime(nanoseconds: Int64(second * 1e9)), place: place)
            fix.accuracy = accuracy
            _ = try matcher.ingest(fix, at: MonotonicTime(nanoseconds: Int64(second * 1e9)))
        }
        for second in 0..<6 { try ingest(Double(second)) }
        try ingest(6, north: 80)
        #expect(matcher.isLastFixOutlier)
        for second in 7..<190 { try ingest(Double(second), accuracy: Metres(500)) }
        try ingest(190)
        #expect(!matcher.isLastFixOutlier)
    }
}
