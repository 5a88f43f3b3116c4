import MapSketch
import Quantities
import RoadMap
import RoadMapWriter
import Routing
import Testing

@testable import Horizon

@Suite struct RestrictionOverWaysTreeTests {
    /// From A over way 101 B–C–D, which a side road cuts in two links, and then to way 102 D–E only
    /// for those who did not come from way 100 A–B.
    private func scene(
        _ rule: TurnRestriction.Rule = .no, lookAhead: [Int] = [100_000, 100_000]
    ) throws -> Scene {
        let sketch = try MapSketch(
            """
            A---B---C---D---E
                |   |   |
                F   G   H
            """,
            gridMetres: 20,
            roads: [
                MapSketch.Road("AB"), MapSketch.Road("BCD"), MapSketch.Road("DE"),
                MapSketch.Road("DH"), MapSketch.Road("FB"), MapSketch.Road("CG"),
            ]
        ) { link in
            guard link.way == 101, link.endNode.id == 0x44 else { return }
            func add(_ kind: AttributeKind, _ value: UInt64) {
                link.attributes.append(
                    Attribute(
                        kind, value, directions: .forward, provenance: .tagged, from: .zero,
                        to: Centimetres(Int(UInt32.max))))
            }
            add(.turnRestriction, TurnRestriction(rule, toWay: 102).attributeValue)
            add(.previousWay, 100 << 1)
        }
        return Scene(sketch) {
            $0.lookAhead = lookAhead.map { Centimetres($0) }
            $0.trailing = Centimetres(1_000)
            $0.step = .zero
        }
    }

    private func paths(_ scene: Scene) throws -> [String] {
        try scene.tree.paths.map { try scene.nodes(of: $0) }
    }

    @Test func `Who came by the first way does not see the turn, who came otherwise does`() throws {
        var straight = try scene()
        try straight.drive("A", "B", 10)
        #expect(try paths(straight) == ["ABCDH", "BF", "CG"])
        var other = try scene()
        try other.drive("F", "B", 10)
        #expect(try paths(other).contains { $0.hasSuffix("CDE") })
        #expect(try paths(other).contains { $0.hasSuffix("DH") })
    }

    @Test func `The only course is the only exit`() throws {
        var straight = try scene(.only)
        try straight.drive("A", "B", 10)
        #expect(try paths(straight) == ["ABCDE", "BF", "CG"])
    }

    @Test func `The ways are remembered behind the links that are kept, and by side paths`() throws
    {
        // The end of way 101 is seen only after way 100 has been given up.
        var late = try scene(lookAhead: [4_000])
        for place in [("A", "B", 70), ("B", "C", 40), ("B", "C", 75)]
            as [(Character, Character, Double)]
        {
            try late.drive(place.0, place.1, place.2)
        }
        #expect(late.tree.mainPath?.droppedLinks == 1)
        try late.drive("C", "D", 50)
        #expect(try paths(late).allSatisfy { !$0.contains("E") })
        #expect(try paths(late).contains { $0.hasSuffix("DH") })
    }

    @Test func `A tree that is begun on the way does not know how one came there`() throws {
        var scene = try scene()
        try scene.drive("B", "C", 10)
        #expect(try paths(scene).contains { $0.hasSuffix("CDE") })
    }

    @Test func `A path begun anew for a course remembers the ways`() throws {
        let sketch = try scene().sketch
        var parameters = HorizonParameters()
        parameters.pathChange = .newPath
        var scene = Scene(sketch) { $0 = parameters }
        try scene.drive("A", "B", 70)
        try scene.drive("B", "C", 40)
        let before = scene.tree.mainPath?.id
        try scene.tree.setCourse([try sketch.link("C", "G")])
        #expect(scene.tree.mainPath?.id != before)
        #expect(try paths(scene).allSatisfy { !$0.contains("DE") })
    }
}
