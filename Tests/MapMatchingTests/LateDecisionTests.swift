import Geodesy
import MapSketch
import Positioning
import Quantities
import Routing
import Testing

@testable import MapMatching

/// Decisions after a lag: the best path of all fixes so far, and the most probable place where that path is improbable.
@Suite struct LateDecisionTests {
    /// The fixes lie near a one-way road for longer than the lag, until it ends. The vehicle was on the road beside it,
    /// and no road leads from one to the other.
    @Test func aPathThatTheFixesHaveLeftEnds() throws {
        let sketch = try MapSketch(
            """
            A-----------------------------B
            C-----------------------------------------------------------D
            """,
            gridMetres: 8, roads: [.init("AB", oneway: true), .init("CD", oneway: true)])
        var drive = DrawnDrive(sketch)
        try drive.drive("CD", north: 5)
        let decisions = try drive.decisions()
        #expect(decisions.count == drive.fixes.count)
        let names = try decisions.map { try sketch.name($0.result) }
        #expect(names.first == "AB" && names.last == "CD")
        let changes = zip(names, names.dropFirst()).filter { $0 != $1 }
        #expect(changes.count == 1)
        for number in 1..<decisions.count {
            #expect(decisions[number].continues == (names[number] == names[number - 1]))
        }
        // The route ends where no road leads on, and begins anew.
        #expect(try drive.route() == ["AB", "CD"])
    }

    /// Ten roads fork from the lower road: together they are far more probable than the upper one, though each alone is
    /// less probable. The best path leads over the upper road, with a probability below 0.2.
    @Test func whereTheBestPathIsImprobableTheMostProbablePlaceCounts() throws {
        let ends = "0123456789"
        let rows = ends.map { String(repeating: " ", count: 70) + String($0) }
        var lines = ["A" + String(repeating: " ", count: 69) + "B"] + rows
        lines[5] = "C     D" + lines[5].dropFirst(7)
        let sketch = try MapSketch(
            lines.joined(separator: "\n"), gridMetres: 2,
            roads: [.init("AB", oneway: true), .init("CD", oneway: true)]
                + ends.map { .init("D\($0)", oneway: true) })
        var drive = DrawnDrive(sketch)
        try drive.drive("AB", metresPerSecond: 7, north: 3)
        // All roads are about as near as each other.
        drive = DrawnDrive(
            sketch,
            fixes: drive.fixes.map { fix in
                var wide = fix
                wide.accuracy = Metres(30)
                return wide
            })
        var matcher = MapMatcher(map: sketch.map)
        for (second, fix) in drive.fixes.enumerated() {
            let time = MonotonicTime(nanoseconds: Int64(second) * 1_000_000_000)
            _ = try matcher.ingest(fix, at: time)
        }
        let states = matcher.roads.candidates.indices.map { $0 + 1 }
        let best = try #require(
            states.max { matcher.trellis.score(of: $0) < matcher.trellis.score(of: $1) })
        #expect(try sketch.name(matcher.roads.candidates[best - 1].place.link) == "AB")
        #expect(matcher.trellis.probability(of: best) < 0.2)
        let decisions = try drive.decisions(lag: 1000)
        let names = try decisions.map { try sketch.name($0.result) }
        #expect(names.first == "CD" && !names.contains("AB"))
        for number in 1..<decisions.count {
            let follows = names[number] == names[number - 1] || names[number - 1] == "CD"
            #expect(decisions[number].continues == follows)
        }
    }

    /// A matcher that forgets its fixes forgets what they showed of the receiver.
    @Test func afterAResetTheReceiverIsNew() throws {
        let sketch = try MapSketch(
            "A-----------------------------B", gridMetres: 100, roads: [.init("AB")])
        var drive = DrawnDrive(sketch)
        try drive.drive("AB", noise: 2, north: 14)
        var used = MapMatcher(map: sketch.map)
        var first: [MatchResult] = []
        for (second, fix) in drive.fixes.enumerated() {
            first.append(
                try used.ingest(fix, at: MonotonicTime(nanoseconds: Int64(second) * 1_000_000_000)))
        }
        used.reset()
        for (second, fix) in drive.fixes.enumerated() {
            let time = MonotonicTime(nanoseconds: Int64(second + 1000) * 1_000_000_000)
            #expect(try used.ingest(fix, at: time) == first[second], "fix \(second)")
        }
    }
}
