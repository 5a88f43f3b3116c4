import Geodesy
import Quantities
import RoadMap
import RoadMapWriter
import Testing

/// A link read in driving direction, against calculated values. The link is 100.00 m long or a few
/// centimetres off, so places near its end count from its length.
@Suite struct LinkReadingTests {
    private static func attribute(
        _ kind: AttributeKind, _ value: UInt64, _ from: Int, _ to: Int,
        _ directions: DirectionSet = .both
    ) -> Attribute {
        Attribute(
            kind, value, directions: directions, provenance: .tagged, from: Centimetres(from),
            to: Centimetres(to))
    }

    /// A map of one link that heads north.
    private static func map(
        _ attributes: [Attribute], texts: [NewText] = []
    ) throws -> (map: RoadMap, link: Link) {
        let start = try #require(Coordinate(latitude: 42.5, longitude: 1.5))
        let end = try #require(Coordinate(latitude: 42.5009, longitude: 1.5))
        var content = MapContent(
            country: try #require(
                Country(numericCode: 20, drivingSide: .right, speedUnit: .kilometresPerHour)))
        var link = NewLink(
            way: 1, startNode: NewNode(id: 1, place: start), endNode: NewNode(id: 2, place: end),
            points: [start, end], directions: .both)
        link.attributes = attributes
        link.texts = texts
        content.links = [link]
        let map = try RoadMap(source: MemoryBlockSource(try content.encoded()))
        return (map, try map.link(LinkReference(block: 0, index: 0)))
    }

    private static func read(
        _ attributes: [Attribute], _ direction: Direction
    ) throws -> (reading: LinkReading, length: Int) {
        let (map, link) = try map(attributes)
        var reading = LinkReading()
        // The buffer forgets the reading before.
        for _ in 0..<2 { try reading.read(link, direction, from: map) }
        return (reading, link.length.value)
    }

    @Test func `A section ends wherever something changes, in driving direction`() throws {
        let attributes = [
            Self.attribute(.tunnel, 1, 2_000, 3_000), Self.attribute(.lanes, 2, 0, 5_000, .forward),
            Self.attribute(.lanes, 1, 0, 5_000, .backward),
        ]
        let (forward, length) = try Self.read(attributes, .forward)
        #expect(forward.sections.map(\.from.value) == [0, 2_000, 3_000, 5_000])
        #expect(forward.sections.map(\.to.value) == [2_000, 3_000, 5_000, length])
        #expect(forward.sections.map(\.attributes.isTunnel) == [nil, true, nil, nil])
        #expect(forward.sections.map(\.attributes.lanes) == [2, 2, 2, nil])
        #expect(forward.sections.map(\.attributes.oppositeLanes) == [1, 1, 1, nil])
        let (backward, _) = try Self.read(attributes, .backward)
        #expect(
            backward.sections.map(\.from.value)
                == [0, length - 5_000, length - 3_000, length - 2_000])
        #expect(backward.sections.map(\.attributes.isTunnel) == [nil, nil, true, nil])
        #expect(backward.sections.map(\.attributes.lanes) == [nil, 1, 1, 1])
        #expect(backward.section(at: Centimetres(length - 2_500)).attributes.isTunnel == true)
        #expect(backward.section(at: Centimetres(length + 1)) == backward.sections.last)
    }

    @Test func `A limit of the host is in force on its stretch, in its direction`() throws {
        let limit = SpeedLimitRule(.limited(50, .kilometresPerHour)).attributeValue
        let (map, link) = try Self.map([Self.attribute(.speedLimit, limit, 0, 100_000)])
        let works = RoadRestriction(
            DirectedLink(link.reference, .backward), from: Centimetres(2_000),
            to: Centimetres(3_000), .limit(.limited(30, .kilometresPerHour)))
        let host = RoadRestrictions([works])
        var reading = LinkReading()
        try reading.read(link, .backward, from: map, host: host)
        #expect(reading.sections.map(\.from.value) == [0, 2_000, 3_000])
        #expect(
            reading.sections.map { $0.limits.general?.rule.limit } == [
                .limited(50, .kilometresPerHour), .limited(30, .kilometresPerHour),
                .limited(50, .kilometresPerHour),
            ])
        #expect(reading.sections.map { $0.limits.general?.isOfHost } == [false, true, false])
        try reading.read(link, .forward, from: map, host: host)
        #expect(reading.sections.count == 1)
        // Many limits on one link are no more work than a few.
        let many = RoadRestrictions(
            (0..<400).map {
                RoadRestriction(
                    works.link, from: Centimetres(10 * $0), to: Centimetres(10 * $0 + 5), works.kind
                )
            })
        try reading.read(link, .backward, from: map, host: many)
        #expect(reading.sections.count <= 17)
        #expect(!many.closes(works.link))
    }

    @Test func `A link of which nothing is known is one section`() throws {
        let (reading, length) = try Self.read([], .forward)
        #expect(reading.sections.count == 1)
        #expect(reading.sections[0].to.value == length)
        #expect(reading.sections[0].attributes == RoadAttributes())
        #expect(reading.sections[0].limits.general == nil)
    }

    @Test func `Objects stand in driving order, for their direction alone`() throws {
        func object(
            _ kind: RoadObjectKind, _ place: Int, _ directions: DirectionSet = .both
        ) -> Attribute {
            Self.attribute(
                .roadObject, RoadObject(kind).attributeValue, place, place, directions)
        }
        let objects = [
            object(.stopSign, 7_000, .forward), object(.busStop, 1_000), object(.gate, 4_000),
        ]
        let (forward, length) = try Self.read(objects, .forward)
        #expect(forward.objects.map(\.object.kind) == [.busStop, .gate, .stopSign])
        #expect(forward.objects.map(\.offset.value) == [1_000, 4_000, 7_000])
        let (backward, _) = try Self.read(objects, .backward)
        #expect(backward.objects.map(\.object.kind) == [.gate, .busStop])
        #expect(backward.objects.map(\.offset.value) == [length - 4_000, length - 1_000])
    }

    @Test func `Texts belong to a direction`() throws {
        let (map, link) = try Self.map(
            [],
            texts: [
                NewText(.name, "Avinguda"), NewText(.turnLanes, "left|", directions: .backward),
            ])
        var reading = LinkReading()
        try reading.read(link, .forward, from: map)
        #expect(try reading.text(.name, of: link, on: map) == "Avinguda")
        #expect(try reading.text(.reference, of: link, on: map) == nil)
        #expect(try reading.turnLanes(of: link, on: map).count == 0)
        try reading.read(link, .backward, from: map)
        #expect(try reading.turnLanes(of: link, on: map).count == 2)
    }

    @Test func `An offset and a range turn round with the direction`() throws {
        let (_, link) = try Self.map([])
        let length = link.length
        let range = Self.attribute(.tunnel, 1, 1_000, 3_000)
        #expect(link.offset(Centimetres(1_000), in: .forward) == Centimetres(1_000))
        #expect(link.offset(Centimetres(1_000), in: .backward) == length - Centimetres(1_000))
        #expect(link.range(of: range, in: .forward) == (range.from, range.to))
        #expect(link.range(of: range, in: .backward) == (length - range.to, length - range.from))
    }

    private static let wet: Condition = {
        var condition = Condition()
        condition.weather = .wet
        return condition
    }()

    private static func limit(
        _ number: UInt16, _ kind: SpeedLimitKind = .general, when condition: Condition? = nil
    ) -> [Attribute] {
        let rule = SpeedLimitRule(.limited(number, .kilometresPerHour), kind: kind)
        return [attribute(.particularSpeedLimit, rule.attributeValue, 0, 5_000)]
            + (condition.map { [attribute(.condition, $0.attributeValue, 0, 5_000)] } ?? [])
    }

    /// The limit in force on a dry and on a wet road.
    private static func effective(_ limits: [[Attribute]]) throws -> [SpeedLimit?] {
        let (map, link) = try map(limits.flatMap { $0 })
        var reading = LinkReading()
        return try [SurfaceCondition.dry, .wet].map { surface in
            try reading.read(link, .forward, from: map, at: nil, on: surface)
            #expect(reading.sections.last?.limits.general == nil)
            var limits = LinkLimits()
            try limits.read(link, .forward, from: map, at: nil, on: surface)
            #expect(limits.stretches == reading.limits.stretches)
            return reading.sections[0].limits.general?.rule.limit
        }
    }

    private static func kmh(_ number: UInt16) -> SpeedLimit {
        .limited(number, .kilometresPerHour)
    }

    @Test func `Of limits of one rank the last counts, and one in force goes before`() throws {
        #expect(
            try Self.effective([Self.limit(50), Self.limit(60)]) == [Self.kmh(60), Self.kmh(60)])
        #expect(
            try Self.effective([Self.limit(40, when: Self.wet), Self.limit(60)])
                == [Self.kmh(60), Self.kmh(40)])
        #expect(
            try Self.effective([Self.limit(40, when: Self.wet), Self.limit(30, when: Self.wet)])
                == [nil, Self.kmh(30)])
        // A limit of others is not the limit of every car.
        #expect(try Self.effective([Self.limit(50, .truck), Self.limit(30, .bus)]) == [nil, nil])
    }

    @Test func `A condition belongs to the limit before it, and to no other`() throws {
        #expect(
            try Self.effective([Self.limit(50), Self.limit(80, .truck, when: Self.wet)])
                == [Self.kmh(50), Self.kmh(50)])
        // Any of several conditions is enough.
        var snow = Condition()
        snow.weather = .snow
        let either =
            Self.limit(40, when: snow) + [
                Self.attribute(.condition, Self.wet.attributeValue, 0, 5_000)
            ]
        #expect(
            try Self.effective([Self.limit(90), either]) == [Self.kmh(90), Self.kmh(40)])
        // A condition that cannot be read leaves its limit out.
        let unread =
            Self.limit(40) + [Self.attribute(.condition, Condition.unreadValue, 0, 5_000)]
        #expect(
            try Self.effective([Self.limit(90), unread]) == [Self.kmh(90), Self.kmh(90)])
    }
}
