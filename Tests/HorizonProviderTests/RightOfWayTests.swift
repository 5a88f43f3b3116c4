import ADASISv2
import MapSketch
import Quantities
import RoadMap
import Testing

@Suite("Right of way in STUBs")
struct RightOfWayTests {
    /// A crossing at B; the car comes from A.
    private func rightOfWay(
        main: [Attribute] = [], side: [Attribute] = [], from: Character = "A"
    ) throws -> Set<RightOfWayCode> {
        let sketch = try MapSketch(
            """
                D
                |
            A---B---C
                |
                E
            """, gridMetres: 50,
            roads: [.init("ABC", class: 3, also: main), .init("DBE", class: 4, also: side)])
        var bench = Bench(sketch)
        let stubs = try bench.drive(from, "B", 10).compactMap { message -> StubMessage? in
            if case .stub(let stub) = message { stub } else { nil }
        }
        #expect(!stubs.isEmpty)
        return Set(stubs.map(\.rightOfWay))
    }

    private func attribute(
        _ kind: AttributeKind, _ value: UInt64, from: Int = 0, to: Int = 1_000_000,
        _ directions: DirectionSet = .both
    ) -> Attribute {
        Attribute(
            kind, value, directions: directions, provenance: .tagged, from: Centimetres(from),
            to: Centimetres(to))
    }

    /// An object so many metres from A on a link of 200 m, and as far from B on the next one.
    private func object(_ kind: RoadObjectKind, _ metres: Int) -> Attribute {
        attribute(
            .roadObject, RoadObject(kind).attributeValue, from: metres * 100, to: metres * 100,
            .forward)
    }

    @Test("Nothing is known of a crossing that the map is silent about")
    func unknown() throws { #expect(try rightOfWay() == [.unknown]) }

    @Test("A priority road has priority, and who comes to it may have to yield")
    func priorityRoad() throws {
        let priority = attribute(.priorityRoad, 1)
        #expect(try rightOfWay(main: [priority]) == [.priority])
        #expect(try rightOfWay(side: [priority]) == [.mayHaveToYield])
        #expect(try rightOfWay(main: [priority], from: "D") == [.mayHaveToYield])
        #expect(try rightOfWay(main: [priority], side: [priority]) == [.unknown])
    }

    @Test("A sign counts before its junction alone, and before the road's priority")
    func signs() throws {
        #expect(try rightOfWay(main: [object(.giveWaySign, 190)]) == [.mayHaveToYield])
        #expect(try rightOfWay(main: [object(.stopSign, 150)]) == [.mayHaveToYield])
        #expect(try rightOfWay(main: [object(.stopSign, 10)]) == [.unknown])
        // Driven the other way the sign stands on the far side.
        #expect(try rightOfWay(main: [object(.stopSign, 10)], from: "C") == [.unknown])
        let priority = attribute(.priorityRoad, 1)
        #expect(
            try rightOfWay(main: [priority, object(.giveWaySign, 190)]) == [.mayHaveToYield])
    }

    @Test("Lights decide by themselves")
    func lights() throws {
        let priority = attribute(.priorityRoad, 1)
        #expect(try rightOfWay(main: [priority, object(.trafficLight, 190)]) == [.unknown])
    }

    @Test("Priority that ends before the junction is none there")
    func ending() throws {
        #expect(
            try rightOfWay(main: [attribute(.priorityRoad, 1, from: 0, to: 10_000)]) == [
                .mayHaveToYield
            ])
    }
}
