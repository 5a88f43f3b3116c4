import Horizon
import MapSketch
import Quantities
import RoadMap
import Routing
import Testing

@testable import Engine

/// The limits of a move of the reported position. The defaults: POSITION every 100 ms, 50 m back at most,
/// of which 1 m is kept for the whole metres on the wire.
@Suite struct ReportedPositionTests {
    private static let speed = MetresPerSecond(20)

    /// A position at 100 m on its line.
    private static func position() -> ReportedPosition {
        var position = ReportedPosition(ReportedPosition.Limits(EngineParameters()))
        position.begin(at: Metres(100))
        return position
    }

    /// A tree whose vehicle is 100 m behind `A`.
    private static func tree(_ sketch: MapSketch) throws -> PathTree {
        var tree = PathTree(map: sketch.map, parameters: HorizonParameters())
        try tree.begin(
            at: LinkPlace(try sketch.link("A", "B"), offset: Metres(100)), moment: nil)
        return tree
    }

    /// A tick and its POSITION.
    private static func transmit(_ position: inout ReportedPosition, isOnPath: Bool) {
        position.noteTick(.zero, at: speed)
        position.noteSent(isOnPath: isOnPath)
    }

    /// The vehicle drives 2 m until the next POSITION, so that 197 m are a move of 199 m for clients.
    @Test func aMoveIsAtMost199MetresForClients() {
        #expect(Self.position().canMove(by: Metres(197), at: Self.speed))
        #expect(!Self.position().canMove(by: Metres(197.1), at: Self.speed))
        #expect(Self.position().canMove(by: Metres(199), at: nil))
    }

    @Test func aMoveBackIsAtMost49Metres() {
        #expect(Self.position().canMove(by: Metres(-47), at: Self.speed))
        #expect(!Self.position().canMove(by: Metres(-47.1), at: Self.speed))
        #expect(!Self.position().canMove(by: Metres(-49.1), at: nil))
    }

    /// The next POSITION is at most 45 m ahead of where clients expect it; without one they expect none.
    @Test func aPathThatBeginsFarAheadIsOutOfReach() {
        var position = Self.position()
        #expect(position.canReach(Metres(1000), at: Self.speed))
        Self.transmit(&position, isOnPath: true)
        #expect(position.canReach(Metres(47), at: Self.speed))
        #expect(!position.canReach(Metres(47.1), at: Self.speed))
        #expect(!position.canReach(Metres(45.1), at: nil))
    }

    /// A transmitted position at the same place changes nothing, and none is as good.
    @Test(arguments: [true, false]) func aTransmissionAtThePlaceChangesNothing(isOnPath: Bool) {
        var position = Self.position()
        Self.transmit(&position, isOnPath: isOnPath)
        #expect(position.canMove(by: Metres(197), at: Self.speed))
        #expect(!position.canMove(by: Metres(197.1), at: Self.speed))
    }

    /// Clients keep the last place on a path while POSITION reports none: several moves are 199 m at most together
    /// (simulated years, seed 202072040 in Monaco: 247 m).
    @Test func movesBetweenTwoPositionsOnAPathAreAtMost199MetresTogether() throws {
        var tree = try Self.tree(
            try MapSketch("A---------------B", gridMetres: 100, roads: [.init("AB")]))
        var position = Self.position()
        Self.transmit(&position, isOnPath: true)
        Self.transmit(&position, isOnPath: false)
        func move(to target: Double) throws -> Metres {
            _ = try position.move(
                &tree, to: Metres(target), along: nil, at: Self.speed, moment: nil)
            return position.along
        }
        #expect(try move(to: 220) == Metres(220))
        Self.transmit(&position, isOnPath: false)
        #expect(position.canMove(by: Metres(77), at: Self.speed))
        #expect(!position.canMove(by: Metres(77.1), at: Self.speed))
        #expect(!position.canReach(Metres(77.1), at: Self.speed))
        #expect(try move(to: 297) == Metres(297))
        // Farther ahead, another path begins.
        let path = tree.mainPath?.id
        #expect(try move(to: 1000) == Metres(1000))
        #expect(tree.mainPath?.id != path && tree.vehicleOffset == Metres(1000))
    }

    /// Dead reckoning finds that the vehicle has turned off, farther ahead than clients can follow.
    @Test func aTurnOutOfReachBeginsAnotherPath() throws {
        let sketch = try MapSketch(
            """
            A----------B-----C
                       |
                       |
                       D
            """, gridMetres: 50, roads: [.init("AB"), .init("BC"), .init("BD")])
        var tree = try Self.tree(sketch)
        let end = try sketch.link("B", "D")
        let side = try #require(tree.paths.first { $0.links.first?.link == end }?.id)
        var position = Self.position()
        Self.transmit(&position, isOnPath: true)
        Self.transmit(&position, isOnPath: false)
        _ = try position.move(
            &tree, to: Metres(570), along: side, at: Self.speed, moment: nil)
        #expect(position.along == Metres(570))
        #expect(
            tree.mainPath?.id != side && tree.vehiclePlace == LinkPlace(end, offset: Metres(20)))
    }

    /// Where the bus takes no POSITION, clients have the last one that it took, and expect the vehicle where its speed
    /// brings it from there (simulated years, seed 370002038 in Monaco: 91 m in 400 ms).
    @Test func whatTheBusDidNotTakeClientsDoNotHave() throws {
        var tree = try Self.tree(
            try MapSketch("A---------------B", gridMetres: 100, roads: [.init("AB")]))
        var position = Self.position()
        Self.transmit(&position, isOnPath: true)
        var places: [Metres] = []
        for _ in 0..<4 {
            _ = try position.move(
                &tree, to: Metres(400), along: nil, at: Self.speed, moment: nil)
            places.append(position.along)
            position.noteTick(.zero, at: Self.speed)
        }
        #expect(places == [Metres(147), Metres(149), Metres(151), Metres(153)])
        position.noteSent(isOnPath: true)
        _ = try position.move(&tree, to: Metres(400), along: nil, at: Self.speed, moment: nil)
        #expect(position.along == Metres(200))
    }

    /// A POSITION without a path that the bus does not take changes nothing for clients.
    @Test func whatTheBusDidNotTakeIsExpectedAllTheSame() {
        var position = Self.position()
        Self.transmit(&position, isOnPath: true)
        for _ in 0..<3 { position.noteTick(.zero, at: Self.speed) }
        #expect(position.canReach(Metres(53), at: Self.speed))
        #expect(!position.canReach(Metres(53.1), at: Self.speed))
        position.noteSent(isOnPath: false)
        #expect(position.canReach(Metres(197), at: Self.speed))
        #expect(!position.canReach(Metres(197.1), at: Self.speed))
    }

    /// However fast the vehicle drives, clients give up their horizon where it moves by more than 199 m.
    @Test func aFastVehicleIsNotExpectedOutOfReach() {
        let speed = MetresPerSecond(100)
        var position = Self.position()
        Self.transmit(&position, isOnPath: true)
        for _ in 0..<18 { position.noteTick(.zero, at: speed) }
        #expect(position.canReach(Metres(189), at: speed))
        #expect(!position.canReach(Metres(189.1), at: speed))
    }

    /// After two seconds without a POSITION, which came at most one tick late, clients expect the vehicle nowhere. Some
    /// keep its place for as long as no other comes (simulated years, seeds 400002046 in Andorra and 430003024 in
    /// Monaco: 220 m after 14 s).
    @Test func withoutPositionsClientsKeepThePlace() {
        var position = Self.position()
        Self.transmit(&position, isOnPath: true)
        for _ in 0..<20 { position.noteTick(.zero, at: Self.speed) }
        #expect(position.canReach(Metres(87), at: Self.speed))
        #expect(!position.canReach(Metres(87.1), at: Self.speed))
        position.noteTick(.zero, at: Self.speed)
        for _ in 0..<200 {
            #expect(position.canReach(Metres(197), at: Self.speed))
            #expect(!position.canReach(Metres(197.1), at: Self.speed))
            position.noteTick(.zero, at: Self.speed)
        }
        // However far it has driven, nobody expects it ahead.
        #expect(position.canMove(by: Metres(-47), at: Self.speed))
        #expect(!position.canMove(by: Metres(-47.1), at: Self.speed))
    }

    /// While the program is halted there are no ticks, and clients wait as long.
    @Test func theTicksOfAHaltCount() {
        var position = Self.position()
        Self.transmit(&position, isOnPath: true)
        position.noteMissedTicks(until: .zero + .milliseconds(190), at: Self.speed)
        #expect(!position.canReach(Metres(47.1), at: Self.speed))
        // Ten ticks of 2 m, of which the next one is to come.
        position.noteMissedTicks(until: .zero + .milliseconds(1000), at: Self.speed)
        #expect(position.canReach(Metres(65), at: Self.speed))
        #expect(!position.canReach(Metres(65.1), at: Self.speed))
        position.noteMissedTicks(until: .zero + .milliseconds(2100), at: Self.speed)
        #expect(position.canReach(Metres(87), at: Self.speed))
        #expect(!position.canReach(Metres(87.1), at: Self.speed))
        position.noteMissedTicks(until: .zero + .milliseconds(2200), at: Self.speed)
        #expect(position.canReach(Metres(197), at: Self.speed))
        position.noteMissedTicks(until: .zero + .seconds(86_400), at: Self.speed)
        #expect(position.canReach(Metres(197), at: Self.speed))
        #expect(!position.canReach(Metres(197.1), at: Self.speed))
    }

    /// Clients expect the vehicle ahead: a move back counts from there.
    @Test func aMoveBackInOneStepIsAtMost49MetresFromWhereItIsExpected() throws {
        var tree = try Self.tree(
            try MapSketch("A---------------B", gridMetres: 100, roads: [.init("AB")]))
        var position = Self.position()
        Self.transmit(&position, isOnPath: true)
        _ = try position.move(&tree, to: Metres(20), along: nil, at: Self.speed, moment: nil)
        #expect(position.along == Metres(53))
    }

    /// On a side path the vehicle is at its start at least. Clients see that way, and the next one is 47 m at most
    /// together with it (simulated years, seed 1210007008 in Monaco: 60 m in 100 ms).
    @Test func theWayToTheStartOfASidePathCounts() throws {
        let sketch = try MapSketch(
            """
            A------B---------------C
                   |
                   |
                   |
                   |
                   D
            """, gridMetres: 20, roads: [.init("AB"), .init("BC"), .init("BD")])
        var tree = try Self.tree(sketch)
        let end = try sketch.link("B", "D")
        let side = try #require(tree.paths.first { $0.links.first?.link == end })
        let start = side.startDistance.metres
        #expect(abs(start.value - 40) < 0.1)
        var position = Self.position()
        Self.transmit(&position, isOnPath: true)
        _ = try position.move(
            &tree, to: Metres(101), along: side.id, at: Self.speed, moment: nil)
        #expect(tree.mainPath?.id == side.id && tree.vehicleOffset == .zero)
        #expect(tree.odometer == start)
        _ = try position.move(&tree, to: Metres(180), along: nil, at: Self.speed, moment: nil)
        #expect(abs((start + tree.vehicleOffset).value - 47) < 0.1)
    }

    /// An announcement has a POSITION between two ticks: clients expect the next place from there (simulated years, seed
    /// 310000049 in Andorra: 136 m in 44 ms).
    @Test func aPositionBetweenTwoTicksIsExpectedToGoOn() {
        var position = Self.position()
        position.noteSent(isOnPath: true)
        #expect(position.canReach(Metres(47), at: Self.speed))
        #expect(!position.canReach(Metres(47.1), at: Self.speed))
    }
}

extension ReportedPosition {
    /// A move on a map that can be read.
    fileprivate mutating func move(
        _ tree: inout PathTree, to target: Metres, along path: PathID?,
        at speed: MetresPerSecond?, moment: Int64?
    ) throws -> Double {
        var errors = FirstError<MapError>()
        let probability = move(
            &tree, to: target, along: path, at: speed, moment: moment, &errors)
        try errors.rethrow()
        return probability
    }
}
