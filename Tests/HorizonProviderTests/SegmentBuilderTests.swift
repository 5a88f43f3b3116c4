import ADASISv2
import MapSketch
import Quantities
import RoadMap
import RoadMapWriter
import Routing
import Testing

@testable import Horizon
@testable import HorizonProvider

/// What is read of a link: where it changes, its signs, its lanes.
@Suite struct SegmentBuilderTests {
    private static func attribute(
        _ kind: AttributeKind, _ value: UInt64, from: Int, to: Int,
        _ directions: DirectionSet = .both
    ) -> Attribute {
        Attribute(
            kind, value, directions: directions, provenance: .tagged, from: Centimetres(from),
            to: Centimetres(to))
    }

    /// A link of 100 m, driven either way.
    private static func read(
        _ attributes: [Attribute], _ way: (Character, Character) = ("A", "B"),
        lanes: String? = nil
    ) throws -> SegmentBuilder {
        let sketch = try MapSketch(
            "A-B", gridMetres: 50, roads: [.init("AB", also: attributes)]
        ) { if let lanes { $0.texts.append(NewText(.turnLanes, lanes)) } }
        var tree = PathTree(map: sketch.map)
        try tree.advance(to: LinkPlace(try sketch.link(way.0, way.1), offset: .zero))
        let link = try #require(tree.mainPath?.links.first)
        #expect(link.record.length == Centimetres(10_000))
        var builder = SegmentBuilder(unit: .kilometresPerHour)
        // What was read before is forgotten.
        for _ in 0..<2 {
            try builder.read(link, from: sketch.map)
            try builder.readLanes(of: link, from: sketch.map)
        }
        return builder
    }

    private static func cuts(
        _ attributes: [Attribute], _ way: (Character, Character) = ("A", "B")
    ) throws -> [Centimetres] {
        let sections = try read(attributes, way).reading.sections
        #expect(sections.last?.to == Centimetres(10_000))
        #expect(zip(sections, sections.dropFirst()).allSatisfy { $0.to == $1.from })
        return sections.map(\.from)
    }

    @Test func aCutWhereverSomethingBeginsOrEndsAndOnlyThere() throws {
        let limit = SpeedLimitRule(.limited(30, .kilometresPerHour), kind: .advisory)
        let attributes = [
            attribute(.tunnel, from: 2_000, to: 3_000), attribute(.bridge, from: 3_000, to: 5_000),
            attribute(.lanes, from: 2_000, to: 10_000), attribute(.surface, from: 0, to: 3_000),
            // Not one of those that the messages tell of.
            attribute(.layer, from: 6_000, to: 7_000),
            // Nothing begins where the link ends.
            attribute(.builtUpArea, from: 10_000, to: 10_000),
            Self.attribute(.particularSpeedLimit, limit.attributeValue, from: 4_000, to: 4_500),
        ]
        #expect(
            try Self.cuts(attributes)
                == [0, 2_000, 3_000, 4_000, 4_500, 5_000].map {
                    Centimetres($0)
                })
        #expect(
            try Self.cuts(attributes, ("B", "A"))
                == [0, 5_000, 5_500, 6_000, 7_000, 8_000].map { Centimetres($0) })
    }

    private func attribute(_ kind: AttributeKind, from: Int, to: Int) -> Attribute {
        Self.attribute(kind, 1, from: from, to: to)
    }

    @Test func signsStandInTheOrderThatOneMeetsThem() throws {
        func sign(
            _ kind: RoadObjectKind, _ place: Int, _ directions: DirectionSet = .both
        ) -> Attribute {
            Self.attribute(
                .roadObject, RoadObject(kind).attributeValue, from: place, to: place, directions)
        }
        let signs = [
            sign(.stopSign, 2_010), sign(.cityLimit, 1_990), sign(.trafficLight, 500),
            sign(.giveWaySign, 9_000, .forward), sign(.trafficSign, 8_000, .backward),
            sign(.levelCrossing, 7_000), sign(.pedestrianCrossing, 7_500),
            sign(.speedBump, 100), sign(.busStop, 200),
        ]
        func met(_ way: (Character, Character)) throws -> [String] {
            try Self.read(signs, way).reading.objects.filter(\.object.kind.isSign)
                .map { "\($0.object.kind) \($0.offset.value)" }
        }
        #expect(
            try met(("A", "B")) == [
                "trafficLight 500", "cityLimit 1990", "stopSign 2010", "levelCrossing 7000",
                "pedestrianCrossing 7500", "giveWaySign 9000",
            ])
        #expect(
            try met(("B", "A")) == [
                "trafficSign 2000", "pedestrianCrossing 2500", "levelCrossing 3000",
                "stopSign 7990", "cityLimit 8010", "trafficLight 9500",
            ])
    }

    private static func directions(_ text: String) -> TurnLanes {
        TurnLanes(Array(text.utf8)[...])
    }

    @Test func lanesAreReadFromTheLeftAndAtMost15() throws {
        let lanes = Self.directions("left;reverse|through||slight_right;none|sharp_left")
        #expect(lanes.count == 5)
        #expect(
            (0..<5).map { lanes[$0] }
                == [[.left, .reverse], .through, [], .slightRight, .sharpLeft])
        for count in [14, 15, 16, 40] {
            let text = Array(repeating: "right", count: count).joined(separator: "|")
            let lanes = Self.directions(text)
            #expect(lanes.count == min(count, 15))
            #expect((0..<lanes.count).allSatisfy { lanes[$0] == .right })
            #expect(lanes == Self.directions(text))
        }
        #expect(Self.directions("") != TurnLanes())
        #expect(Self.directions("left") != Self.directions("right"))
        #expect(Self.directions("left|right") != Self.directions("left|left"))
        #expect(Self.directions("left") != Self.directions("left|right"))
        let read = try Self.read([], lanes: "through|sharp_right").lanes
        #expect(read == Self.directions("through|sharp_right"))
        #expect(try Self.read([]).lanes == TurnLanes())
    }

    @Test func eachLaneHasASeriesOfItsOwn() {
        #expect(Set((1...16).map { Series(lane: $0) }).count == 15)
        #expect(Series(lane: 16) == Series(lane: 15))
    }

    @Test func aReplacedItemSaysThatItIsAnUpdate() {
        let messages: [Message] = [
            .segment(SegmentMessage()), .stub(StubMessage()),
            .profileShort(ProfileShortMessage()), .profileLong(ProfileLongMessage()),
        ]
        for message in messages {
            var item = HeldItem(message: message, metres: 0, series: .segment)
            item.sent = message
            #expect(item.messageToSend.retransmission && !isUpdate(item.messageToSend))
            item.sent = .position(PositionMessage(pathIndex: .notCalibrated))
            #expect(!item.messageToSend.retransmission && isUpdate(item.messageToSend))
        }
    }

    private func isUpdate(_ message: Message) -> Bool {
        switch message {
        case .segment(let message): message.update
        case .stub(let message): message.update
        case .profileShort(let message): message.update
        case .profileLong(let message): message.update
        default: false
        }
    }
}
