import Horizon
import MapSketch
import Quantities
import Reasons
import RoadMap
import Routing
import Testing

/// The reasons of single junctions, by numbers that follow from the model.
@Suite struct JunctionReasonsTests {
    private static func steps(_ exit: ExitReasons) -> [ExitFactor] { exit.steps.map(\.factor) }

    /// Driving on around a roundabout leads to all of its exits but one.
    @Test func aRoundaboutHasTheWeightOfItsExits() throws {
        let sketch = try MapSketch(
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
        var tree = PathTree(map: sketch.map)
        tree.keepReasons()
        try tree.advance(to: LinkPlace(try sketch.link("W", "a"), offset: .zero))
        let main = try #require(tree.mainPath)
        let first = try #require(
            tree.reasons().first { $0.path == main.id && $0.exits.count == 2 })
        for exit in first.exits {
            let sum = exit.steps.reduce(0) { $0 + $1.change }
            #expect(abs(sum - exit.probability) < 1e-9)
            #expect(exit.steps[0].factor == .uniform && exit.steps[0].probability == 0.5)
            // Of the four exits, one lies here and three lie behind.
            #expect(exit.steps[1].factor == .roundabout)
            let share = exit.path == main.id ? 0.75 : 0.25
            #expect(abs(exit.steps[1].probability - share) < 1e-9)
            #expect(Self.steps(exit).contains(.angle))
        }
    }

    /// A U-turn takes its share of all exits; a closed road has none.
    @Test func uTurnAndIllegalExitHaveTheirShares() throws {
        let sketch = try MapSketch(
            """
            A---B---C
                |
                D
            """, gridMetres: 100,
            roads: [.init("ABC", class: 3), .init("DB", oneway: true, class: 3)])
        var parameters = HorizonParameters()
        parameters.showsUTurns = true
        parameters.showsIllegalExits = true
        var tree = PathTree(map: sketch.map, parameters: parameters)
        tree.keepReasons()
        try tree.advance(to: LinkPlace(try sketch.link("A", "B"), offset: Metres(100)))
        let junction = try #require(tree.reasons().first)
        let onward = try #require(junction.exits.first { $0.path == junction.path })
        #expect(Self.steps(onward) == [.uniform, .uTurn])
        #expect(onward.steps.map(\.probability) == [1, 0.99])
        let uTurn = try #require(junction.exits.first { $0.isUTurn })
        #expect(Self.steps(uTurn) == [.uniform, .uTurn])
        #expect(uTurn.steps.map(\.probability) == [0, 0.01])
        let closed = try #require(junction.exits.first { $0.legality == .oneWay })
        #expect(closed.probability == 0 && Self.steps(closed) == [.uniform])
    }

    /// The vehicle's own turns are a reason of their own.
    @Test func learnedTurnsAreAReason() throws {
        let sketch = try MapSketch(
            """
            A---B---C
                |
                D
            """, gridMetres: 100, roads: [.init("ABC", class: 3), .init("BD", class: 3)])
        var parameters = HorizonParameters()
        parameters.learnsTurns = true
        var tree = PathTree(map: sketch.map, parameters: parameters)
        var learned = LearnedTurns()
        func road(_ from: Character, _ to: Character) throws -> LearnedTurns.Road {
            let link = try sketch.link(from, to)
            return LearnedTurns.Road(
                try sketch.map.stableID(of: try sketch.map.link(link.link)), link.direction)
        }
        for _ in 0..<3 { learned.learn(from: try road("A", "B"), into: try road("B", "D")) }
        tree.learned = learned
        tree.keepReasons()
        try tree.advance(to: LinkPlace(try sketch.link("A", "B"), offset: Metres(100)))
        let junction = try #require(tree.reasons().first)
        let side = try #require(
            try junction.exits.first { $0.link == (try sketch.link("B", "D")) })
        #expect(side.timesTaken == 3)
        let last = try #require(side.steps.last)
        #expect(last.factor == .learned && last.change > 0.3)
        let before = side.steps[side.steps.count - 2].probability
        #expect(abs(last.probability - (3 + before) / 4) < 1e-9)
    }
}
