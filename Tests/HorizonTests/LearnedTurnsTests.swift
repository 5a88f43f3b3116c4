import MapSketch
import Quantities
import RoadMap
import Testing

@testable import Horizon

/// What a vehicle learns of the turns it takes.
@Suite("Learned turns") struct LearnedTurnsTests {
    private static func road(
        _ number: Int, _ direction: Direction = .forward
    ) -> LearnedTurns.Road {
        LearnedTurns.Road(
            StableLinkID(way: Int64(number), startNode: -1, endNode: Int64(number) << 33),
            direction)
    }

    /// The crossroads, learning, as one comes to B for the first time.
    private static func scene(_ learned: LearnedTurns? = LearnedTurns()) throws -> Scene {
        var scene = Scene(try PathTreeTests.crossroads()) { $0.learnsTurns = true }
        scene.tree.learned = learned
        try scene.drive("A", "B", 30)
        return scene
    }

    private static func main(_ scene: Scene) throws -> String {
        try scene.nodes(of: try #require(scene.tree.mainPath))
    }

    @Test func itIsOffByDefault() throws {
        var scene = Scene(try PathTreeTests.crossroads())
        #expect(scene.tree.learned == nil)
        try scene.drive("A", "B", 30)
        try scene.drive("B", "E", 30)
        try scene.tree.learnTurns(upTo: Metres(10))
        #expect(scene.tree.learned == nil)
    }

    @Test func oneDriveIsEnoughToExpectTheSameTurn() throws {
        var scene = try Self.scene()
        #expect(try Self.main(scene) == "ABCF")
        let before = try #require(
            scene.tree.paths.first { (try? scene.nodes(of: $0)) == "BE" }?.branch?.probability)
        try scene.drive("A", "B", 100)
        try scene.tree.learnTurns(upTo: Metres(80))
        #expect(scene.tree.learned?.count == 0)
        try scene.drive("B", "E", 25)
        // It is not believed before it was seen far enough behind the junction.
        try scene.tree.learnTurns(upTo: Metres(-5))
        #expect(scene.tree.learned?.count == 0)
        try scene.drive("B", "E", 35)
        try scene.tree.learnTurns(upTo: Metres(15))
        #expect(scene.tree.learned?.count == 1)
        try scene.tree.learnTurns(upTo: Metres(15))

        var again = try Self.scene(scene.tree.learned)
        #expect(try Self.main(again) == "ABE")
        let side = try #require(
            again.tree.paths.first { (try? again.nodes(of: $0))?.hasPrefix("BC") == true })
        let turn = try #require(again.tree.mainPath?.links.last)
        #expect(abs(turn.probability - (1 + before) / 2) < 1e-12)
        #expect(try #require(side.branch).probability < 0.5)
        try again.checkInvariants()
        // Who comes from the other side is not meant.
        try again.drive("C", "B", 30)
        #expect(try Self.main(again) == "CBA")
    }

    @Test func goingStraightOnIsLearnedToo() throws {
        var scene = try Self.scene()
        try scene.tree.learnTurns(upTo: Metres(10))
        try scene.drive("B", "C", 30)
        try scene.tree.learnTurns(upTo: scene.tree.vehicleOffset - Metres(20))
        try scene.drive("C", "F", 30)
        let offset = scene.tree.vehicleOffset
        try scene.tree.learnTurns(upTo: offset - Metres(20))
        let learned = try #require(scene.tree.learned)
        #expect(learned.count == 2)
        learned.junctions.forEach { #expect($1.exits.map(\.count) == [1]) }
        // What lies before where the tree was begun nobody has seen.
        scene = try Self.scene()
        try scene.drive("B", "C", 30)
        try scene.tree.learnTurns(upTo: scene.tree.vehicleOffset - Metres(20))
        #expect(scene.tree.learned?.count == 0)
    }

    @Test func twoTurnsAtOnceAndOneThatWasNone() throws {
        let sketch = try MapSketch(
            """
            A-----B--C
                  |
                  D--E
                  |
                  F
            """, gridMetres: 20,
            roads: [.init("ABC", class: 2), .init("BDF", class: 4), .init("DE", class: 6)])
        func scene() throws -> Scene {
            var scene = Scene(sketch) { $0.learnsTurns = true }
            try scene.drive("A", "B", 80)
            try scene.tree.learnTurns(upTo: Metres(60))
            return scene
        }
        var turned = try scene()
        try turned.drive("D", "E", 30)
        try turned.tree.learnTurns(upTo: Metres(10))
        #expect(turned.tree.learned?.count == 2)
        // It seemed to have turned off, and had not.
        var wrong = try scene()
        try wrong.drive("B", "D", 5)
        try wrong.tree.learnTurns(upTo: Metres(-15))
        try wrong.drive("B", "C", 30)
        try wrong.tree.learnTurns(upTo: Metres(10))
        #expect(wrong.tree.learned?.count == 0)
    }

    @Test func habitsChange() {
        var learned = LearnedTurns()
        for _ in 0..<100 { learned.learn(from: Self.road(1), into: Self.road(2)) }
        #expect(learned.count(of: Self.road(2), from: Self.road(1)) <= LearnedTurns.mostPasses)
        for _ in 0..<40 { learned.learn(from: Self.road(1), into: Self.road(3)) }
        let (old, new) = (
            learned.count(of: Self.road(2), from: Self.road(1)),
            learned.count(of: Self.road(3), from: Self.road(1))
        )
        #expect(new > old)
        #expect(learned.count(of: Self.road(2), from: Self.road(1, .backward)) == 0)
    }

    @Test func itIsBounded() throws {
        var learned = LearnedTurns()
        for number in 0..<LearnedTurns.mostJunctions + 100 {
            learned.learn(from: Self.road(number), into: Self.road(number + 1))
            // One that is driven every day stays.
            learned.learn(from: Self.road(-7), into: Self.road(-8))
        }
        #expect(learned.count == LearnedTurns.mostJunctions)
        #expect(learned.knows(Self.road(-7)))
        #expect(!learned.knows(Self.road(50)))
        for number in 0..<40 { learned.learn(from: Self.road(-9), into: Self.road(number)) }
        let junction = try #require(learned.junctions[Self.road(-9)])
        #expect(junction.exits.count <= LearnedTurns.mostExits)
        #expect(learned.bytes.count < LearnedTurns.mostJunctions * 70)
        #expect(try LearnedTurns(learned.bytes) == learned)
    }

    /// Against a list of them that is looked through.
    @Test func theOneOfLongestAgoGivesWay() throws {
        var learned = LearnedTurns()
        var order: [Int] = []
        var state: UInt64 = 7
        for _ in 0..<40_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let number = Int((state >> 33) % 5000)
            learned.learn(from: Self.road(number), into: Self.road(-1))
            if let place = order.lastIndex(of: number) { order.remove(at: place) }
            order.append(number)
            if order.count > LearnedTurns.mostJunctions { order.removeFirst() }
        }
        var found: [LearnedTurns.Road] = []
        learned.junctions.forEach { road, _ in found.append(road) }
        #expect(found == order.map { Self.road($0) })
        let kept = try LearnedTurns(learned.bytes)
        #expect(kept == learned && kept.hashValue == learned.hashValue)
        learned.learn(from: Self.road(order[0]), into: Self.road(-1))
        #expect(kept != learned)
    }

    @Test func whatWasKeptIsNotTrusted() throws {
        var learned = LearnedTurns()
        for number in 0..<5 {
            for exit in 0...number { learned.learn(from: Self.road(number), into: Self.road(exit)) }
        }
        let bytes = learned.bytes
        #expect(try LearnedTurns(bytes) == learned)
        #expect(try LearnedTurns(LearnedTurns().bytes) == LearnedTurns())
        for length in 0..<bytes.count {
            #expect(throws: LearnedTurnsError.self) { try LearnedTurns(Array(bytes[..<length])) }
        }
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1 << UInt8(index % 8)
            let error = #expect(throws: LearnedTurnsError.self) { try LearnedTurns(changed) }
            #expect(error == (index < 8 ? .otherFormat : .damaged))
        }
        #expect(throws: LearnedTurnsError.damaged) { try LearnedTurns(bytes + [0]) }
        #expect("\(LearnedTurnsError.damaged)" == "learned turns that are damaged")
        #expect("\(LearnedTurnsError.otherFormat)" == "no learned turns of version 1")
    }
}
