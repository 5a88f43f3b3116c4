import ADASISv2
import Engine
import Geodesy
import HorizonProvider
import MapSketch
import Positioning
import ProtocolChecker
import Quantities
import RoadMap
import Routing
import Testing

/// The place of the run before, up to the first fix, and a start at a standstill.
@Suite struct LastPlaceTests {
    private static func drive() throws -> ReckonedDrive {
        try ReckonedDrive(
            try MapSketch(
                "A---------B---------C", gridMetres: 50, roads: [.init("AB"), .init("BC")]))
    }

    /// A place on the road from A to B or back.
    private static func place(
        in drive: ReckonedDrive, at offset: Double, _ direction: Direction = .forward,
        probability: Double = 0.95
    ) throws -> LastPlace {
        var found: DirectedLink?
        let map = drive.sketch.map
        let first = try drive.sketch.place("A")
        try map.forEachLink(in: map.header.bounds) { link throws(MapError) in
            let node = try map.node(link.startNode)
            if LocalFrame(around: first).project(node.place).length < 1 {
                found = DirectedLink(link.reference, direction)
            }
        }
        return .onRoad(
            LinkPlace(try #require(found), offset: Metres(offset)), accuracy: Metres(5),
            probability: probability)
    }

    @Test func inAGarageTheLastPlaceIsReportedAtLowProbability() throws {
        var drive = try Self.drive()
        let place = try Self.place(in: drive, at: 200)
        try drive.engine.ingest(.lastPlace(place), at: drive.now)
        // An hour without a fix; the receiver says so each second.
        for second in 0..<3600 {
            if second % 60 == 0 {
                try drive.engine.ingest(
                    .position(.noFix(NoFix(time: nil, reason: .void))), at: drive.now)
            }
            try drive.pass(second < 2 ? 10 : 1)
        }
        let first = try #require(drive.positions.first)
        #expect(first.pathIndex.isNormal)
        #expect(first.offset.metres == 200)
        // Half of what it was.
        let percent = try #require(first.positionProbability.percent)
        #expect((40...55).contains(percent), "\(percent)")
        #expect(try drive.position.pathIndex.isNormal)
        #expect(try drive.offset == 200)
        #expect(drive.positions.allSatisfy { $0.offset.metres == 200 })
        #expect(drive.checker.violations.isEmpty, "\(drive.checker.violations.prefix(3))")
        // It is not stored again as if it were known.
        #expect(drive.engine.lastPlace == nil)
    }

    /// The vehicle was not moved: its heading is known at the first fix.
    @Test(arguments: [Direction.forward, .backward])
    func aFixThatAgreesKeepsTheDirection(_ direction: Direction) throws {
        var drive = try Self.drive()
        let offset = direction == .forward ? 200.0 : 300
        try drive.engine.ingest(
            .lastPlace(try Self.place(in: drive, at: offset, direction)), at: drive.now)
        try drive.pass(10)
        let path = try drive.position.pathIndex
        try drive.fix(east: 206, speed: 0)
        try drive.pass(10)
        #expect(try drive.position.pathIndex == path)
        let percent = try #require(try drive.position.positionProbability.percent)
        #expect(percent > 90, "\(percent)")
        guard case .onRoad(let there, _, _) = drive.engine.lastPlace else {
            return #expect(Bool(false), "no place")
        }
        #expect(there.link.direction == direction)
    }

    /// A daemon that is started again in a moving car, whose receiver states no speed: that the car stood is no
    /// measurement (simulated years, seed 1210007008 in Monaco: POSITION stood still for 3 s and then leapt by 60 m).
    @Test func fixesWithoutASpeedMoveItAtOnce() throws {
        var drive = try Self.drive()
        try drive.engine.ingest(.lastPlace(try Self.place(in: drive, at: 100)), at: drive.now)
        try drive.pass(5)
        #expect(try drive.position.speed.reading == .known(.zero))
        for second in 0..<10 {
            try drive.fix(east: 110 + Double(second) * 9, speed: nil, accuracy: 3)
            try drive.pass(1)
            let found = try drive.offset
            // A movement of a few metres may be none.
            #expect(abs(found - (110 + second * 9)) < 10, "after \(second) s at \(found) m")
            if second == 0 { #expect(try drive.position.speed.reading != .known(.zero)) }
            try drive.pass(9)
        }
        guard case .known(let speed) = try drive.position.speed.reading else {
            return #expect(Bool(false), "no speed")
        }
        #expect((7...11).contains(speed.value), "\(speed)")
    }

    /// The assumed standstill does not count for the usual speed: in an outage of the receiver the car keeps its speed.
    @Test func theAssumedSpeedIsNotTheUsualOne() throws {
        var drive = try ReckonedDrive(
            try MapSketch("A---------B", gridMetres: 500, roads: [.init("AB")]))
        try drive.engine.ingest(.lastPlace(try Self.place(in: drive, at: 100)), at: drive.now)
        try drive.pass(1200)
        try drive.drive(from: 100, speed: 20, seconds: 30)
        let before = try drive.offset
        try drive.pass(300)
        let driven = try drive.offset - before
        #expect((570...630).contains(driven), "\(driven) m in 30 s at 20 m/s")
    }

    /// A fix that is not used shows no speed either.
    @Test func aFixThatIsTooInexactEndsNothing() throws {
        var drive = try Self.drive()
        try drive.engine.ingest(.lastPlace(try Self.place(in: drive, at: 200)), at: drive.now)
        for _ in 0..<20 {
            try drive.fix(east: 210, speed: nil, accuracy: 200)
            try drive.pass(10)
        }
        #expect(try drive.offset == 200)
        #expect(try drive.position.speed.reading == .known(.zero))
        // As it was before, when the receiver states one: it is taken, and weighs little.
        try drive.fix(east: 210, speed: 2, accuracy: 200)
        try drive.pass(1)
        guard case .known(let speed) = try drive.position.speed.reading else {
            return #expect(Bool(false), "no speed")
        }
        #expect(speed.value < 1, "\(speed)")
    }

    /// It was towed: the first fix replaces the place.
    @Test func aFixThatDisagreesReplacesItAtOnce() throws {
        var drive = try Self.drive()
        try drive.engine.ingest(.lastPlace(try Self.place(in: drive, at: 100)), at: drive.now)
        try drive.pass(10)
        try drive.fix(east: 700, speed: 0)
        try drive.pass(1)
        #expect(try drive.position.pathIndex == .notCalibrated)
        try drive.pass(9)
        try drive.fix(east: 700, speed: 0)
        try drive.pass(1)
        #expect(try drive.position.pathIndex.isNormal)
        let percent = try #require(try drive.position.positionProbability.percent)
        #expect((40...55).contains(percent), "\(percent)")
    }

    /// The car drives out of the garage by its own signals: the place moves, less and less sure.
    @Test func theVehiclesOwnSignalsMoveIt() throws {
        var drive = try Self.drive()
        try drive.engine.ingest(.lastPlace(try Self.place(in: drive, at: 100)), at: drive.now)
        try drive.pass(20, motion: VehicleMotion(speed: .zero))
        #expect(try drive.offset == 100)
        try drive.pass(100, motion: VehicleMotion(speed: MetresPerSecond(5)))
        #expect(try (140...152).contains(drive.offset))
    }

    @Test func afterAFixItIsIgnored() throws {
        var drive = try Self.drive()
        try drive.drive(from: 400, speed: 10, seconds: 3)
        let before = try drive.position
        try drive.engine.ingest(.lastPlace(try Self.place(in: drive, at: 100)), at: drive.now)
        try drive.pass(1)
        #expect(try drive.position.pathIndex == before.pathIndex)
        #expect(try drive.offset > 200)
    }

    /// A file may hold anything: what the map does not have is no place, and changes nothing.
    @Test func aPlaceThatTheMapDoesNotHaveChangesNothing() throws {
        var drive = try Self.drive()
        let good = try Self.place(in: drive, at: 100)
        guard case .onRoad(let place, _, _) = good else { return }
        let link = place.link
        let wrong: [LastPlace] = [
            .onRoad(LinkPlace(link, offset: Metres(1e9)), accuracy: Metres(5), probability: 1),
            .onRoad(LinkPlace(link, offset: Metres(-1)), accuracy: Metres(5), probability: 1),
            .onRoad(LinkPlace(link, offset: Metres(.nan)), accuracy: Metres(5), probability: 1),
            .onRoad(LinkPlace(link, offset: Metres(1)), accuracy: Metres(.nan), probability: 1),
            .onRoad(LinkPlace(link, offset: Metres(1)), accuracy: Metres(5), probability: 7),
            .onRoad(
                LinkPlace(
                    DirectedLink(LinkReference(block: 0, index: 65_000), .forward),
                    offset: Metres(1)), accuracy: Metres(5), probability: 1),
            .onRoad(
                LinkPlace(
                    DirectedLink(LinkReference(block: 99_999, index: 0), .forward),
                    offset: Metres(1)), accuracy: Metres(5), probability: 1),
        ]
        for place in wrong {
            #expect(try !place.exists(on: drive.sketch.map), "\(place)")
            try drive.engine.ingest(.lastPlace(place), at: drive.now)
            try drive.pass(1)
            #expect(try drive.position.pathIndex == .notCalibrated)
        }
        #expect(try good.exists(on: drive.sketch.map))
    }

    /// At a traffic light when the daemon starts: a place and a horizon within two seconds of the first fix.
    @Test func aStartAtAStandstillHasAHorizon() throws {
        var drive = try Self.drive()
        try drive.fix(east: 200, speed: 0, course: 0)
        try drive.pass(10)
        try drive.fix(east: 200.5, speed: 0.1, course: 77)
        try drive.pass(1)
        #expect(try drive.position.pathIndex.isNormal)
        let percent = try #require(try drive.position.positionProbability.percent)
        #expect((40...55).contains(percent), "\(percent)")
        try drive.pass(9)
        #expect(drive.engine.isComplete)
    }
}

extension ProbabilityCode {
    fileprivate var percent: Double? {
        if case .known(let probability) = reading { probability * 100 } else { nil }
    }
}
