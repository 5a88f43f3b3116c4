import Geodesy
import MapMatching
import MapSketch
import Positioning
import Quantities
import Routing
import Testing

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

    /// A vehicle that stands beside the road for ten minutes does not drift onto it: what its fixes show of their own
    /// error is no evidence of a road.
    @Test(arguments: [0.0, 2]) func aStandOffTheRoadStaysThere(noise: Double) throws {
        let sketch = try MapSketch(
            """
            A---------B
             1  2
            """,
            gridMetres: 60, roads: [.init("AB")])
        var drive = DrawnDrive(sketch)
        try drive.drive("12")
        let driven = drive.fixes.count
        drive.stand(seconds: 600, noise: noise)
        let answers = try drive.answers().map(sketch.name)
        #expect(answers[driven - 1] == "off-road")
        #expect(answers[driven...].allSatisfy { $0 == "off-road" })
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
