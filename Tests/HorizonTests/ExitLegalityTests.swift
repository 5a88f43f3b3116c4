import MapSketch
import Quantities
import RoadMap
import RoadMapWriter
import Routing
import Testing

@testable import Horizon

/// Exits that may not be taken, and turning back.
@Suite("Illegal exits and U-turns") struct ExitLegalityTests {
    /// A junction at B with a road to the south, and dead ends all around.
    private static func scene(
        _ roads: [MapSketch.Road], illegal: Bool = true, back: Bool = false,
        mode: TransportMode = .car, furnish: (inout NewLink) -> Void = { _ in }
    ) throws -> Scene {
        let sketch = try MapSketch(
            """
            A---B---C
                |
                D
            """, gridMetres: 20, roads: roads, furnish: furnish)
        return Scene(sketch) {
            $0.showsIllegalExits = illegal
            $0.showsUTurns = back
            $0.vehicle = mode
        }
    }

    /// The side paths by their nodes, with what is said of where they leave.
    private static func sides(_ scene: Scene) throws -> [String: Branch] {
        var sides: [String: Branch] = [:]
        for path in scene.tree.paths {
            if let branch = path.branch { sides[try scene.nodes(of: path)] = branch }
        }
        return sides
    }

    private static func main(_ scene: Scene) throws -> String {
        try scene.nodes(of: try #require(scene.tree.mainPath))
    }

    @Test func `A one-way street that leads here is marked and never expected`() throws {
        var scene = try Self.scene([.init("ABC"), .init("DB", oneway: true)])
        try scene.drive("A", "B", 10)
        #expect(try Self.main(scene) == "ABC")
        let side = try #require(try Self.sides(scene)["BD"])
        #expect(side.legality == .oneWay && !side.isUTurn)
        #expect(side.probability == 0)
        let onward = try #require(scene.tree.mainPath?.links.last)
        #expect(onward.probability == 1)
        let id = try #require(scene.tree.paths.last?.id)
        #expect(scene.tree.probability(of: id) == 0)
        try scene.checkInvariants()
    }

    @Test func `A street entered against its direction becomes the path that goes on`() throws {
        var scene = try Self.scene([.init("ABC"), .init("DB", oneway: true)])
        try scene.drive("A", "B", 60)
        #expect(try scene.drive("B", "D", 10) == .turnedOff)
        #expect(try Self.main(scene) == "BD")
        #expect(scene.tree.mainPath?.branch == nil)
        #expect(scene.tree.mainPath?.end == .deadEnd)
    }

    @Test func `A forbidden turn says so, and a legal one beside it is certain`() throws {
        let restriction = TurnRestriction(.no, toWay: 102)
        var scene = try Self.scene([
            .init("AB", restriction: restriction), .init("BC"), .init("BD"),
        ])
        try scene.drive("A", "B", 10)
        #expect(try Self.sides(scene).mapValues(\.legality) == ["BD": .forbiddenTurn])
        #expect(scene.tree.mainPath?.links.last?.probability == 1)
        // A way that leads on and is forbidden altogether is no way on.
        let only = TurnRestriction(.noPassage, toWay: 0)
        scene = try Self.scene([.init("AB", restriction: only), .init("BC"), .init("BD")])
        try scene.drive("A", "B", 10)
        #expect(try Self.main(scene) == "AB")
        #expect(scene.tree.mainPath?.end == .deadEnd)
        #expect(
            try Self.sides(scene).mapValues(\.legality)
                == ["BC": .forbiddenTurn, "BD": .forbiddenTurn])
    }

    @Test func `A closed road is marked, a ferry is no exit`() throws {
        let roads: [MapSketch.Road] = [.init("ABC"), .init("BD")]
        var scene = try Self.scene(roads) { if $0.way == 101 { $0.directions = [] } }
        try scene.drive("A", "B", 10)
        #expect(try Self.sides(scene).mapValues(\.legality) == ["BD": .closed])
        scene = try Self.scene([.init("ABC"), .init("BD", ferry: true)])
        try scene.drive("A", "B", 10)
        #expect(try Self.sides(scene).isEmpty)
    }

    @Test func `What is closed to trucks is closed to them alone`() throws {
        var access = VehicleAccess()
        access[.truck] = .closed
        let value = access.rawValue
        let closed = Attribute(
            .vehicleAccess, value, provenance: .tagged, from: .zero,
            to: Centimetres(Int(UInt32.max)))
        let roads: [MapSketch.Road] = [.init("ABC"), .init("BD", also: [closed])]
        for (mode, legality) in [(TransportMode.car, ExitLegality.legal), (.truck, .closed)] {
            var scene = try Self.scene(roads, mode: mode)
            try scene.drive("A", "B", 10)
            #expect(try Self.sides(scene).mapValues(\.legality) == ["BD": legality])
            try scene.checkInvariants()
        }
        // And a turn that is forbidden to trucks.
        let restriction = TurnRestriction(.no, toWay: 102, vehicles: .trucks)
        for (mode, count) in [(TransportMode.car, 1), (.truck, 0)] {
            var scene = try Self.scene(
                [.init("AB", restriction: restriction), .init("BC"), .init("BD")],
                illegal: false, mode: mode)
            try scene.drive("A", "B", 10)
            #expect(try Self.sides(scene).count == count)
        }
    }

    @Test func `By default there are none`() throws {
        var scene = try Self.scene(
            [.init("ABC"), .init("DB", oneway: true)], illegal: false)
        try scene.drive("A", "B", 10)
        #expect(scene.tree.paths.count == 1)
    }

    @Test func `One turns back at a junction seldom and at a dead end surely`() throws {
        var scene = try Self.scene([.init("ABC"), .init("BD")], illegal: false, back: true)
        try scene.drive("A", "B", 10)
        #expect(try Self.main(scene) == "ABC")
        #expect(scene.tree.mainPath?.end == .deadEnd)
        let backs = scene.tree.paths.filter { $0.branch?.isUTurn ?? false }
        let atB = try #require(
            backs.first { $0.branch?.offset == scene.tree.mainPath?.links[0].end })
        #expect(try scene.nodes(of: atB) == "BA")
        #expect(atB.branch?.probability == TurnModel.uTurnProbability)
        #expect(abs(abs(try #require(atB.branch).turnAngle.value) - 180) < 1)
        let atC = try #require(
            backs.first { $0.branch?.offset == scene.tree.mainPath?.length })
        #expect(try scene.nodes(of: atC).hasPrefix("CB"))
        #expect(atC.branch?.probability == 1)
        #expect(atC.branch?.legality == .legal)
        #expect(scene.tree.mainLines(within: 0.4).allSatisfy { $0.path != atC.id })
        try scene.checkInvariants()
    }

    @Test func `Where the road just goes on nobody turns back`() throws {
        var scene = try Self.scene([.init("AB"), .init("BC")], illegal: false, back: true)
        try scene.drive("A", "B", 10)
        #expect(try Self.main(scene) == "ABC")
        #expect(scene.tree.paths.filter { $0.level == 1 }.count == 1)
    }

    @Test func `Turning back that is forbidden is no exit, or a marked one`() throws {
        let restriction = TurnRestriction(.no, toWay: 100)
        for isShown in [false, true] {
            var scene = try Self.scene(
                [.init("AB", restriction: restriction), .init("BC"), .init("BD")],
                illegal: isShown, back: true)
            try scene.drive("A", "B", 10)
            let junction = try #require(scene.tree.mainPath?.links[0].end)
            let backs = try Self.sides(scene).values.filter {
                $0.isUTurn && $0.offset == junction && $0.parent == scene.tree.mainPath?.id
            }
            #expect(backs.map(\.legality) == (isShown ? [.forbiddenTurn] : []))
            #expect(backs.allSatisfy { $0.probability == 0 })
            try scene.checkInvariants()
        }
    }

    @Test func `A route may turn back, and the vehicle is on it then`() throws {
        for change in HorizonParameters.PathChange.allCases {
            var scene = try Self.scene([.init("ABC"), .init("BD")], illegal: false, back: true)
            scene = Scene(scene.sketch) {
                $0.showsUTurns = true
                $0.pathChange = change
            }
            try scene.drive("A", "B", 10)
            try scene.tree.setCourse([try scene.sketch.link("B", "A")], isRoute: true)
            let main = try #require(scene.tree.mainPath)
            #expect(main.departure == main.links[0].end)
            let line = scene.tree.line()
            #expect(line.count == 2)
            let turned = try #require(line.last.flatMap { scene.tree.path($0.path) })
            #expect(turned.branch?.isUTurn == true)
            #expect(turned.branch?.probability == 0.95)
            // No new main path is begun again and again.
            try scene.drive("A", "B", 11)
            #expect(scene.tree.mainPath?.id == main.id)
            let outcome = try scene.tree.move(by: Metres(90))
            #expect(outcome.change == .turnedOff)
            #expect(scene.tree.mainPath?.id == turned.id)
        }
    }

    @Test func `A turn that becomes illegal on the way is marked from then on`() throws {
        var condition = Condition()
        condition.weather = .wet
        let value = condition.attributeValue
        let restriction = TurnRestriction(.no, toWay: 102)
        var scene = try Self.scene([
            .init(
                "AB", restriction: restriction,
                also: [
                    Attribute(
                        .condition, value, provenance: .tagged, from: .zero,
                        to: Centimetres(Int(UInt32.max)))
                ]), .init("BC"), .init("BD"),
        ])
        try scene.drive("A", "B", 10)
        #expect(try Self.sides(scene).mapValues(\.legality) == ["BD": .legal])
        scene.tree.surface = .wet
        try scene.drive("A", "B", 11)
        #expect(try Self.sides(scene).mapValues(\.legality) == ["BD": .forbiddenTurn])
        let names = scene.tree.paths.map(\.id)
        try scene.drive("A", "B", 12)
        #expect(scene.tree.paths.map(\.id) == names)
        scene.tree.surface = .dry
        try scene.drive("A", "B", 13)
        #expect(try Self.sides(scene).mapValues(\.legality) == ["BD": .legal])
    }

    @Test func `Who turns back each day is expected to, and the path still goes on`() throws {
        var scene = try Self.scene([.init("ABC"), .init("BD")], illegal: false, back: true)
        let road = try scene.sketch.map.stableID(
            of: try scene.sketch.map.link(try scene.sketch.link("A", "B").link))
        var learned = LearnedTurns()
        for _ in 0..<3 {
            learned.learn(
                from: LearnedTurns.Road(road, .forward), into: LearnedTurns.Road(road, .backward))
        }
        scene.tree.learned = learned
        try scene.drive("A", "B", 10)
        #expect(try Self.main(scene) == "ABC")
        let back = try #require(try Self.sides(scene)["BA"])
        #expect(back.isUTurn && back.probability > 0.7)
        try scene.checkInvariants()
    }

    @Test func `The mark is told with the path`() throws {
        var scene = try Self.scene([.init("ABC"), .init("DB", oneway: true)], back: true)
        try scene.drive("A", "B", 10)
        var observer = TreeObserver()
        observer.update(scene.tree)
        let told = observer.events.compactMap { event in
            if case .pathAdded(_, let branch?, let status) = event {
                return "\(branch.legality) \(branch.isUTurn) \(status.probability == 0)"
            }
            return nil
        }
        #expect(told.contains("oneWay false true"))
        #expect(told.contains("legal true false"))
    }
}
