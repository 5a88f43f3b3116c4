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

    @Test func `What the vehicle did there counts against it as one drive more`() throws {
        let sketch = try Self.roundTheBlock()
        func exits(learned: LearnedTurns?) throws -> DrivenTurns {
            var turns = DrivenTurns(map: sketch.map)
            turns.learned = learned
            for (from, to) in [("Z", "A"), ("A", "C")] as [(Character, Character)] {
                try turns.enter(try sketch.link(from, to))
            }
            return turns
        }
        let usual = try exits(learned: nil)
        var drive = try exits(learned: LearnedTurns())
        let aside = try sketch.link("C", "E")
        try drive.enter(aside)
        let again = try exits(learned: drive.learned)
        for (exit, before) in zip(again.exits, usual.exits) {
            let taken = exit.link == aside ? 1.0 : 0
            #expect(abs(exit.probability - (taken + before.probability) / 2) < 1e-12)
        }
        #expect(again.roadShares == usual.roadShares)

        // And so says the tree.
        let unlearned = try probability(of: aside, on: sketch, expects: true, looks: 5)
        let known = try probability(
            of: aside, on: sketch, expects: true, looks: 5, learned: drive.learned)
        #expect(
            unlearned < 0.5 && abs(known - (1 + unlearned) / 2) < 1e-9, "\(unlearned), \(known)")
    }

    @Test func `A turn that is learned while it lies ahead leaves exits that sum to 1`() throws {
        let sketch = try Self.roundTheBlock()
        var scene = Scene(sketch) {
            $0.expectsDestinations = true
            $0.learnsTurns = true
        }
        try scene.drive("Z", "A", 50)
        try scene.drive("A", "C", 100)
        for _ in 0..<5 { try scene.tree.lookForDestinations() }
        var drive = DrivenTurns(map: sketch.map)
        drive.learned = LearnedTurns()
        for _ in 0..<9 {
            for (from, to) in [("A", "C"), ("C", "E")] as [(Character, Character)] {
                try drive.enter(try sketch.link(from, to))
            }
        }
        scene.tree.learned = drive.learned
        try scene.tree.follow(DriverIntent())
        let (ahead, aside) = (try sketch.link("C", "D"), try sketch.link("C", "E"))
        let exits = Self.exits(of: scene.tree)
        let (on, off) = (try #require(exits[ahead]), try #require(exits[aside]))
        #expect(abs(on + off - 1) < 1e-9 && off > 0.8, "\(on), \(off)")
    }

    @Test func `A tree that is asked for it expects them once it has looked`() throws {
        let sketch = try Self.roundTheBlock()
        let aside = try sketch.link("C", "E")
        let usual = try probability(of: aside, on: sketch, expects: false, looks: 0)
        #expect(try probability(of: aside, on: sketch, expects: true, looks: 0) == usual)
        #expect(try probability(of: aside, on: sketch, expects: true, looks: 5) < usual)
    }

    @Test func `A wrong exit, just behind a junction, is no part of the way so far`() throws {
        let sketch = try Self.roundTheBlock()
        let aside = try sketch.link("C", "E")
        let direct = try probability(of: aside, on: sketch, expects: true, looks: 5)
        let briefly = try probability(
            of: aside, on: sketch, expects: true, looks: 5, onWrongExit: 14)
        #expect(briefly == direct)
        // After 16 m the wrong exit counts as driven. The route begins anew, and the way to C is forgotten: nothing is
        // evidence against E any more.
        let longer = try probability(
            of: aside, on: sketch, expects: true, looks: 5, onWrongExit: 16)
        #expect(longer > direct)
    }

    /// Who turns at A and again at X, 10 m farther, is not going to what lies behind E.
    private static func dogLeg() throws -> MapSketch {
        try MapSketch(
            """
                              H------------D------------I
                                           |
                                           |
            W--------Z-----A---B           |
                     |     X---------------C
                     |     |               |
                     |     Y               |
                     F---------------------E----G
            """, gridMetres: 10,
            roads: [
                .init("WZAB", class: 3), .init("AXY", class: 5), .init("XC", class: 5), .init("CD"),
                .init("HDI"), .init("CE", oneway: true), .init("ZFEG", oneway: true),
            ])
    }

    /// With and without an update on the short link.
    @Test(arguments: [true, false])
    func `The short link between two turns that were not foreseen is part of the way so far`(
        isSeen: Bool
    ) throws {
        let sketch = try Self.dogLeg()
        let way: [(Character, Character)] = [("W", "Z"), ("Z", "A"), ("A", "X"), ("X", "C")]
        var driven = DrivenTurns(map: sketch.map)
        for (from, to) in way { try driven.enter(try sketch.link(from, to)) }
        var anew = DrivenTurns(map: sketch.map)
        try anew.enter(try sketch.link("X", "C"))
        #expect(abs(anew.exits[0].probability - driven.exits[0].probability) > 0.05)
        var scene = Scene(sketch) { $0.expectsDestinations = true }
        for (from, to) in way where isSeen || to != "X" {
            for metres in [2.0, 9] {
                let change = try scene.drive(from, to, metres)
                if metres == 2, to == "X" || to == "C" { #expect(change == .turnedOff) }
            }
        }
        for _ in 0..<5 { try scene.tree.lookForDestinations() }
        try scene.drive("X", "C", 90)
        try scene.tree.follow(DriverIntent())
        let exits = Self.exits(of: scene.tree)
        for exit in driven.exits {
            let inTree = try #require(exits[exit.link])
            #expect(abs(inTree - exit.probability) < 1e-9, "\(inTree), \(exit.probability)")
        }
    }

    @Test func `Two wrong exits in a row are no part of the way so far`() throws {
        let sketch = try MapSketch(
            """
            P--------Q--A--------B----R
                     |  Y--X     |
                     |  |        |
                     |  V        |
                     T-----------S----U
            """, gridMetres: 10,
            roads: [
                .init("PQABR", class: 3), .init("AYV", class: 5), .init("YX", class: 5),
                .init("QTSU", oneway: true),
                .init("BS", oneway: true),
            ])
        func exit(wrongly: Bool) throws -> Double {
            var scene = Scene(sketch) { $0.expectsDestinations = true }
            try scene.drive("P", "Q", 50)
            try scene.drive("Q", "A", 20)
            if wrongly {
                try scene.drive("A", "Y", 2)
                try scene.drive("Y", "X", 2)
            }
            try scene.drive("A", "B", 50)
            for _ in 0..<5 { try scene.tree.lookForDestinations() }
            try scene.tree.follow(DriverIntent())
            return try #require(Self.exits(of: scene.tree)[try sketch.link("B", "S")])
        }
        #expect(try exit(wrongly: true) == exit(wrongly: false))
    }

    @Test func `A path that leads to the last driven link again is a new route`() throws {
        let sketch = try MapSketch(
            """
                     H-----------Q
                     |           |
            W--------Z-----------B
                     |
                     F-----G
            """, gridMetres: 10,
            roads: [.init("WZB"), .init("BQHZ"), .init("ZFG")])
        // The vehicle was between Z and B. Now it is far before Z, on a way there.
        var scene = Scene(sketch) { $0.expectsDestinations = true }
        try scene.drive("Z", "B", 50)
        for _ in 0..<5 { try scene.tree.lookForDestinations() }
        // The tree grows to B.
        for metres in [10.0, 20] { try scene.drive("W", "Z", metres) }
        for _ in 0..<5 { try scene.tree.lookForDestinations() }
        try scene.tree.follow(DriverIntent())
        var driven = DrivenTurns(map: sketch.map)
        try driven.enter(try sketch.link("W", "Z"))
        // The ring leads to Z again: the exits of the first junction alone.
        let main = try #require(scene.tree.mainPath)
        let junction = main.links[1].start
        var exits = [main.links[1].link: main.links[1].probability]
        for path in scene.tree.paths {
            guard let branch = path.branch, branch.parent == main.id, branch.offset == junction
            else { continue }
            exits[path.links[0].link] = branch.probability
        }
        #expect(driven.exits.count == 3)
        for exit in driven.exits {
            // The tree does not apply changes below 0.02.
            let inTree = try #require(exits[exit.link])
            #expect(abs(inTree - exit.probability) < 0.02, "\(inTree), \(exit.probability)")
        }
    }

    /// The probability of an exit of the junction at C for a vehicle that comes from Z. Behind A the estimate may first be on
    /// the exit to E, so many metres from A.
    private func probability(
        of exit: DirectedLink, on sketch: MapSketch, expects: Bool, looks: Int,
        learned: LearnedTurns? = nil, onWrongExit metres: Double? = nil
    ) throws -> Double {
        var scene = Scene(sketch) { $0.expectsDestinations = expects }
        scene.tree.learned = learned
        try scene.drive("Z", "A", 50)
        if let metres { try scene.drive("A", "E", metres) }
        try scene.drive("A", "C", 100)
        for _ in 0..<looks { try scene.tree.lookForDestinations() }
        try scene.tree.follow(DriverIntent())
        let exits = Self.exits(of: scene.tree)
        let (ahead, aside) = (try sketch.link("C", "D"), try sketch.link("C", "E"))
        #expect(abs((try #require(exits[ahead])) + (try #require(exits[aside])) - 1) < 1e-9)
        return try #require(exits[exit])
    }

    private static func exits(of tree: PathTree) -> [DirectedLink: Double] {
        var exits: [DirectedLink: Double] = [:]
        for path in tree.paths {
            if let branch = path.branch { exits[path.links[0].link] = branch.probability }
            for link in path.links.dropFirst() { exits[link.link] = link.probability }
        }
        return exits
    }
}
