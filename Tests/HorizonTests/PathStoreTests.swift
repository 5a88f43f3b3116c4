import MapSketch
import Quantities
import RoadMap
import Routing
import Testing

@testable import Horizon

/// A store with fixed paths, on a road of four links of 100 m and two roads off it.
@Suite("The store of paths") struct PathStoreTests {
    private let sketch: MapSketch
    private var store = PathStore(maximumPaths: 16)

    init() throws {
        sketch = try MapSketch(
            """
            . d e .
            A-B-C-D
            """, gridMetres: 50, roads: [.init("ABCD"), .init("Bd"), .init("Ce")])
        // The main path ABC, Bd off it at 100 m, and as if it left that: Ce at 50 m.
        store.begin(with: try link("A", "B", at: 0), trail: WayTrail(), because: .firstPlace)
        let side = try Self.branch(from: 1, at: 100)
        store.open(
            side, from: 0, with: try link("B", "d", at: 0, 0.25), approach: nil,
            trail: WayTrail())
        store.extend(0, by: try link("B", "C", at: 100, 0.75), approach: nil)
        store.open(
            try Self.branch(from: 2, at: 50), from: 1, with: try link("C", "e", at: 0),
            approach: nil, trail: WayTrail())
    }

    private func link(
        _ from: Character, _ to: Character, at metres: Int, _ probability: Double = 1
    ) throws -> PathLink {
        let link = try sketch.link(from, to)
        return PathLink(
            link: link, record: try sketch.map.link(link.link), start: Centimetres(metres * 100),
            traits: LinkTraits(), turnAngle: .zero, probability: probability,
            prior: probability, startSeconds: 0)
    }

    private static func branch(from parent: UInt64, at metres: Int) throws -> Branch {
        Branch(
            parent: PathID(number: parent), offset: Centimetres(metres * 100),
            turnAngle: Degrees(-90), legality: .legal, isUTurn: false, probability: 0.25,
            prior: 0.25)
    }

    private var names: [UInt64] { store.paths.map(\.id.number) }

    @Test func pathsGetNamesInOrderAndLevelsOfTheirParents() {
        #expect(names == [1, 2, 3])
        #expect(store.paths.map(\.level) == [0, 1, 2])
        #expect(store.index(of: PathID(number: 3)) == 2)
        #expect(store.index(of: PathID(number: 4)) == nil)
        #expect(store.linkCount == 4)
    }

    @Test mutating func distancesFollowTheVehicle() {
        store.updateDistances(from: Metres(30), withTimes: false)
        #expect(store.paths.map(\.startDistance.value) == [-3_000, 7_000, 12_000])
        #expect(store.place(of: Metres(130))?.offset == Metres(30))
        #expect(store.probabilityOfExits(from: Metres(50), to: Metres(150)) == 0.75)
        #expect(store.probabilityOfExits(from: Metres(100), to: Metres(150)) == 1)
    }

    @Test mutating func aPromotedPathKeepsItsNameAndWhatLeavesIt() {
        store.promote(1)
        #expect(names == [2, 3])
        #expect(store.paths.map(\.level) == [0, 1])
        #expect(store.paths[0].branch == nil)
        #expect(store.paths[0].links.count == 1)
        // A new path has a new name, and the memory of one that was removed.
        store.removeAll()
        #expect(store.paths.isEmpty)
    }

    @Test mutating func namesCountOnInAStoreAfterAnotherOne() throws {
        var next = PathStore(maximumPaths: 16, after: store)
        next.begin(with: try link("A", "B", at: 0), trail: WayTrail(), because: .firstPlace)
        #expect(next.paths[0].id.number == 4)
    }

    @Test mutating func pathsAndLinksBehindTheTrailingLengthAreDropped() {
        // The vehicle is 40 m beyond the branch of Bd, and so 10 m before the place of Ce.
        store.updateDistances(from: Metres(140), withTimes: false)
        store.drop(behind: Centimetres(5_000))
        #expect(names == [1, 2, 3] && store.paths[0].droppedLinks == 0)
        store.drop(behind: Centimetres(3_000))
        #expect(names == [1])
        #expect(store.paths[0].droppedLinks == 1 && store.paths[0].links.count == 1)
    }

    @Test mutating func aJunctionIsWeighedOnceItChangesEnough() {
        var junction = JunctionExits()
        junction.read(at: Centimetres(10_000), of: store)
        #expect(junction.exits.map(\.side) == [nil, 1])
        #expect(junction.exits.map(\.expected) == [0.75, 0.25])
        // Evidence of 9 to 1 for the side path: 0.75 to 2.25, a quarter to three quarters.
        junction.setRatio(9, by: .indicator, ofExit: 1)
        let isPossible = junction.weigh()
        #expect(isPossible)
        #expect(junction.exits.map(\.probability) == [0.25, 0.75])
        #expect(junction.likeliest == 1 && junction.differsFromExpected)
        #expect(junction.evidence(for: 1, against: 0) == .indicator)
        store.weigh(junction, unlessWithin: 0.6)
        #expect(store.weighing == 0 && store.paths[1].branch?.probability == 0.25)
        store.weigh(junction, unlessWithin: 0.4)
        #expect(store.weighing == 1 && store.paths[1].branch?.probability == 0.75)
        #expect(store.paths[0].links[1].probability == 0.25)
    }

    @Test func theOdometerCountsWhatIsDrivenAhead() {
        var vehicle = TreeVehicle()
        vehicle.drive(Metres(30), to: Metres(30))
        vehicle.drive(Metres(-10), to: Metres(20))
        #expect(vehicle.offset == Metres(20) && vehicle.odometer == Metres(30))
        // 20 m farther, of which the path ends 5 m before.
        vehicle.drive(Metres(20), to: Metres(35), rest: Metres(5))
        #expect(vehicle.odometer == Metres(45) && vehicle.progress == Metres(35))
        vehicle.place(at: .zero)
        #expect(vehicle.offset == .zero && vehicle.odometer == Metres(45))
        #expect(TreeVehicle(after: vehicle).odometer == Metres(45))
    }
}
