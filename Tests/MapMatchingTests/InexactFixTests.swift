import Geodesy
import MapMatching
import MapSketch
import Positioning
import Quantities
import Testing

/// Fixes whose accuracy is so bad that the matcher rejects them.
@Suite struct InexactFixTests {
    private let worst = Metres(500)

    /// A drive along a road with accepted fixes, rejected fixes, and accepted fixes again.
    private func drive(rejected: Range<Int>, until end: Int) throws -> DrawnDrive {
        let sketch = try MapSketch(
            "A---------------------------B", gridMetres: 100, roads: [.init("AB")])
        let frame = LocalFrame(around: try sketch.place("A"))
        let fixes = try (0..<end).map { second in
            let isOfNoUse = rejected.contains(second)
            let place = PlanarVector(x: 10 * Double(second), y: isOfNoUse ? 300 : 1)
            var fix = Fix(
                time: UTCTime(nanoseconds: Int64(second) * 1_000_000_000),
                place: try #require(frame.unproject(place)))
            if isOfNoUse { fix.accuracy = worst }
            return fix
        }
        return DrawnDrive(sketch, fixes: fixes)
    }

    /// The vehicle moves in the meantime, so that the place before is no answer.
    @Test func aRejectedFixHasNoPlace() throws {
        let drive = try drive(rejected: 10..<40, until: 60)
        let names = try drive.answers().map(drive.sketch.name)
        #expect(names[2..<10].allSatisfy { $0 == "AB" })
        #expect(names[10..<40].allSatisfy { $0 == "not-calibrated" })
        #expect(names[40...].allSatisfy { $0 == "AB" })
    }

    @Test(arguments: [1.0, 10, 60]) func aRejectedFixIsDecidedWithoutAPlace(lag: Double) throws {
        let drive = try drive(rejected: 10..<40, until: 60)
        let decisions = try drive.decisions(lag: lag)
        #expect(decisions.map(\.fixNumber) == Array(0..<60))
        for decision in decisions {
            let name = try drive.sketch.name(decision.result)
            #expect((name == "not-calibrated") == (10..<40).contains(decision.fixNumber))
        }
        // The route continues over the rejected fixes.
        #expect(try drive.route(lag: lag) == ["AB"])
    }

    /// After a long time the route ends.
    @Test func afterALongTimeTheMatcherStartsAgain() throws {
        let drive = try drive(rejected: 10..<200, until: 220)
        let names = try drive.answers().map(drive.sketch.name)
        #expect(names[10..<200].allSatisfy { $0 == "not-calibrated" })
        #expect(names[202...].allSatisfy { $0 == "AB" })
        #expect(try drive.route() == ["AB", "AB"])
        #expect(try drive.decisions().map(\.fixNumber) == Array(0..<220))
    }
}
