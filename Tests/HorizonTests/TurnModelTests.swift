import Horizon
import MapSketch
import Quantities
import RoadMap
import RoadMapWriter
import Routing
import Testing

/// What the likelihood of an exit depends on, feature by feature: with all other coefficients 0, the odds
/// of two exits are e to the difference of the feature.
@Suite struct TurnModelTests {
    typealias Road = MapSketch.Road

    private static func whole(_ kind: AttributeKind, _ value: UInt64) -> Attribute {
        Attribute(kind, value, provenance: .tagged, from: .zero, to: Centimetres(Int(UInt32.max)))
    }

    /// A road from A and two exits at the same angle.
    private static func junction(
        _ roads: [Road], furnish: (inout NewLink) -> Void = { _ in }
    ) throws -> MapSketch {
        try MapSketch(
            """
                C---E
                |
            A---B
                |
                D---F
            """, gridMetres: 20, roads: roads, furnish: furnish)
    }

    /// The difference of the logarithms of the probabilities of two exits, for who drives along nodes;
    /// without their ends those of the left and of the right one.
    private func odds(
        _ feature: TurnFeature, on sketch: MapSketch, along nodes: String = "AB",
        of exit: Character? = nil, against other: Character? = nil
    ) throws -> Double {
        var coefficients = TurnCoefficients(InlineArray(repeating: 0))
        coefficients[feature] = 1
        var turns = DrivenTurns(map: sketch.map, coefficients: coefficients)
        for (from, to) in zip(nodes, nodes.dropFirst()) {
            try turns.enter(try sketch.link(from, to))
        }
        #expect(abs(turns.exits.reduce(0) { $0 + $1.probability } - 1) < 1e-12)
        let last = try #require(nodes.last)
        func probability(_ end: Character?, isLeft: Bool) throws -> Double {
            let link = try end.map { try sketch.link(last, $0) }
            let found = turns.exits.first { exit in
                link.map { $0 == exit.link } ?? ((exit.turnAngle.value < 0) == isLeft)
            }
            return try #require(found).probability
        }
        return logarithm(
            try probability(exit, isLeft: true) / (try probability(other, isLeft: false)))
    }

    private func logarithm(_ value: Double) -> Double {
        // By its series, so that the test has no library of its own: ln x = 2 artanh((x − 1) / (x + 1)).
        let ratio = (value - 1) / (value + 1)
        var sum = 0.0
        var power = ratio
        for odd in stride(from: 1.0, to: 4001, by: 2) {
            sum += power / odd
            power *= ratio * ratio
        }
        return 2 * sum
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var feature: TurnFeature
        var roads: [Road]
        var difference: Double
        var testDescription: String { "\(feature)" }

        init(_ feature: TurnFeature, _ difference: Double, _ roads: [Road]) {
            self.feature = feature
            self.roads = roads
            self.difference = difference
        }
    }

    static let cases: [Case] = [
        Case(
            .classDown, 2,
            [
                Road("AB", class: 2), Road("BCE", class: 4), Road("BDF", class: 2),
            ]),
        Case(.classUp, 1, [Road("AB", class: 4), Road("BCE", class: 3), Road("BDF", class: 4)]),
        Case(.classUnknown, 1, [Road("AB", class: 4), Road("BCE"), Road("BDF", class: 4)]),
        Case(
            .sameName, 1,
            [
                Road("AB", name: "Rua Á"), Road("BCE", name: "Rua Á"), Road("BDF", name: "Rua A"),
            ]),
        Case(
            .otherName, 1,
            [
                Road("AB", name: "Rua Á"), Road("BCE", name: "Rua A"), Road("BDF", name: "Rua Á"),
            ]),
        Case(.nameEnds, 1, [Road("AB", name: "Rua Á"), Road("BCE"), Road("BDF", name: "B")]),
        Case(.nameBegins, 1, [Road("AB"), Road("BCE", name: "Rua Á"), Road("BDF")]),
        Case(.sameWay, 1, [Road("ABCE"), Road("BDF")]),
        Case(.ramp, 1, [Road("AB"), Road("BCE", form: .ramp), Road("BDF")]),
        Case(.ramp, 1, [Road("AB"), Road("BCE", form: .controlledAccessRamp), Road("BDF")]),
        Case(.rampFromRamp, 0, [Road("AB"), Road("BCE", form: .ramp), Road("BDF")]),
        Case(
            .rampFromRamp, 1,
            [
                Road("AB", form: .ramp), Road("BCE", form: .ramp), Road("BDF"),
            ]),
        Case(.service, 1, [Road("AB"), Road("BCE", form: .serviceRoad), Road("BDF")]),
        Case(
            .serviceFromService, 1,
            [
                Road("AB", form: .serviceRoad), Road("BCE", form: .serviceRoad), Road("BDF"),
            ]),
        Case(
            .serviceFromService, 0,
            [
                Road("AB"), Road("BCE", form: .serviceRoad), Road("BDF"),
            ]),
        Case(.roundabout, 1, [Road("AB"), Road("BCE", form: .roundabout), Road("BDF")]),
        Case(.parking, 1, [Road("AB"), Road("BCE", form: .carParkAccess), Road("BDF")]),
        Case(.oneWay, 1, [Road("AB"), Road("BCE", oneway: true), Road("BDF")]),
        Case(
            .moreLanes, 2,
            [
                Road("AB", also: [whole(.lanes, 1)]), Road("BCE", also: [whole(.lanes, 4)]),
                Road("BDF", also: [whole(.lanes, 1)]),
            ]),
        Case(
            .moreLanes, -1,
            [
                Road("AB", also: [whole(.lanes, 2)]), Road("BCE", also: [whole(.lanes, 1)]),
                Road("BDF"),
            ]),
        // ln of 60 / 30.
        Case(
            .speedLimit, 0.693147,
            [
                Road("AB", limit: .limited(30, .kilometresPerHour)),
                Road("BCE", limit: .limited(60, .kilometresPerHour)), Road("BDF"),
            ]),
        Case(
            .restricted, 1,
            [
                Road("AB"), Road("BCE", also: [whole(.restrictedAccess, 1)]), Road("BDF"),
            ]),
        Case(.deadEnd, 1, [Road("AB"), Road("BC"), Road("BD"), Road("DF")]),
        // Where the road one comes by has no class, a change is unknown and speaks for nothing.
        Case(.classDown, 0, [Road("AB"), Road("BCE", class: 5), Road("BDF", class: 2)]),
    ]

    @Test(arguments: cases) func `Each feature counts once`(_ example: Case) throws {
        let found = try odds(example.feature, on: try Self.junction(example.roads))
        #expect(abs(found - example.difference) < 1e-5)
    }

    @Test(arguments: [
        (TurnFeature.sameNumber, ["AB": "A 20;E 251", "BC": "A 20", "BD": "B 1"], 1.0),
        (.otherNumber, ["AB": "A 20", "BC": "B 1", "BD": "A 20;E 251"], 1),
        (.numberEnds, ["AB": "A 20", "BD": "A 20"], 1),
        (.numberBegins, ["BC": "A 20"], 1),
    ]) func `Numbers go on, change, end and begin`(
        _ feature: TurnFeature, _ numbers: [String: String], _ difference: Double
    ) throws {
        let names = ["AB", "BC", "BD"]
        let sketch = try Self.junction([Road("AB"), Road("BCE"), Road("BDF")]) { link in
            guard let number = numbers[names[Int(link.way) - 100]] else { return }
            link.texts.append(NewText(.reference, number))
        }
        #expect(abs(try odds(feature, on: sketch) - difference) < 1e-9)
    }

    /// Straight on to C, 90° to D, 135° to E.
    private static func angles() throws -> MapSketch {
        try MapSketch(
            """
            A---B---C
               /|
              / |
             E  D
            """, gridMetres: 20, roads: [Road("AB"), Road("BC"), Road("BD"), Road("BE")])
    }

    @Test(arguments: [
        (TurnFeature.angle15, 1.0, 1.0), (.angle45, 1, 1), (.angle80, 1, 1),
        // From 80° to 110° a third; from 110° to 150° none of 90° and five eighths of 135°.
        (.angle110, 1 / 3.0, 1), (.angle150, 0, 0.625), (.angle180, 0, 0),
    ]) func `An angle counts from knot to knot`(
        _ feature: TurnFeature, _ square: Double, _ back: Double
    ) throws {
        let sketch = try Self.angles()
        let right = try odds(feature, on: sketch, of: "D", against: "C")
        #expect(abs(right - square) < 0.01)
        let sharp = try odds(feature, on: sketch, of: "E", against: "C")
        #expect(abs(sharp - back) < 0.01)
    }

    private static func roundabout() throws -> MapSketch {
        try MapSketch(
            """
                  N
                  |
                  b
                 / \\
            W---a   c---E
                 \\ /
                  d
                  |
                  S
            """, gridMetres: 10,
            roads: [
                .init("Wa", class: 3), .init("cE", class: 3), .init("Nb", class: 4),
                .init("dS", class: 4),
                .init("adcba", oneway: true, class: 3, form: .roundabout),
            ])
    }

    @Test func `Going on around a roundabout has the weight of the exits to come`() throws {
        let sketch = try Self.roundabout()
        var turns = DrivenTurns(
            map: sketch.map, coefficients: TurnCoefficients(InlineArray(repeating: 0)))
        try turns.enter(try sketch.link("W", "a"))
        #expect(turns.exits.map(\.probability) == [1])
        try turns.enter(try sketch.link("a", "d"))
        // South now, or east, north or west again later.
        let south = try sketch.link("d", "S")
        let first = try #require(turns.exits.first { $0.link == south })
        #expect(abs(first.probability - 0.25) < 1e-12)
        #expect(turns.alternatives.count == 4)
        #expect(turns.isInRoundabout)
    }

    @Test func `In a roundabout the road that it was entered by counts`() throws {
        // East is straight on from there; south, north and west are more than 45° off it.
        let found = try odds(
            .angle45, on: try Self.roundabout(), along: "Wad", of: "S", against: "c")
        #expect(abs(found + 0.861995) < 1e-5)
    }

    @Test func `The fitted model goes straight on, and what may not be driven is no exit`() throws {
        #expect(TurnFeature.allCases.count == TurnFeature.count)
        var turns = DrivenTurns(map: try Self.angles().map)
        try turns.enter(try Self.angles().link("A", "B"))
        #expect(turns.exits.count == 3)
        let straight = try #require(turns.exits.max { $0.probability < $1.probability })
        #expect(abs(straight.turnAngle.value) < 1)
        let closed = try Self.junction([Road("AB"), Road("ECB", oneway: true), Road("BDF")])
        var others = DrivenTurns(map: closed.map)
        try others.enter(try closed.link("A", "B"))
        #expect(others.exits.map(\.probability) == [1])
    }
}

@Suite struct PathProbabilityTests {
    @Test func `A path is as likely as the exits on the way to it together`() throws {
        let sketch = try MapSketch(
            """
            A---B---C---D---E
                |   |   |
                F   G   H
                    |
                    I---J
            """, gridMetres: 20,
            roads: [
                .init("ABCDE", class: 3), .init("BF", class: 4), .init("CGI", class: 4),
                .init("DH", class: 4), .init("IJ"), .init("GH"),
            ])
        var scene = Scene(sketch)
        try scene.drive("A", "B", 10)
        let tree = scene.tree
        func path(_ nodes: String) throws -> HorizonPath? {
            try tree.paths.first { try scene.nodes(of: $0).hasPrefix(nodes) }
        }
        let main = try #require(tree.mainPath)
        #expect(tree.probability(of: main.id) == 1)
        let off = try #require(try path("BF"))
        #expect(tree.probability(of: off.id) == off.branch?.probability)
        // Past B first, then past C, then off.
        let last = try #require(try path("DH"))
        let lastBranch = try #require(last.branch)
        let passed = main.links.filter { $0.start > .zero && $0.start < lastBranch.offset }
        #expect(passed.count == 2)
        let expected = passed.reduce(lastBranch.probability) { $0 * $1.probability }
        #expect(abs(try #require(tree.probability(of: last.id)) - expected) < 1e-12)
        // What leaves a side path is as likely as that one and its own exits.
        let child = try #require(tree.paths.first { $0.level == 2 })
        let parent = try #require(child.branch?.parent)
        let share = try #require(tree.probability(of: child.id)) / tree.probability(of: parent)!
        #expect(share > 0 && share <= child.branch!.probability + 1e-12)
        // A vehicle that has gone by comes there no more.
        try scene.drive("B", "C", 10)
        #expect(scene.tree.probability(of: off.id) == 0)
        scene.tree.clear()
        #expect(scene.tree.probability(of: off.id) == nil)
    }
}
