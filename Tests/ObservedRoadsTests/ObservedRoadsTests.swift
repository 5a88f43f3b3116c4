import Geodesy
import Observations
import ObservedRoads
import Quantities
import RoadMap
import RoadMapWriter
import Testing

/// What observations of many drives add to the links of a map.
@Suite struct ObservedRoadsTests {
    private static func road(
        _ way: Int64, _ start: Int64, _ end: Int64, _ direction: Direction = .forward
    ) -> RoadID {
        RoadID(StableLinkID(way: way, startNode: start, endNode: end), direction)
    }

    private static func link(
        _ way: Int64, _ start: Int64, _ end: Int64, _ directions: DirectionSet = .both
    ) throws -> NewLink {
        let places = try [start, end].map {
            try #require(Coordinate(latitude: 48 + Double($0) / 1000, longitude: 9))
        }
        return NewLink(
            way: way, startNode: NewNode(id: start, place: places[0]),
            endNode: NewNode(id: end, place: places[1]), points: places, directions: directions)
    }

    private static func driver(_ number: Int) -> Observations.Driver {
        Observations.Driver(Car(name: "\(number)"), .known)
    }

    /// From way 1 cars 0...3 turn into way 2 and cars 0...1 into way 3, where each drives 10 m/s and the last one 20.
    private static func observations() -> Observations {
        var found = Observations()
        for car in 0..<4 {
            found.countTurn(from: road(1, 1, 2), into: road(2, 2, 3), by: driver(car))
            found.countPass(
                of: road(1, 1, 2), at: MetresPerSecond(car == 3 ? 20 : 10),
                in: HourOfWeek(UTCTime(nanoseconds: 0)), by: driver(car))
        }
        for car in 0..<2 {
            found.countTurn(
                from: road(1, 1, 2), into: road(3, 5, 2, .backward), by: driver(car))
        }
        return found
    }

    private static func counts(_ attributes: [Attribute], on way: Int64) -> [ExitCount] {
        attributes.filter { $0.kind == .exitCount }
            .compactMap { ExitCount(attributeValue: $0.value, on: way) }
    }

    @Test func `A road has the counts that enough cars showed, the largest first`() throws {
        let link = try Self.link(1, 1, 2)
        for (least, counts) in [
            (1, [ExitCount(way: 2, .forward, count: 4), ExitCount(way: 3, .backward, count: 2)]),
            (3, [ExitCount(way: 2, .forward, count: 4)]), (5, []),
        ] as [(Int, [ExitCount])] {
            let observed = try ObservedRoads(Self.observations(), leastCars: least)
            let attributes = observed.attributes(of: link)
            #expect(Self.counts(attributes, on: 1) == counts)
            #expect(
                attributes.allSatisfy { $0.directions == .forward && $0.provenance == .observed })
            #expect(attributes.contains { $0.kind == .averageSpeed } == (least < 5))
        }
    }

    @Test func `Half of the cars are slower than the average speed`() throws {
        let observed = try ObservedRoads(Self.observations(), leastCars: 1)
        let attributes = observed.attributes(of: try Self.link(1, 1, 2))
        let speed = try #require(attributes.first { $0.kind == .averageSpeed })
        // The band of 10 m/s ends at 11.18 m/s, and two of its three passes are below the half: 38.8 km/h.
        #expect((77...78).contains(speed.value), "\(speed.value)")
    }

    @Test func `A direction that cars may not drive has nothing`() throws {
        let observed = try ObservedRoads(Self.observations(), leastCars: 1)
        #expect(observed.attributes(of: try Self.link(1, 1, 2, .backward)).isEmpty)
        #expect(observed.attributes(of: try Self.link(1, 2, 1)).isEmpty)
    }

    @Test func `Large counts keep their proportion`() throws {
        var found = Observations()
        for car in 0..<10_000 {
            let exit = car % 4 == 0 ? Self.road(3, 2, 4) : Self.road(2, 2, 3)
            found.countTurn(from: Self.road(1, 1, 2), into: exit, by: Self.driver(car % 8))
        }
        let observed = try ObservedRoads(found, leastCars: 1)
        let counts = Self.counts(observed.attributes(of: try Self.link(1, 1, 2)), on: 1)
        #expect(counts.map(\.count) == [4095, 1365])
    }

    @Test func `Both links of a way that leave a junction in one direction are one exit`() throws {
        var found = Observations()
        for car in 0..<6 {
            let exit = car < 2 ? Self.road(2, 2, 3) : Self.road(2, 2, 9)
            found.countTurn(from: Self.road(1, 1, 2), into: exit, by: Self.driver(car))
        }
        let observed = try ObservedRoads(found, leastCars: 1)
        let counts = Self.counts(observed.attributes(of: try Self.link(1, 1, 2)), on: 1)
        #expect(counts == [ExitCount(way: 2, .forward, count: 6)])
    }

    @Test func `A link that is full of other attributes stays in the map`() throws {
        var link = try Self.link(1, 1, 2)
        for number in 0..<MapFormat.maximumAttributes - 1 {
            link.attributes.append(
                Attribute(
                    .lastEdit, UInt64(number), provenance: .tagged, from: .zero,
                    to: Centimetres(100)))
        }
        let observed = try ObservedRoads(Self.observations(), leastCars: 1)
        link.attributes += observed.attributes(of: link)
        #expect(link.attributes.count == MapFormat.maximumAttributes)
        _ = try EncodedLink(link)
    }

    @Test func `What the map does not have is counted`() throws {
        let observed = try ObservedRoads(Self.observations(), leastCars: 1)
        func use(_ links: [NewLink]) -> ObservedRoads.Use {
            observed.use(by: Set(links.flatMap { observed.mentioned(on: $0) }))
        }
        let (own, second, third) = (
            try Self.link(1, 1, 2), try Self.link(2, 2, 3), try Self.link(3, 5, 2)
        )
        let whole = use([own, second, third])
        #expect((whole.roads, whole.lostRoads, whole.turns, whole.lostTurns) == (1, 0, 6, 0))
        let part = use([own, third, try Self.link(7, 7, 8)])
        #expect((part.roads, part.lostRoads, part.turns, part.lostTurns) == (1, 0, 2, 4))
        let none = use([second, third, try Self.link(1, 1, 2, .backward)])
        #expect((none.roads, none.lostRoads, none.turns, none.lostTurns) == (0, 1, 0, 6))
    }

    @Test func `A release of fewer cars is refused, one of more is taken as it is`() throws {
        let released = Self.observations().released(leastCars: 2)
        #expect(throws: ObservedRoadsError.released(cars: 2, leastCars: 3)) {
            _ = try ObservedRoads(released, leastCars: 3)
        }
        #expect(try ObservedRoads(released, leastCars: 1).leastCars == 2)
        #expect(try ObservedRoads(Self.observations(), leastCars: 3).leastCars == 3)
    }
}
