import Geodesy
import MapSketch
import Positioning
import Quantities
import Routing
import Testing

@testable import MapMatching

/// A vehicle that stands for minutes, as at a junction: its fixes wander, and show more with time.
@Suite struct LongStandTests {
    /// A drive between two one-way roads, 7 m from each, and a stand of 150 s in which the fixes wander to the upper one.
    /// Returns the share of the probability that the upper road has before and after the stand.
    private func shares(_ parameters: MatchingParameters) throws -> (before: Double, after: Double)
    {
        let sketch = try MapSketch(
            """
            A-------------------B
            C-------------------D
            """,
            gridMetres: 14, roads: [.init("AB", oneway: true), .init("CD", oneway: true)])
        let frame = LocalFrame(around: try sketch.place("A"))
        var matcher = MapMatcher(map: sketch.map, parameters: parameters)
        var shares: [Double] = []
        for second in 0..<160 {
            let north = -7 + 4 * Double(max(second - 9, 0)) / 150
            let place = try #require(
                frame.unproject(PlanarVector(x: 10 * Double(min(second, 9)), y: north)))
            let time = Int64(second) * 1_000_000_000
            _ = try matcher.ingest(
                Fix(time: UTCTime(nanoseconds: time), place: place),
                at: MonotonicTime(nanoseconds: time))
            var places: [PossiblePlace] = []
            matcher.appendPlaces(to: &places, atLeast: 0)
            let ofUpper = try places.filter {
                try sketch.name($0.matched.place.link) == "AB"
            }.map(\.matched.probability)
            shares.append(ofUpper.reduce(0, +))
        }
        return (shares[9], shares[159])
    }

    @Test func fixesOfAStandShowTheRoad() throws {
        let (before, after) = try shares(MatchingParameters())
        #expect(abs(before - 0.5) < 0.05)
        #expect(after > 0.65)
    }

    @Test func withoutRenewalAStandShowsNothing() throws {
        var parameters = MatchingParameters()
        parameters.standstill.renewalTime = 86_400
        let (before, after) = try shares(parameters)
        #expect(before == after)
    }

    /// A drive, and ten minutes at its end in which the fixes wander by 4 m.
    private func stand(after drive: DrawnDrive) throws -> DrawnDrive {
        let there = try #require(drive.fixes.last)
        let frame = LocalFrame(around: there.place)
        let fixes = try (0..<600).map { second -> Fix in
            let east = Double(second / 100 % 2) * 4
            let place = try #require(frame.unproject(PlanarVector(x: east, y: 0)))
            let time = Int64(drive.fixes.count + second) * 1_000_000_000
            return Fix(time: UTCTime(nanoseconds: time), place: place)
        }
        return DrawnDrive(drive.sketch, fixes: drive.fixes + fixes)
    }

    /// A vehicle that stands beside roads for ten minutes does not drift onto them: what its fixes show of their own
    /// error is no evidence of a road, however many roads and nodes are near.
    @Test func aStandOffTheRoadStaysThere() throws {
        let sketch = try MapSketch(
            """
                    F
                    |
            A-------B-------C
                     2





                     1
            """,
            gridMetres: 20, roads: [.init("AB"), .init("BC"), .init("BF")])
        var drive = DrawnDrive(sketch)
        try drive.drive("12", metresPerSecond: 3)
        let driven = drive.fixes.count
        var matcher = MapMatcher(map: sketch.map)
        var (atFirst, steps, last) = (0.0, 0, 0)
        for (second, fix) in try stand(after: drive).fixes.enumerated() {
            let time = MonotonicTime(nanoseconds: Int64(second) * 1_000_000_000)
            let answer = try matcher.ingest(fix, at: time)
            guard second >= driven else {
                atFirst = matcher.trellis.probability(of: 0)
                continue
            }
            #expect(try sketch.name(answer) == "off-road")
            #expect(matcher.roads.candidates.count >= 4)
            let step = try #require(matcher.roads.step)
            guard step.motion.isStanding, matcher.trellis.latestFix != last else { continue }
            (steps, last) = (steps + 1, matcher.trellis.latestFix ?? 0)
        }
        #expect(atFirst > 0.2 && atFirst < 0.999)
        #expect(steps >= 3)
        #expect(abs(matcher.trellis.probability(of: 0) - atFirst) < 1e-6)
    }

    /// Nor does a junction attract a vehicle that stands between two roads.
    @Test func aNodeIsNoEvidence() throws {
        let sketch = try MapSketch(
            """
            A---------B---------C
            D-------------------E
            """,
            gridMetres: 14,
            roads: [
                .init("AB", oneway: true), .init("BC", oneway: true), .init("DE", oneway: true),
            ])
        var drive = DrawnDrive(sketch)
        try drive.drive("AB", north: -7)
        let driven = drive.fixes.count
        drive = try stand(after: drive)
        var matcher = MapMatcher(map: sketch.map)
        func ofLower() throws -> Double {
            var places: [PossiblePlace] = []
            matcher.appendPlaces(to: &places, atLeast: 0)
            let lower = try places.filter { try sketch.name($0.matched.place.link) == "DE" }
            return lower.reduce(0) { $0 + $1.matched.probability }
        }
        var before = 0.0
        for (second, fix) in drive.fixes.enumerated() {
            let time = MonotonicTime(nanoseconds: Int64(second) * 1_000_000_000)
            _ = try matcher.ingest(fix, at: time)
            if second == driven - 1 { before = try ofLower() }
        }
        #expect(abs(before - 0.5) < 0.2)
        #expect(abs(try ofLower() - before) < 0.02)
    }

    /// A receiver that holds the position of a standing vehicle shows nothing new.
    @Test func aHeldPositionShowsNothing() throws {
        let sketch = try MapSketch(
            """
            A---------B
            C---------D
            """,
            gridMetres: 20, roads: [.init("AB"), .init("CD")])
        var drive = DrawnDrive(sketch)
        try drive.drive("AB", north: -8)
        let driven = drive.fixes.count
        drive.stand(seconds: 600, noise: 0)
        // The stand is where the drive has ended.
        drive = DrawnDrive(
            sketch,
            fixes: drive.fixes.enumerated().map { number, fix in
                var held = fix
                if number >= driven { held.place = drive.fixes[driven - 1].place }
                return held
            })
        let answers = try drive.answers()
        #expect(answers[driven...].allSatisfy { $0 == answers[driven - 1] })
    }

    /// The places on both sides of a node are one place, at once and after the lag: which of the two roads the vehicle
    /// stands on is not known, but where it stands is.
    @Test(arguments: 1...5 as ClosedRange<UInt64>) func aNodeIsOnePlace(seed: UInt64) throws {
        let sketch = try MapSketch(
            "A---------B---------C", gridMetres: 20, roads: [.init("AB"), .init("BC")])
        var drive = DrawnDrive(sketch, seed: seed)
        try drive.drive("AB", noise: 2)
        drive.stand(seconds: 90, noise: 2)
        let decisions = try drive.decisions()
        #expect(decisions.count == drive.fixes.count && decisions.count > 95)
        for decision in decisions.suffix(85) {
            guard case .onRoad(let place) = decision.result else {
                Issue.record("fix \(decision.fixNumber): \(decision.result)")
                continue
            }
            #expect(place.probability > 0.9, "fix \(decision.fixNumber)")
        }
    }
}
