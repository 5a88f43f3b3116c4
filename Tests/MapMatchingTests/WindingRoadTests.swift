import Geodesy
import MapMatching
import MapSketch
import Positioning
import Quantities
import RandomNumbers
import Testing

/// A road that is much longer between two fixes than they are apart.
@Suite struct WindingRoadTests {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

    /// Thirteen stretches of 250 m, from side to side, 50 m apart.
    private static func mountainRoad() throws -> MapSketch {
        var rows: [String] = []
        for stretch in 0..<13 {
            let ends = letters[2 * stretch..<2 * stretch + 2].map(String.init)
            let isForward = stretch.isMultiple(of: 2)
            let side = isForward ? "" : String(repeating: " ", count: 10)
            if stretch > 0 { rows.append(side + "|") }
            rows.append((isForward ? ends : ends.reversed()).joined(separator: "---------"))
        }
        return try MapSketch(
            rows.joined(separator: "\n"), gridMetres: 25, roads: [.init(String(letters))])
    }

    /// A fix in 30 s, 8 m beside the road by standard deviation. One of them may seem to be off the road, at a corner;
    /// the answer follows when this has been improbable for 10 s.
    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func rareFixesDoNotLeaveAMountainRoad(seed: UInt64) throws {
        let sketch = try Self.mountainRoad()
        let frame = LocalFrame(around: try sketch.place("A"))
        let corners = try Self.letters.map { frame.project(try sketch.place($0)) }
        var random = SplitMix64(seed: seed)
        var fixes: [Fix] = []
        var left = 0.0
        for (start, end) in zip(corners, corners.dropFirst()) {
            let leg = end - start
            while left < leg.length {
                let error = PlanarVector(x: 8 * random.nextNormal(), y: 8 * random.nextNormal())
                let place = start + leg * (left / leg.length) + error
                var fix = Fix(
                    time: UTCTime(nanoseconds: Int64(fixes.count) * 30_000_000_000),
                    place: try #require(frame.unproject(place)))
                fix.accuracy = Metres(8)
                fix.speed = MetresPerSecond(18)
                fix.course = leg.bearing
                fixes.append(fix)
                left += 540
            }
            left -= leg.length
        }
        let drive = DrawnDrive(sketch, fixes: fixes)
        let names = try drive.answers().map(sketch.name)
        #expect(fixes.count == 8)
        #expect(names.count { $0 == "off-road" } <= 2 && names.last == "AZ", "\(names)")
    }
}
