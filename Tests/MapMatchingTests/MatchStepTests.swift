import Foundation
import Geodesy
import MapMatching
import MapSketch
import Positioning
import Quantities
import Testing

/// The terms of a step are those with which the matcher has weighed it.
@Suite struct MatchStepTests {
    /// A drive with a turn, noise, a stand, and a part off the road.
    private static func drive() throws -> DrawnDrive {
        let sketch = try MapSketch(
            """
            A--------B--------C  x
                     |
                     D           y
            """,
            gridMetres: 20, roads: [.init("ABC"), .init("BD")])
        var drive = DrawnDrive(sketch)
        try drive.drive("AB", noise: 3)
        drive.stand(seconds: 400, noise: 3)
        try drive.drive("Cxy", noise: 3)
        return drive
    }

    /// The forward recursion over the terms gives the probabilities of the matcher.
    @Test func theTermsGiveTheProbabilities() throws {
        let drive = try Self.drive()
        var matcher = MapMatcher(map: drive.sketch.map)
        var before: MatchStep?
        var compared = 0
        var standing = 0
        for (second, fix) in drive.fixes.enumerated() {
            _ = try matcher.ingest(
                fix, at: MonotonicTime(nanoseconds: Int64(second) * 1_000_000_000))
            guard let step = try matcher.latestStep(), step.fixNumber != before?.fixNumber else {
                continue
            }
            defer { before = step }
            var weights = [Double](repeating: 0, count: step.states.count)
            for (state, own) in step.states.enumerated() {
                let log = own.heading + own.other
                if step.isFirst {
                    weights[state] = exp(log)
                    continue
                }
                let last = try #require(before)
                for (origin, other) in last.states.enumerated() {
                    weights[state] +=
                        other.probability
                        * exp(
                            step.route(from: origin, to: state)
                                + step.error(from: origin, to: state) + log)
                }
            }
            let sum = weights.reduce(0, +)
            try #require(sum > 0)
            for (state, own) in step.states.enumerated() {
                #expect(
                    abs(weights[state] / sum - own.probability) < 1e-4,
                    "fix \(step.fixNumber), state \(state)")
            }
            compared += step.isFirst ? 0 : 1
            if (20..<415).contains(second) { standing += 1 }
        }
        #expect(compared > 20)
        #expect(standing >= 3)
    }

    /// State 0 is off the road, and the others are the places of the matcher.
    @Test func theStatesAreThePlaces() throws {
        let drive = try Self.drive()
        var matcher = MapMatcher(map: drive.sketch.map)
        let first = try matcher.latestStep()
        #expect(first?.fixNumber == nil)
        for (second, fix) in drive.fixes.prefix(5).enumerated() {
            _ = try matcher.ingest(
                fix, at: MonotonicTime(nanoseconds: Int64(second) * 1_000_000_000))
        }
        let step = try #require(try matcher.latestStep())
        #expect(step.states[0].place == nil)
        let reasons = try matcher.reasons()
        #expect(step.states.count == reasons.count)
        for reason in reasons {
            #expect(
                step.states.contains {
                    $0.place == reason.place && $0.probability == reason.probability
                })
        }
    }
}
