import Geodesy
import MapExamination
import MapSketch
import Observations
import Quantities
import RoadMap
import Testing

/// What many drives show to be wrong in drawn maps.
@Suite struct MapExaminerTests {
    private static func driver(_ number: Int) -> Observations.Driver {
        Observations.Driver(Car(name: "\(number)"), .known)
    }

    /// Cars that drive some roads as a whole, at 10 m/s or another speed.
    private static func drive(
        _ roads: [RoadID], cars: Range<Int>, speed: Double = 10, in seen: inout Observations
    ) {
        let hour = HourOfWeek(UTCTime(nanoseconds: 0))
        for car in cars {
            for road in roads {
                seen.countPass(
                    of: road, at: MetresPerSecond(speed), in: hour, by: driver(car))
            }
            for (road, exit) in zip(roads, roads.dropFirst()) {
                seen.countTurn(from: road, into: exit, by: driver(car))
            }
        }
    }

    private static func findings(
        _ sketch: MapSketch, _ seen: Observations
    ) throws -> [MapFinding] {
        try MapExaminer(map: sketch.map, observations: seen.released(leastCars: 3)).findings()
    }

    private static func road(_ from: Character, _ to: Character, on sketch: MapSketch) throws
        -> RoadID
    {
        try sketch.map.roadID(of: sketch.link(from, to))
    }

    // MARK: One-way roads

    private static func oneWay(beside: Bool = false) throws -> MapSketch {
        try MapSketch(
            """
            A---B-------C---D
            E---F-------G---H
            """,
            gridMetres: 30,
            roads: [.init("AB"), .init("CB", oneway: true), .init("CD")]
                + (beside ? [.init("EF"), .init("FG"), .init("GH")] : []))
    }

    @Test(arguments: [
        (against: 3, along: 0, "the other direction of oneway"),
        (against: 10, along: 1, "the other direction of oneway"),
        (against: 5, along: 5, "oneway=no"), (against: 2, along: 0, nil),
        (against: 3, along: 20, nil),
    ])
    func aOneWayRoadThatIsDrivenAgainst(
        against: Int, along: Int, suggestion: String?
    ) throws {
        let sketch = try Self.oneWay()
        let back = try Self.road("B", "C", on: sketch)
        var seen = Observations()
        for car in 0..<against { seen.count(.againstOneWay(back), by: Self.driver(car)) }
        Self.drive(
            [try Self.road("C", "B", on: sketch)], cars: 0..<along, in: &seen)
        let found = try Self.findings(sketch, seen)
        #expect(found.map(\.suggestion) == (suggestion.map { [$0] } ?? []))
        guard let finding = found.first else { return }
        #expect(finding.kind == .wrongOneWay && finding.road == back && finding.exit == nil)
        // Fewer than three cars are not released.
        #expect(finding.passes == against && finding.of == against + (along < 3 ? 0 : along))
        let ends = [try sketch.place("B"), try sketch.place("C")]
        #expect([finding.line.first, finding.line.last] == ends)
    }

    /// GNSS may confuse roads side by side, so more of the cars must be on the wrong one.
    @Test(arguments: [(5, false), (10, true)])
    func aRoadBesideMakesItLessSure(against: Int, isFound: Bool) throws {
        let sketch = try Self.oneWay(beside: true)
        var seen = Observations()
        let back = try Self.road("B", "C", on: sketch)
        for car in 0..<against { seen.count(.againstOneWay(back), by: Self.driver(car)) }
        Self.drive([try Self.road("C", "B", on: sketch)], cars: 0..<5, in: &seen)
        #expect(try Self.findings(sketch, seen).isEmpty != isFound)
    }

    @Test func aDirectionThatNobodyDrives() throws {
        let sketch = try MapSketch(
            """
                        E
                        |
            A-------B---C---D
                    |
                    F
            """,
            gridMetres: 40,
            roads: [.init("AB"), .init("BC"), .init("CD"), .init("CE"), .init("BF")])
        func seen(_ cars: Int, straight: Int) throws -> Observations {
            var seen = Observations()
            let way = try ["DC", "CB", "BA"].map {
                try Self.road($0.first ?? " ", $0.last ?? " ", on: sketch)
            }
            Self.drive(way, cars: 0..<cars, in: &seen)
            let turn = [
                try Self.road("A", "B", on: sketch), try Self.road("B", "F", on: sketch),
            ]
            Self.drive(turn, cars: 0..<cars, in: &seen)
            let ahead = [turn[0], try Self.road("B", "C", on: sketch)]
            Self.drive(ahead, cars: 0..<straight, in: &seen)
            return seen
        }
        let found = try Self.findings(sketch, try seen(40, straight: 0))
        let road = try Self.road("B", "C", on: sketch)
        let finding = try #require(found.first { $0.kind == .missingOneWay })
        #expect(finding.road == road && finding.passes == 0 && finding.of == 40)
        #expect((8...40).contains(finding.expected ?? 0))
        // The turn into it is no finding of its own.
        #expect(!found.contains { $0.kind == .missingRestriction && $0.exit == road })
        let usual = try Self.findings(sketch, try seen(40, straight: 3))
        #expect(!usual.contains { $0.kind == .missingOneWay })
    }

    // MARK: Turns

    private static func crossing(_ restriction: TurnRestriction? = nil) throws -> MapSketch {
        try MapSketch(
            """
                    C
                    |
                    |
            A-------B-------D
            """,
            gridMetres: 50,
            roads: [.init("AB", restriction: restriction), .init("BC"), .init("BD")])
    }

    @Test(arguments: [(3, 10, true), (2, 10, false), (3, 100, false)])
    func aForbiddenTurnThatCarsMake(left: Int, straight: Int, isFound: Bool) throws {
        let sketch = try Self.crossing(TurnRestriction(.no, toWay: 101))
        let before = try Self.road("A", "B", on: sketch)
        let exit = try Self.road("B", "C", on: sketch)
        var seen = Observations()
        Self.drive([before, exit], cars: 0..<left, in: &seen)
        Self.drive([before, try Self.road("B", "D", on: sketch)], cars: 0..<straight, in: &seen)
        for car in 0..<left {
            seen.count(.forbiddenTurn(before, into: exit), by: Self.driver(car))
        }
        let found = try Self.findings(sketch, seen).filter { $0.kind == .needlessRestriction }
        #expect(found.map(\.exit) == (isFound ? [exit] : []))
        #expect(found.allSatisfy { $0.road == before && $0.passes == left })
        // A map that allows it by now has nothing to mend.
        let mended = try Self.findings(try Self.crossing(), seen)
        #expect(!mended.contains { $0.kind == .needlessRestriction })
    }

    @Test(arguments: [(100, 0, true), (100, 3, false), (4, 0, false)])
    func aLikelyTurnThatNobodyMakes(left: Int, straight: Int, isFound: Bool) throws {
        let sketch = try Self.crossing()
        let before = try Self.road("A", "B", on: sketch)
        let ahead = try Self.road("B", "D", on: sketch)
        var seen = Observations()
        Self.drive([before, try Self.road("B", "C", on: sketch)], cars: 0..<left, in: &seen)
        Self.drive([before, ahead], cars: 0..<straight, in: &seen)
        let found = try Self.findings(sketch, seen).filter { $0.kind == .missingRestriction }
        #expect(found.map(\.exit) == (isFound ? [ahead] : []))
        #expect(found.allSatisfy { $0.road == before && $0.passes == 0 && $0.of == left })
    }

    // MARK: Limits and roads

    @Test(arguments: [
        (SpeedLimit.limited(50, .kilometresPerHour), 20.0, 12, true),
        (.limited(50, .kilometresPerHour), 20, 9, false),
        (.limited(50, .kilometresPerHour), 16, 12, false),
        (.limited(30, .milesPerHour), 20, 12, true), (.unlimited, 60, 12, false),
    ])
    func aLimitThatMostCarsExceed(
        limit: SpeedLimit, speed: Double, passes: Int, isFound: Bool
    ) throws {
        let sketch = try MapSketch(
            "A-------B", gridMetres: 50, roads: [.init("AB", limit: limit)])
        var seen = Observations()
        let road = try Self.road("A", "B", on: sketch)
        Self.drive([road], cars: 0..<passes, speed: speed, in: &seen)
        let found = try Self.findings(sketch, seen)
        #expect(found.map(\.kind) == (isFound ? [.wrongSpeedLimit] : []))
        #expect(found.allSatisfy { $0.road == road && $0.of == passes })
    }

    @Test(arguments: [
        (3, 0, 0, true), (3, 0, 12, true), (3, 0, 13, false), (2, 0, 0, false), (12, 3, 0, true),
        (12, 4, 0, false),
    ])
    func aRoadThatIsDrawnBesideItsPlace(
        right: Int, left: Int, on: Int, isFound: Bool
    ) throws {
        let sketch = try Self.crossing()
        let road = try Self.road("A", "B", on: sketch)
        var seen = Observations()
        for car in 0..<right { seen.count(.besideRoad(road, .right), by: Self.driver(car)) }
        for car in 0..<left { seen.count(.besideRoad(road, .left), by: Self.driver(car)) }
        let all = right + left + on
        Self.drive([road], cars: 0..<all, in: &seen)
        let found = try Self.findings(sketch, seen)
        #expect(found.map(\.kind) == (isFound ? [.wrongGeometry] : []))
        #expect(found.allSatisfy { $0.road == road && $0.passes == right && $0.of == all })
        #expect(found.allSatisfy { $0.suggestion == "the road lies farther to the right" })
    }

    @Test(arguments: [(3, 2, true), (2, 2, false), (3, 1, false)])
    func aRoadThatTheMapDoesNotHave(cars: Int, squares: Int, isFound: Bool) throws {
        let sketch = try Self.crossing()
        let start = try sketch.place("C")
        var seen = Observations()
        for car in 0..<cars {
            for number in 0..<squares {
                let place = try #require(
                    Coordinate(
                        latitude: start.latitude + 0.01 + Misfit.square * Double(number),
                        longitude: start.longitude))
                seen.count(.offRoad(at: place), by: Self.driver(car))
            }
        }
        let found = try Self.findings(sketch, seen)
        #expect(found.map(\.kind) == (isFound ? [.missingRoad] : []))
        #expect(found.allSatisfy { $0.road == nil && $0.passes == cars && $0.line.count == 1 })
    }
}
