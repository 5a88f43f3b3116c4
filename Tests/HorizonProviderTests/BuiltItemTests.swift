import ADASISv2
import Horizon
import MapSketch
import Quantities
import RoadMap
import RoadMapWriter
import Routing
import Testing

@testable import HorizonProvider

/// What links are made into, where no other suite looks.
@Suite struct BuiltItemTests {
    private static func first(
        _ sketch: MapSketch, _ from: Character, _ to: Character
    ) throws -> PathLink {
        var tree = PathTree(map: sketch.map)
        try tree.advance(to: LinkPlace(try sketch.link(from, to), offset: .zero))
        return try #require(tree.mainPath?.links.first)
    }

    private static func builder(_ sketch: MapSketch) -> ItemBuilder {
        ItemBuilder(
            map: sketch.map, unit: .kilometresPerHour, reduction: ReductionParameters())
    }

    /// FNV-1a of way 1,234,567,890,123, nodes A and B and the way along it, its halves folded.
    @Test(
        arguments: [("A", "B", 4_074_474_398), ("B", "A", 3_270_842_982)]
            as [(Character, Character, UInt32)])
    func aLinksIdentifierStaysThroughMapUpdates(
        from: Character, to: Character, identifier: UInt32
    ) throws {
        let sketch = try MapSketch("A-B", gridMetres: 50, roads: [.init("AB")]) {
            $0.way = 1_234_567_890_123
        }
        var builder = Self.builder(sketch)
        let link = try Self.first(sketch, from, to)
        var path = WirePath(id: try #require(PathTree.firstID(sketch, link)), index: .first)
        try builder.build(link, probability: 1, into: &path)
        let series = Series(LongProfileType.linkIdentifier)
        let item = try #require(path.held.first { $0.series == series })
        guard case .profileLong(let message) = item.message else { return }
        #expect(message.value == LongValueCode(linkIdentifier: identifier))
    }

    @Test func signsHaveTheirPlaceOnThePath() throws {
        func object(_ kind: RoadObjectKind, _ metres: Int) -> Attribute {
            Attribute(
                .roadObject, RoadObject(kind).attributeValue, provenance: .tagged,
                from: Centimetres(metres * 100), to: Centimetres(metres * 100))
        }
        let objects = [
            object(.trafficLight, 20), object(.variableSpeedSign, 30), object(.cityLimit, 40),
        ]
        let sketch = try MapSketch(
            "A-B-C", gridMetres: 50,
            roads: [.init("AB", also: objects), .init("BC", also: objects)])
        var tree = PathTree(map: sketch.map)
        try tree.advance(to: LinkPlace(try sketch.link("A", "B"), offset: .zero))
        let main = try #require(tree.mainPath)
        var builder = Self.builder(sketch)
        var path = WirePath(id: main.id, index: .first)
        for link in main.links { try builder.build(link, probability: 1, into: &path) }
        // Of the traffic light, which is 1, and the city limit, 5, the number is told.
        let told = path.held.compactMap { item -> [UInt32]? in
            switch item.message {
            case .profileLong(let message) where message.profileType == .trafficSign:
                [UInt32(item.metres), message.value.trafficSign.value?.signType ?? .max]
            case .profileShort(let message)
            where message.profileType == .variableSpeedSignPosition:
                [UInt32(item.metres)]
            default: nil
            }
        }
        #expect(told == [[20, 1], [30], [40, 5], [120, 1], [130], [140, 5]])
    }

    @Test func whoeverComesFromNowhereKnowsNoRightOfWay() throws {
        let sketch = try MapSketch("A-B", gridMetres: 50, roads: [.init("AB", class: 4)])
        var builder = Self.builder(sketch)
        let stub = try builder.stub(
            into: try Self.first(sketch, "A", "B"), after: nil, turnAngle: Degrees(7),
            probability: 0.5)
        #expect(stub.rightOfWay == .unknown)
        #expect(stub.functionalRoadClass == FunctionalRoadClassCode(4))
        #expect(stub.turnAngle == AngleCode(Degrees(7)))
    }

    /// At the end of AB, of which the length is even.
    private static func rightOfWay(
        _ objects: [(RoadObjectKind, Double)], _ way: (Character, Character) = ("A", "B"),
        priority: UInt64? = nil
    ) throws -> RightOfWayCode {
        var attributes = objects.map {
            Attribute(
                .roadObject, RoadObject($0.0).attributeValue, provenance: .tagged,
                from: Centimetres(Int($0.1 * 10_000)), to: Centimetres(Int($0.1 * 10_000)))
        }
        if let priority {
            attributes.append(
                Attribute(
                    .priorityRoad, priority, provenance: .tagged, from: .zero,
                    to: Centimetres(Int(UInt32.max))))
        }
        let sketch = try MapSketch(
            "A-B-C", gridMetres: 50, roads: [.init("AB", also: attributes), .init("BC")])
        let link = try first(sketch, way.0, way.1)
        #expect(link.record.length == Centimetres(10_000))
        return try builder(sketch).rightOfWay(after: link)
    }

    @Test func aSignBelongsToTheNearerJunction() throws {
        #expect(try Self.rightOfWay([(.stopSign, 0.5)]) == .mayHaveToYield)
        #expect(try Self.rightOfWay([(.stopSign, 0.4999)]) == .unknown)
        #expect(try Self.rightOfWay([(.stopSign, 0.5)], ("B", "A")) == .mayHaveToYield)
        #expect(try Self.rightOfWay([(.stopSign, 0.5001)], ("B", "A")) == .unknown)
        // What else stands there takes nothing from it.
        for signs in [
            [(RoadObjectKind.stopSign, 0.9), (.cityLimit, 0.95)],
            [(.giveWaySign, 0.9), (.cityLimit, 0.95)],
        ] { #expect(try Self.rightOfWay(signs) == .mayHaveToYield) }
        #expect(
            try Self.rightOfWay([(.trafficLight, 0.9), (.stopSign, 0.95)]) == .unknown)
        #expect(try Self.rightOfWay([(.cityLimit, 0.9)]) == .unknown)
    }

    @Test func priorityThatIsDeniedIsNone() throws {
        #expect(try Self.rightOfWay([], priority: 1) == .priority)
        #expect(try Self.rightOfWay([], priority: 0) == .unknown)
    }
}

extension PathTree {
    /// The name of the path that begins with a link.
    fileprivate static func firstID(_ sketch: MapSketch, _ link: PathLink) -> PathID? {
        var tree = PathTree(map: sketch.map)
        _ = try? tree.advance(to: LinkPlace(link.link, offset: .zero))
        return tree.mainPath?.id
    }
}
