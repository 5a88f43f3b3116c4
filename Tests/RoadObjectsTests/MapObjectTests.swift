import Horizon
import MapSketch
import Quantities
import RoadMap
import RoadMapWriter
import RoadObjects
import Routing
import Testing

/// The map's own objects, met as those of the host.
@Suite("Objects of the map that a car meets") struct MapObjectTests {
    private static func stretch(
        _ kind: AttributeKind, _ from: Int, _ to: Int, _ value: UInt64 = 1,
        _ directions: DirectionSet = .both
    ) -> Attribute {
        Attribute(
            kind, value, directions: directions, provenance: .tagged, from: Centimetres(from * 100),
            to: Centimetres(to * 100))
    }

    private static func object(_ kind: RoadObjectKind, _ at: Int, _ directions: DirectionSet)
        -> Attribute
    {
        stretch(.roadObject, at, at, RoadObject(kind).attributeValue, directions)
    }

    /// A tunnel from 200 m behind A to 100 m behind B, where a road leaves it, a bridge behind that, a toll
    /// booth and a bus stop.
    private static func town(
        _ kinds: Set<MapObject.Kind> = MapObject.Kind.usual
    ) throws -> ObjectScene {
        ObjectScene(
            try MapSketch(
                """
                A-----B-----C
                      |
                      D
                """, gridMetres: 50,
                roads: [
                    .init(
                        "AB", class: 2,
                        also: [
                            stretch(.tunnel, 0, 200, 0), stretch(.tunnel, 200, 300),
                            object(.tollBooth, 100, .forward), object(.busStop, 120, .both),
                        ]),
                    .init(
                        "BC", class: 2,
                        also: [stretch(.tunnel, 0, 100), stretch(.bridge, 150, 250)]),
                    .init("BD", class: 5, also: [stretch(.tunnel, 0, 50)]),
                ]), ofMap: kinds)
    }

    /// What was told, with kinds for names.
    private static func said(_ scene: inout ObjectScene) -> [String] {
        scene.said().map { line in
            let words = line.split(separator: " ")
            return (words.prefix(3) + words.suffix(from: 6)).joined(separator: " ")
        }
    }

    @Test func aTunnelOverTwoLinksIsOne() throws {
        var scene = try Self.town()
        try scene.drive("A", "B", 0...300)
        #expect(
            Self.said(&scene) == ["AB 100: tollBooth passed", "AB 200: tunnel entered"])
        let id = try #require(scene.objects.entered.first)
        #expect(scene.objects.mapObject(id)?.kind == .tunnel)
        #expect(scene.objects.mapObject(id)?.offset == Centimetres(20_000))
        #expect(id == "tunnel 100:65-66 forward 20000")
        let here = try #require(scene.objects.ahead(in: scene.tree).first)
        #expect(abs(here.entry.value + 100) < 0.1)
        #expect(abs(try #require(here.exit).value - 100) < 0.1)
        #expect(here.isAtStart && here.isAtEnd)
        try scene.drive("B", "C", 5...300)
        #expect(
            Self.said(&scene) == [
                "BC 100: tunnel exited", "BC 150: bridge entered", "BC 250: bridge exited",
            ])
        #expect(scene.objects.entered.isEmpty)
    }

    @Test func whoTurnsOffInTheTunnelIsStillInIt() throws {
        var scene = try Self.town()
        try scene.drive("A", "B", 0...300)
        _ = Self.said(&scene)
        try scene.drive("B", "D", 5...100)
        #expect(Self.said(&scene) == ["BD 50: tunnel exited"])
    }

    @Test func whoTurnsOffWhereItEndsStraightOnIsStillInIt() throws {
        var scene = ObjectScene(
            try MapSketch(
                """
                A-----B-----C
                      |
                      D
                """, gridMetres: 50,
                roads: [
                    .init("AB", class: 2, also: [Self.stretch(.tunnel, 200, 300)]),
                    .init("BC", class: 2),
                    .init("BD", class: 5, also: [Self.stretch(.tunnel, 0, 50)]),
                ]), ofMap: MapObject.Kind.usual)
        try scene.drive("A", "B", 0...295)
        #expect(Self.said(&scene) == ["AB 200: tunnel entered"])
        let side = try #require(scene.tree.paths.last?.id)
        let along = scene.objects.ahead(in: scene.tree, along: side)
        #expect(along.count == 1)
        #expect(abs(try #require(along.first?.exit).value - 55) < 0.1)
        try scene.drive("B", "D", 5...100)
        #expect(Self.said(&scene) == ["BD 50: tunnel exited"])
    }

    @Test func theOtherWayRoundItIsTheSame() throws {
        var scene = try Self.town()
        try scene.drive("C", "B", 0...300)
        #expect(
            Self.said(&scene) == [
                "CB 50: bridge entered", "CB 150: bridge exited", "CB 200: tunnel entered",
            ])
        try scene.drive("B", "A", 5...300)
        // The booth is for the other direction.
        #expect(Self.said(&scene) == ["BA 100: tunnel exited"])
    }

    @Test func whoBeginsInsideEntersItAlongIt() throws {
        var scene = try Self.town()
        try scene.drive("B", "C", 20...20)
        #expect(Self.said(&scene) == ["BC 20: tunnel entered along"])
        try scene.leaveRoads()
        #expect(Self.said(&scene) == ["off road: tunnel exited along"])
        #expect(scene.objects.entered.isEmpty)
    }

    @Test func onlyTheKindsThatAreAskedFor() throws {
        var scene = try Self.town([.object(.busStop)])
        try scene.drive("A", "B", 0...300)
        #expect(Self.said(&scene) == ["AB 120: busStop passed"])
        scene = try Self.town([])
        try scene.drive("A", "B", 0...300)
        #expect(scene.said().isEmpty)
    }

    @Test func theyStandBesideThoseOfTheHost() throws {
        var scene = try Self.town()
        try scene.objects.add(CustomObject(id: "p", .point(scene.place(150, 0), course: nil)))
        try scene.drive("A", "B", 0...180)
        #expect(scene.words.map { $0.split(separator: " ").last } == ["passed", "passed"])
        #expect(scene.objects.ids == ["p"])
        let ahead = scene.objects.ahead(in: scene.tree)
        #expect(ahead.map { scene.objects.mapObject($0.id)?.kind } == [.tunnel, .bridge])
        scene.objects.removeAll()
        #expect(scene.objects.ids.isEmpty)
        #expect(scene.objects.ahead(in: scene.tree).count == 2)
    }

    /// Whatever the car does, it is in no object twice, and what no path comes to is forgotten.
    @Test(arguments: 1...UInt64(6))
    func onRandomDrivesEntriesAndExitsMatch(seed: UInt64) throws {
        var roads = try RandomRoads(seed: seed)
        var tree = PathTree(map: roads.map)
        var objects = RoadObjects(
            map: roads.map,
            ofMap: MapObject.Kind.usual.union(RoadObjectKind.allCases.map { .object($0) }))
        var isIn: Set<String> = []
        var counts = [0, 0]
        for _ in 0..<400 {
            try tree.advance(to: try roads.drive(roads.number(in: 2...40)))
            if roads.number(in: 0...1) < 0.01 { tree.clear() }
            try objects.update(tree)
            for event in objects.events {
                switch event {
                case .entered(let id, _):
                    #expect(isIn.insert(id).inserted)
                    #expect(objects.mapObject(id) != nil)
                    counts[0] += 1
                case .exited(let id, _): #expect(isIn.remove(id) != nil)
                case .passed(let id):
                    #expect(!isIn.contains(id))
                    counts[1] += 1
                case .expired: Issue.record("the map's objects do not expire")
                }
            }
            #expect(isIn == Set(objects.entered))
            // The vehicle is in a tunnel or on a bridge where the map says so.
            guard let main = tree.mainPath, isIn.isEmpty || tree.vehicleOffset > .zero else {
                continue
            }
            let place = Centimetres(rounding: tree.vehicleOffset) ?? .zero
            guard let link = main.links.last(where: { $0.start <= place }) else { continue }
            var expected: Set<AttributeKind> = []
            var edges: [Centimetres] = []
            try roads.map.forEachAttribute(of: link.record) { (attribute) throws(MapError) in
                guard attribute.kind == .tunnel || attribute.kind == .bridge, attribute.value == 1,
                    attribute.directions.contains(link.link.direction)
                else { return }
                let along =
                    link.link.direction == .forward
                    ? place - link.start : link.record.length - (place - link.start)
                edges += [attribute.from, attribute.to].map { $0 - along }
                if attribute.from <= along, along <= attribute.to {
                    expected.insert(attribute.kind)
                }
            }
            let isAtEdge =
                edges.contains { abs($0.value) < 10 } || place - link.start < Centimetres(10)
                || link.end - place < Centimetres(10)
            guard !isAtEdge else { continue }
            let kinds = objects.entered.compactMap { objects.mapObject($0)?.kind }
            #expect(kinds.contains(.tunnel) == expected.contains(.tunnel))
            #expect(kinds.contains(.bridge) == expected.contains(.bridge))
        }
        #expect(counts[0] > 0 && counts[1] > 0)
    }
}
