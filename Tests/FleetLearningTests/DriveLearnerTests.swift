import FleetLearning
import Geodesy
import MapSketch
import Observations
import Positioning
import Quantities
import RoadMap
import Testing

/// What drives over drawn roads show.
@Suite struct DriveLearnerTests {
    /// Fixes along straight lines between places, one in some seconds, 10 m/s.
    private struct Trip {
        var fixes: [DriveFix] = []
        private var seconds = 0.0

        init(_ stops: String, on sketch: MapSketch, every interval: Double = 1) throws {
            let places = try stops.map { try sketch.place($0) }
            var rest = 0.0
            for (start, end) in zip(places, places.dropFirst()) {
                let frame = LocalFrame(around: start)
                let leg = frame.project(end)
                while rest < leg.length {
                    add(try #require(frame.unproject(leg * (rest / leg.length))), after: interval)
                    rest += 10 * interval
                }
                rest -= leg.length
            }
        }

        mutating func stay(seconds: Double) {
            guard let last = fixes.last?.place else { return }
            for _ in 0..<Int(seconds / 5) { add(last, after: 5) }
        }

        /// No fix for so long.
        mutating func pause(seconds: Double) { self.seconds += seconds }

        mutating func go(_ other: Trip) {
            for fix in other.fixes { add(fix.place, after: 1) }
        }

        private mutating func add(_ place: Coordinate, after interval: Double) {
            var fix = Fix(time: UTCTime(nanoseconds: Int64(seconds * 1e9)), place: place)
            fix.accuracy = Metres(5)
            fixes.append(DriveFix(fix, at: .zero + .seconds(seconds)))
            seconds += interval
        }
    }

    private static let driver = Observations.Driver(Car(drive: [1]), .known)

    private static func learn(
        _ trip: Trip, on sketch: MapSketch, cut: Double = 100
    ) throws -> Observations {
        var settings = Observations.Settings()
        settings.cut = Metres(cut)
        var learner = DriveLearner(map: sketch.map, settings: settings)
        return try learner.observations(of: trip.fixes, by: driver)
    }

    private static func crossing() throws -> MapSketch {
        try MapSketch(
            """
                    C
                    |
                    |
            A-------B-------D
            """,
            gridMetres: 50, roads: [.init("AB"), .init("BC"), .init("BD")])
    }

    @Test(arguments: [1.0, 15]) func aTurnAndASpeed(interval: Double) throws {
        let sketch = try Self.crossing()
        let seen = try Self.learn(try Trip("ABD", on: sketch, every: interval), on: sketch)
        let road = try sketch.map.roadID(of: sketch.link("A", "B"))
        let exit = try sketch.map.roadID(of: sketch.link("B", "D"))
        #expect(seen.roads[road]?.exits.mapValues(\.count) == [exit: 1])
        #expect(seen.totals.turns == 1 && seen.totals.drives == 1)
        #expect(seen.totals.unsureTurns == 0 && seen.totals.cutTurns == 0)
        // Both ends of both roads are cut, so no road was driven as a whole.
        #expect(seen.roads.values.allSatisfy { $0.allSpeeds.isEmpty })
        let whole = try Self.learn(try Trip("ABD", on: sketch, every: interval), on: sketch, cut: 0)
        #expect(whole.misfits.isEmpty)
    }

    /// A one-way street that is driven the other way. Beside a legal way that is as long nothing is sure.
    @Test(arguments: [1.0, 15]) func aDriveAgainstAOneWayRoad(interval: Double) throws {
        let sketch = try MapSketch(
            """
            A-------B-------C-------D
                    |       |
                    E       F
            """,
            gridMetres: interval > 1 ? 100 : 30,
            roads: [
                .init("AB"), .init("CB", oneway: true), .init("CD"), .init("BE"), .init("CF"),
            ])
        let road = try sketch.map.roadID(of: sketch.link("B", "C"))
        #expect(road.direction == .backward)
        let seen = try Self.learn(try Trip("ABCD", on: sketch, every: interval), on: sketch)
        #expect(seen.misfits[.againstOneWay(road)]?.count == 1)
        let legal = try Self.learn(try Trip("DCBA", on: sketch, every: interval), on: sketch)
        for case .againstOneWay in legal.misfits.keys { Issue.record("nobody drove against it") }
    }

    @Test func theSpeedOfAWholeRoad() throws {
        let sketch = try MapSketch(
            """
            A-----B-----C-----D
                  |     |
                  E     F
            """,
            gridMetres: 50,
            roads: [.init("AB"), .init("BC"), .init("CD"), .init("BE"), .init("CF")])
        let seen = try Self.learn(try Trip("ABCD", on: sketch), on: sketch)
        let road = try sketch.map.roadID(of: sketch.link("B", "C"))
        #expect(seen.roads[road]?.allSpeeds == [SpeedBand(MetresPerSecond(10)): 1])
    }

    /// What lies near the ends is not counted, and the turns there are counted as left out.
    @Test(arguments: [(100.0, 1), (450, 0), (2000, 0)]) func theEndsAreCut(cut: Double, turns: Int)
        throws
    {
        let sketch = try Self.crossing()
        let seen = try Self.learn(try Trip("ABC", on: sketch), on: sketch, cut: cut)
        #expect(seen.totals.turns == turns && seen.totals.cutTurns == 1 - turns)
        #expect(seen.roads.isEmpty == (turns == 0))
    }

    /// Where the car stays for minutes a trip ends and another one begins.
    @Test(arguments: [(60.0, 1), (600, 0)]) func aLongStayIsAnEnd(seconds: Double, turns: Int)
        throws
    {
        let sketch = try Self.crossing()
        var trip = try Trip("AB", on: sketch)
        trip.stay(seconds: seconds)
        trip.go(try Trip("BD", on: sketch))
        let seen = try Self.learn(trip, on: sketch)
        #expect(seen.totals.turns == turns && seen.totals.cutTurns == 1 - turns)
    }

    /// Two ways of the same length lead to the next fix: which one was driven is not known.
    @Test(arguments: [true, false]) func aTurnThatIsNotSureIsLeftOut(isSeen: Bool) throws {
        let sketch = try MapSketch(
            """
                    C-------D
                    |       |
            A-------B       E-------F
                    |       |
                    G-------H
            """,
            gridMetres: 25,
            roads: [.init("AB"), .init("BCDE"), .init("BGHE"), .init("EF")])
        var trip = try Trip(isSeen ? "ABCDEF" : "AB", on: sketch)
        if !isSeen {
            trip.pause(seconds: 30)
            trip.go(try Trip("EF", on: sketch))
        }
        let seen = try Self.learn(trip, on: sketch)
        let road = try sketch.map.roadID(of: sketch.link("A", "B"))
        #expect(seen.roads[road]?.exits.count == (isSeen ? 1 : nil))
        #expect(seen.totals.unsureTurns == (isSeen ? 0 : 1))
        #expect(seen.totals.cutTurns == 0)
    }

    @Test func aForbiddenTurnDoesNotFitTheMap() throws {
        let sketch = try MapSketch(
            """
                    C
                    |
                    |
            A-------B-------D
            """,
            gridMetres: 50,
            roads: [
                .init("AB", restriction: TurnRestriction(.no, toWay: 101)), .init("BC"),
                .init("BD"),
            ])
        let seen = try Self.learn(try Trip("ABC", on: sketch), on: sketch)
        let road = try sketch.map.roadID(of: sketch.link("A", "B"))
        let exit = try sketch.map.roadID(of: sketch.link("B", "C"))
        #expect(Array(seen.misfits.keys) == [.forbiddenTurn(road, into: exit)])
    }

    /// A yard behind the road that the map does not have.
    @Test func whereTheCarLeftTheMap() throws {
        let sketch = try MapSketch(
            """
            A-------B-------D
                1       2
                3       4
            """,
            gridMetres: 100, roads: [.init("ABD")])
        let seen = try Self.learn(try Trip("AB1342BD", on: sketch), on: sketch)
        #expect(seen.misfits.count > 3)
        for case .forbiddenTurn in seen.misfits.keys { Issue.record("no turn is forbidden") }
    }

    /// Where the fixes lie clearly beside a one-way road, the car was not on it.
    @Test(arguments: [1.0, 15]) func theOtherCarriagewayIsNoWayAgainst(interval: Double) throws {
        let sketch = try MapSketch(
            """
            A-------------------------------B-------------------------------C-------------------------------D
                                            1                               2
            """,
            gridMetres: 13, roads: [.init("AB"), .init("CB", oneway: true), .init("CD")])
        let road = try sketch.map.roadID(of: sketch.link("B", "C"))
        let beside = try Self.learn(try Trip("AB12CD", on: sketch, every: interval), on: sketch)
        #expect(beside.misfits[.againstOneWay(road)] == nil)
        #expect(beside.misfits.keys.contains { if case .offRoad = $0 { true } else { false } })
        let on = try Self.learn(try Trip("ABCD", on: sketch, every: interval), on: sketch)
        #expect(on.misfits.keys.map { $0 } == [.againstOneWay(road)])
    }

    /// A road whose line is not where the cars are.
    @Test(arguments: [
        ("AB12CD", Misfit.Side.right), ("DC21BA", .left), ("ABCD", nil),
        ("AB34CD", .left),
    ])
    func aRoadThatIsDrawnBesideItsPlace(stops: String, side: Misfit.Side?) throws {
        let sketch = try MapSketch(
            """
                            3                               4
            A---------------B-------------------------------C---------------D
                            1                               2
            E                                                               F
            """,
            gridMetres: 13, roads: [.init("AB"), .init("BC"), .init("CD"), .init("EF")])
        let seen = try Self.learn(try Trip(stops, on: sketch), on: sketch)
        let isBack = stops.hasPrefix("D")
        let link = try isBack ? sketch.link("C", "B") : sketch.link("B", "C")
        let road = try sketch.map.roadID(of: link)
        let found = seen.misfits.keys.compactMap { misfit -> Misfit.Side? in
            if case .besideRoad(road, let side) = misfit { side } else { nil }
        }
        #expect(found == (side.map { [$0] } ?? []))
    }
}
