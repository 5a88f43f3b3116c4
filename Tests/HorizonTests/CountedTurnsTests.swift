import MapSketch
import Quantities
import RoadMap
import RoadMapWriter
import Routing
import Testing

@testable import Horizon

/// What the map's counts of other cars change.
@Suite("Turns of other cars") struct CountedTurnsTests {
    /// A crossing at B: way 100 leads on to C, way 101 from N to S. Cars from A were counted.
    private static func crossing(
        _ counts: [ExitCount], leastCars: Int? = nil
    ) throws -> MapSketch {
        try MapSketch(
            """
                N
                |
            A---B-------C
                |
                S
            """, gridMetres: 30, roads: [.init("ABC"), .init("NBS")],
            notes: leastCars.map { [(key: RoadMap.leastCarsNote, value: "\($0)")] } ?? [],
            furnish: { link in
                guard link.startNode.id == 65 else { return }
                link.attributes += counts.map {
                    Attribute(
                        .exitCount, $0.attributeValue(on: link.way), directions: .forward,
                        provenance: .observed, from: .zero, to: Centimetres(Int(UInt32.max)))
                }
            })
    }

    private static let straight = ExitCount(way: 100, .forward, count: 10)
    private static let right = ExitCount(way: 101, .forward, count: 30)

    /// The probabilities of the exits to C, N and S for a car that arrives from A.
    private static func probabilities(
        _ sketch: MapSketch, destinations: Bool = false, learned: LearnedTurns? = nil
    ) throws -> [Double] {
        var turns = DrivenTurns(
            map: sketch.map,
            coefficients: destinations
                ? .fitted : TurnCoefficients(TurnCoefficients.fitted.values))
        turns.learned = learned
        try turns.enter(try sketch.link("A", "B"))
        return try "CNS".map { end in
            let link = try sketch.link("B", end)
            return try #require(turns.exits.first { $0.link == link }).probability
        }
    }

    @Test func `They are passes beside those that the model counts as`() throws {
        let before = try Self.probabilities(try Self.crossing([]))
        let after = try Self.probabilities(try Self.crossing([Self.straight, Self.right]))
        for (number, taken) in [10.0, 0, 30].enumerated() {
            #expect(abs(after[number] - (taken + 5 * before[number]) / 45) < 1e-12)
        }
        #expect(before[2] < 0.3 && after[2] > 0.6 && after[1] > 0)
    }

    @Test func `An exit that too few cars took for a count may have been taken`() throws {
        let before = try Self.probabilities(try Self.crossing([]))
        let after = try Self.probabilities(try Self.crossing([Self.right], leastCars: 3))
        for (number, taken) in [0.4, 0.4, 30].enumerated() {
            #expect(abs(after[number] - (taken + 5 * before[number]) / 35.8) < 1e-12)
        }
    }

    @Test func `Counts of exits that the map does not have change nothing`() throws {
        let gone = [
            ExitCount(way: 999, .forward, count: 50), ExitCount(way: 100, .backward, count: 9),
        ]
        #expect(
            try Self.probabilities(try Self.crossing(gone, leastCars: 3))
                == Self.probabilities(try Self.crossing([])))
    }

    @Test func `Who comes from elsewhere is not meant`() throws {
        let sketch = try Self.crossing([Self.straight, Self.right])
        for sketch in [sketch, try Self.crossing([])] {
            var turns = DrivenTurns(map: sketch.map)
            try turns.enter(try sketch.link("C", "B"))
            #expect(turns.exits.allSatisfy { $0.probability < 0.9 })
            let ahead = try sketch.link("B", "A")
            #expect(turns.exits.max { $0.probability < $1.probability }?.link == ahead)
        }
    }

    @Test func `Destinations count before them, own habits above them`() throws {
        let counted = try Self.crossing([Self.straight, Self.right])
        let usual = try Self.probabilities(try Self.crossing([]), destinations: true)
        let after = try Self.probabilities(counted, destinations: true)
        for (number, taken) in [10.0, 0, 30].enumerated() {
            #expect(abs(after[number] - (taken + 5 * usual[number]) / 45) < 1e-9)
        }
        var learned = LearnedTurns()
        func road(_ from: Character, _ to: Character) throws -> LearnedTurns.Road {
            let link = try counted.link(from, to)
            return LearnedTurns.Road(
                try counted.map.stableID(of: try counted.map.link(link.link)), link.direction)
        }
        learned.learn(from: try road("A", "B"), into: try road("B", "N"))
        let own = try Self.probabilities(counted, destinations: true, learned: learned)
        for (number, taken) in [0.0, 1, 0].enumerated() {
            #expect(abs(own[number] - (taken + after[number]) / 2) < 1e-9)
        }
    }

    @Test(arguments: [false, true])
    func `The main path follows most cars`(_ expectsDestinations: Bool) throws {
        for (counts, main) in [([], "ABC"), ([Self.straight, Self.right], "ABS")]
            as [([ExitCount], String)]
        {
            let sketch = try Self.crossing(counts)
            var scene = Scene(sketch) { $0.expectsDestinations = expectsDestinations }
            try scene.drive("A", "B", 30)
            for _ in 0..<5 { try scene.tree.lookForDestinations() }
            try scene.tree.follow(DriverIntent())
            try scene.checkInvariants()
            #expect(try scene.nodes(of: try #require(scene.tree.mainPath)) == main)
            let wanted = try Self.probabilities(sketch, destinations: expectsDestinations)
            for path in scene.tree.paths {
                guard let branch = path.branch else { continue }
                let end = try scene.nodes(of: path).suffix(1)
                guard let number = ["C", "N", "S"].firstIndex(of: String(end)) else { continue }
                // Smaller changes than 0.02 stay as they are.
                #expect(abs(branch.probability - wanted[number]) < 0.02, "\(end)")
            }
        }
    }

    @Test func `The reasons of an exit name them and sum to its probability`() throws {
        var scene = Scene(try Self.crossing([Self.straight, Self.right]))
        scene.tree.keepReasons()
        try scene.drive("A", "B", 30)
        let junction = try #require(scene.tree.reasons().first)
        #expect(junction.exits.count == 3)
        for exit in junction.exits {
            let step = try #require(exit.steps.first { $0.factor == .observed })
            #expect(abs(step.probability - exit.probability) < 1e-9)
            #expect(abs(exit.steps.reduce(0) { $0 + $1.change } - exit.probability) < 1e-9)
        }
    }

    @Test func `A link is driven at its average speed`() throws {
        let sketch = try MapSketch(
            "A---B---C", gridMetres: 30, roads: [.init("AB"), .init("BC")],
            furnish: { link in
                guard link.startNode.id == 66 else { return }
                link.attributes.append(
                    Attribute(
                        .averageSpeed, 42, directions: .forward, provenance: .observed,
                        from: .zero, to: Centimetres(Int(UInt32.max))))
            })
        func speed(_ from: Character, _ to: Character) throws -> Double {
            let link = try sketch.link(from, to)
            return try LinkTraits(
                of: try sketch.map.link(link.link), link.direction, on: sketch.map
            ).expectedSpeed.kilometresPerHour
        }
        #expect(abs(try speed("B", "C") - 21) < 1e-9)
        #expect(abs(try speed("C", "B") - 40) < 1e-9)
        #expect(abs(try speed("A", "B") - 40) < 1e-9)
    }
}
