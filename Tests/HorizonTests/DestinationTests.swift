import Horizon
import MapSketch
import Quantities
import RoadMap
import Testing

/// Where the driver may be going, by the way that he has come.
@Suite("Where the driver may be going") struct DestinationTests {
    /// Who comes from Z to C is not going to what lies behind E: the one-way street by F would have been the
    /// quicker way there.
    private static func roundTheBlock() throws -> MapSketch {
        try MapSketch(
            """
                  H------D------I
                         |
                         |
                         |
            Z--A---------C
               |         |
               |         |
               F---------E--G
            """, gridMetres: 20,
            roads: [
                .init("ZAC"), .init("CD"), .init("HDI"), .init("CE", oneway: true),
                .init("AFEG", oneway: true),
            ])
    }

    @Test func `Places that another way would have been quicker to are none to drive to`() throws {
        let sketch = try Self.roundTheBlock()
        var turns = DrivenTurns(map: sketch.map)
        var alone = DrivenTurns(
            map: sketch.map, coefficients: TurnCoefficients(TurnCoefficients.fitted.values))
        for (from, to) in [("Z", "A"), ("A", "C")] as [(Character, Character)] {
            try turns.enter(try sketch.link(from, to))
            try alone.enter(try sketch.link(from, to))
        }
        let ahead = try sketch.link("C", "D")
        let number = try #require(turns.exits.firstIndex { $0.link == ahead })
        #expect(turns.exits.count == 2)
        // 80 m to D and 280 m beyond it, against the 60 m to E.
        let share = turns.roadShares[number]
        #expect(share > 0.8 && share < 0.9, "\(share)")
        #expect(abs(turns.roadShares.reduce(0, +) - 1) < 1e-12)
        let (with, without) = (turns.exits[number].probability, alone.exits[number].probability)
        #expect(abs(turns.exits.reduce(0) { $0 + $1.probability } - 1) < 1e-12)
        let exponents = try #require(TurnCoefficients.fitted.destinations)
        let own = exponents.weight(expected: without, share: share)
        let other = exponents.weight(expected: 1 - without, share: 1 - share)
        #expect(abs(with - own / (own + other)) < 1e-9)
    }

    @Test func `A tree that is asked for it expects them once it has looked`() throws {
        let sketch = try Self.roundTheBlock()
        func probability(_ expects: Bool, looks: Int) throws -> Double {
            var scene = Scene(sketch) { $0.expectsDestinations = expects }
            try scene.drive("Z", "A", 50)
            try scene.drive("A", "C", 100)
            for _ in 0..<looks { try scene.tree.lookForDestinations() }
            try scene.tree.follow(DriverIntent())
            let (ahead, aside) = (try sketch.link("C", "D"), try sketch.link("C", "E"))
            var exits: [DirectedLink: Double] = [:]
            for path in scene.tree.paths {
                if let branch = path.branch { exits[path.links[0].link] = branch.probability }
                for link in path.links.dropFirst() { exits[link.link] = link.probability }
            }
            let probability = try #require(exits[aside])
            #expect(abs(probability + (try #require(exits[ahead])) - 1) < 1e-9)
            return probability
        }
        let usual = try probability(false, looks: 0)
        #expect(try probability(true, looks: 0) == usual)
        #expect(try probability(true, looks: 5) < usual)
    }
}
