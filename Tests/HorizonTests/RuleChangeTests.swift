import MapSketch
import Quantities
import RoadMap
import RoadMapWriter
import Routing
import Testing

@testable import Horizon

/// Turns that open and close while the tree has them.
@Suite("Turns at times and in weather") struct RuleChangeTests {
    /// A crossing at C, where turning from B–C into C–E is forbidden under a condition.
    private func scene(_ condition: Condition, lookAhead: [Int] = [100_000, 100_000]) throws
        -> Scene
    {
        let sketch = try MapSketch(
            """
            A---B---C---D
                |   |
                F   E
            """,
            gridMetres: 20,
            roads: ["AB", "BC", "CD", "CE", "BF"].map { MapSketch.Road($0) }
        ) { link in
            link.texts.append(NewText(.timeZone, "Europe/Berlin CET-1CEST,M3.5.0,M10.5.0/3"))
            guard link.way == 101 else { return }
            func add(_ kind: AttributeKind, _ value: UInt64) {
                link.attributes.append(
                    Attribute(
                        kind, value, directions: .forward, provenance: .tagged, from: .zero,
                        to: Centimetres(Int(UInt32.max))))
            }
            add(.turnRestriction, TurnRestriction(.no, toWay: 103).attributeValue)
            add(.condition, condition.attributeValue)
        }
        return Scene(sketch) {
            $0.lookAhead = lookAhead.map { Centimetres($0) }
            $0.step = .zero
        }
    }

    private func seesTurn(_ scene: Scene) throws -> Bool {
        try scene.tree.paths.contains { try scene.nodes(of: $0).hasSuffix("CE") }
    }

    private static func `in`(_ weather: Condition.Weather) -> Condition {
        var condition = Condition()
        condition.weather = weather
        return condition
    }

    @Test(arguments: [
        (Condition.Weather.wet, SurfaceCondition.wet, false), (.wet, .dry, true),
        (.wet, .unknown, true), (.snow, .snow, false), (.snow, .wet, true), (.fog, .wet, true),
    ])
    func `A restriction in weather holds on the surface that says so`(
        weather: Condition.Weather, surface: SurfaceCondition, isOpen: Bool
    ) throws {
        var scene = try scene(Self.in(weather))
        scene.tree.surface = surface
        try scene.drive("A", "B", 10)
        #expect(try seesTurn(scene) == isOpen)
    }

    @Test func `It counts also where the tree has come to it before`() throws {
        var scene = try scene(Self.in(.wet))
        try scene.drive("A", "B", 10)
        let open = scene.tree.mainPath?.id
        #expect(try seesTurn(scene))
        scene.tree.surface = .wet
        try scene.drive("A", "B", 12)
        #expect(try !seesTurn(scene))
        let closed = scene.tree.mainPath?.id
        #expect(closed != open)
        // Another surface that changes nothing of it leaves the path as it is.
        scene.tree.surface = .wet
        try scene.drive("A", "B", 14)
        #expect(scene.tree.mainPath?.id == closed)
        scene.tree.surface = .dry
        try scene.drive("A", "B", 16)
        #expect(try seesTurn(scene))
    }

    @Test func `A time that begins and ends counts on the way`() throws {
        var condition = Condition()
        condition.hours = Condition.Hours(from: .minute(7 * 60), to: .minute(9 * 60))
        var scene = try scene(condition)
        // 06:59:58, 07:00:00, 08:59:59 and 09:00:00 on 2026-07-15 in Berlin.
        let seven: Int64 = 1_784_091_600
        var paths: [PathID?] = []
        for (metres, moment, isOpen) in [
            (10.0, seven - 2, true), (12, seven, false), (14, seven + 7199, false),
            (16, seven + 7200, true),
        ] {
            try scene.tree.advance(
                to: LinkPlace(try scene.sketch.link("A", "B"), offset: Metres(metres)), at: moment)
            #expect(try seesTurn(scene) == isOpen, "\(moment - seven)")
            paths.append(scene.tree.mainPath?.id)
        }
        #expect(paths[0] != paths[1] && paths[1] == paths[2] && paths[2] != paths[3])
    }

    @Test func `What lies behind the car begins nothing`() throws {
        var scene = try scene(Self.in(.wet))
        try scene.drive("A", "B", 10)
        try scene.drive("B", "C", 70)
        try scene.drive("C", "D", 5)
        let path = scene.tree.mainPath?.id
        scene.tree.surface = .wet
        try scene.drive("C", "D", 10)
        #expect(scene.tree.mainPath?.id == path)
    }
}
