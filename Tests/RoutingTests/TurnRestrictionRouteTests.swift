import MapSketch
import Quantities
import RoadMap
import RoadMapWriter
import Routing
import Testing

@Suite struct TurnRestrictionRouteTests {
    /// From A straight on to D by way of C, or around by B.
    private func sketch(_ restriction: TurnRestriction?) throws -> MapSketch {
        try MapSketch(
            """
            A---C---D
                |   |
                B---E
            """,
            gridMetres: 50,
            roads: [
                MapSketch.Road("AC", restriction: restriction), MapSketch.Road("CD"),
                MapSketch.Road("CBED"),
            ])
    }

    private func length(_ sketch: MapSketch, _ turns: ForbiddenTurns = .never) throws -> Double? {
        let start = LinkPlace(try sketch.link("A", "C"), offset: .zero)
        let end = LinkPlace(try sketch.link("C", "D"), offset: Metres(100))
        let limits = SearchLimits(
            cost: .infinity, settledLinks: 100, forbiddenTurns: turns)
        return try sketch.map.shortestRoute(
            from: [start], to: [end], cost: .distance, limits: limits)?.length.value
    }

    @Test func obeyed() throws {
        let free = try #require(try length(sketch(nil)))
        #expect(abs(free - 300) < 2)
        // Way 101 is C–D, which can still be reached by nothing but its other end.
        #expect(try length(sketch(TurnRestriction(.no, toWay: 101))) == nil)
        #expect(try length(sketch(TurnRestriction(.only, toWay: 102))) == nil)
        #expect(try length(sketch(TurnRestriction(.noPassage, toWay: 0))) == nil)
        #expect(try length(sketch(TurnRestriction(.only, toWay: 101))) == free)
        #expect(try length(sketch(TurnRestriction(.no, toWay: 102))) == free)
    }

    @Test func notForThisVehicle() throws {
        let trucks = TurnRestriction(.no, toWay: 101, vehicles: .trucks)
        #expect(try length(sketch(trucks)) != nil)
        let others = TurnRestriction(.no, toWay: 101, exceptions: .cars)
        #expect(try length(sketch(others)) != nil)
    }

    @Test func takenAtAPriceWhereDriversMayErr() throws {
        let sketch = try sketch(TurnRestriction(.no, toWay: 101))
        let start = LinkPlace(try sketch.link("A", "C"), offset: .zero)
        let end = LinkPlace(try sketch.link("C", "D"), offset: Metres(100))
        var search = RouteSearch(reserved: 100)
        try search.run(
            on: sketch.map, from: [start], targets: [end],
            limits: SearchLimits(
                cost: .infinity, settledLinks: 100, forbiddenTurns: .penalised(50)))
        let reach = try #require(search.reach(of: end))
        #expect(abs(reach.length.value - 300) < 2)
        #expect(reach.forbiddenTurns == 1)
        let cost = try #require(search.cost(of: end))
        #expect(abs(cost - reach.length.value - 50) < 1e-6)
    }

    @Test func ignoredWhereDriversMayErr() throws {
        #expect(try length(sketch(TurnRestriction(.no, toWay: 101)), .free) != nil)
    }

    /// C–D is a dead end that trucks may drive into and not out of: they do not turn back there.
    @Test func noVehicleTurnsBackOntoARoadThatIsClosedToIt() throws {
        var access = VehicleAccess()
        access[.truck] = .closed
        let value = access.rawValue
        let sketch = try MapSketch("A---C---D", gridMetres: 50, roads: [.init("AC"), .init("CD")]) {
            guard $0.way == 101 else { return }
            $0.attributes.append(
                Attribute(
                    .vehicleAccess, value, directions: .backward, provenance: .tagged, from: .zero,
                    to: Centimetres(Int(UInt32.max))))
        }
        for turning in [UTurnRule.atDeadEnds, .penalised(10)] {
            for (mode, isFound) in [(TransportMode.car, true), (.truck, false)] {
                let route = try sketch.map.shortestRoute(
                    from: [LinkPlace(try sketch.link("C", "D"), offset: Metres(10))],
                    to: [LinkPlace(try sketch.link("D", "C"), offset: Metres(100))],
                    cost: .distance,
                    limits: SearchLimits(
                        cost: .infinity, settledLinks: 100, uTurns: turning,
                        vehicle: mode.vehicles))
                #expect((route != nil) == isFound)
            }
        }
    }
}
