import ADASISv2
import HorizonReconstructor
import Quantities
import Testing

@Suite("The tree that a client builds")
struct TreeBuildingTests {
    @Test("A whole tree: paths with parents, stubs, segments and profiles")
    func wholeTree() throws {
        var line = Line()
        line.send(.germany)
        line.send(.position(8, 10, speed: 20))
        line.send(.segment(8, 0, lanes: 1))
        line.send(.stub(8, 200, to: 9, turn: 64, probability: 6))
        line.send(.segment(9, 0, lanes: 2))
        line.send(.stub(9, 50, to: 10))
        line.send(.segment(8, 300, lanes: 3))

        #expect(line.tree.metaData?.countryCode.reading == .known(276))
        #expect(line.tree.reachable == [8, 9, 10])
        #expect(line.tree.pending.isEmpty)
        let nine = try #require(line.tree[PathIndex(9)])
        #expect(nine.parent == .first)
        #expect(nine.stubMetres == 200)
        #expect(nine.stub?.turnAngle.raw == 64)
        #expect(nine.stub?.relativeProbability.raw == 6)
        #expect(line.tree.lanes(8, 299) == 1)
        #expect(line.tree.lanes(8, 300) == 3)
        #expect(line.tree.lanes(9, 0) == 2)
        let root = try #require(line.tree.root)
        let stub = try #require(root.nextStub(after: Metres(10)))
        #expect(stub.metres == 200)
        #expect(line.tree.path(at: stub, of: root)?.index == PathIndex(9))
        #expect(root.nextStub(after: Metres(200)) == nil)
    }

    @Test("The vehicle goes on between POSITIONs by speed and age")
    func extrapolation() throws {
        var line = Line()
        line.send(.position(8, 100, speed: 20))
        let vehicle = try #require(line.tree.vehicle)
        #expect(vehicle.offset(at: line.time + .milliseconds(50)) == Metres(101))
    }

    @Test("Curvature is linear between its spots, the second value being the next first one")
    func linearProfile() throws {
        var line = Line()
        line.send(.position(8, 0))
        line.send(.short(.curvature, 8, 100, 511, then: 611, after: 100))
        line.send(.short(.curvature, 8, 200, 611))
        let path = try #require(line.tree.root)
        #expect(path.spots(of: .short(.curvature)).map(\.metres) == [100, 200])
        let end = ProfileValueCode(raw: 611).curvature.value?.value ?? 0
        func curvature(_ metres: Double) -> Reading<Double> {
            path.value(of: .short(.curvature), at: Metres(metres))
        }
        #expect(curvature(99) == .unknown)
        #expect(curvature(100) == .known(0))
        #expect(curvature(150) == .known(end / 2))
        #expect(curvature(500) == .known(end))
        #expect(path.value(of: .short(.slopeLinear), at: Metres(150)) == .unknown)
    }

    @Test("Other profiles hold in steps, and a spot that is not available ends them")
    func stepProfile() throws {
        var line = Line()
        line.send(.position(8, 0))
        line.send(.short(.slopeStep, 8, 100, 521))
        line.send(.short(.slopeStep, 8, 200, 1023))
        let path = try #require(line.tree.root)
        #expect(path.value(of: .short(.slopeStep), at: Metres(199)) == .known(1))
        #expect(path.value(of: .short(.slopeStep), at: Metres(200)) == .notAvailable)
    }

    @Test("Several traffic signs stand at one place, other profiles have one value there")
    func severalSigns() throws {
        var line = Line()
        line.send(.position(8, 0))
        line.send(.long(.trafficSign, 8, 50, 0x0100_0000))
        line.send(.long(.trafficSign, 8, 50, 0x0200_0000))
        line.send(.long(.linkIdentifier, 8, 50, 1))
        line.send(.long(.linkIdentifier, 8, 50, 2))
        let path = try #require(line.tree.root)
        #expect(path.spots(of: .long(.trafficSign)).count == 2)
        #expect(path.spots(of: .long(.linkIdentifier)).map(\.content.raw) == [2])
    }

    @Test("A stub without further data is promoted by an update with an index")
    func promotion() throws {
        var line = Line()
        line.send(.position(8, 0))
        line.send(.stub(8, 100, to: 5, turn: 60, last: false))
        line.send(.stub(8, 100, to: 5, turn: 190))
        line.send(.stub(8, 100, to: 9, turn: 190, update: true))
        line.send(.segment(9, 0, lanes: 2))
        let subs = try #require(line.tree.root).stubs.items.map(\.content.subPathIndex.raw)
        #expect(subs == [5, 9])
        #expect(line.tree.reachable == [8, 9])
    }

    @Test("An update promotes the only stub without further data, at another angle too")
    func promotionAtAnotherAngle() throws {
        var line = Line()
        line.send(.position(8, 0))
        line.send(.stub(8, 100, to: 5, turn: 60))
        line.send(.stub(8, 100, to: 9, turn: 61, update: true))
        let subs = try #require(line.tree.root).stubs.items.map(\.content.subPathIndex.raw)
        #expect(subs == [9])
    }

    @Test("A path whose index is taken away is gone")
    func demotion() throws {
        var line = Line()
        line.send(.position(8, 0))
        line.send(.stub(8, 100, to: 9, turn: 60))
        line.send(.stub(8, 100, to: 5, turn: 60, update: true))
        #expect(line.tree.reachable == [8])
        #expect(line.tree.root?.stubs.items.map(\.content.subPathIndex.raw) == [5])
    }

    @Test("A changed prediction: the stubs of a place get new probabilities, the path goes on")
    func changedPrediction() throws {
        var line = Line()
        line.send(.position(8, 0))
        line.send(.stub(8, 100, to: 6, turn: 0, probability: 25, last: false))
        line.send(.stub(8, 100, to: 9, turn: 60, probability: 5))
        line.send(.segment(9, 0, lanes: 2))
        line.send(.stub(8, 100, to: 6, turn: 0, probability: 5, update: true, last: false))
        line.send(.stub(8, 100, to: 9, turn: 60, probability: 25, update: true))
        let stubs = try #require(line.tree.root).stubs.items
        #expect(stubs.map(\.content.subPathIndex.raw) == [6, 9])
        #expect(stubs.map(\.content.relativeProbability.raw) == [5, 25])
        #expect(line.tree[PathIndex(9)]?.stub?.relativeProbability.raw == 25)
        #expect(line.tree.lanes(9, 0) == 2)
    }

    @Test("An update replaces what was there, between its two values too")
    func update() throws {
        var line = Line()
        line.send(.position(8, 0))
        line.send(.segment(8, 0, lanes: 1))
        line.send(.segment(8, 0, lanes: 2, update: true))
        #expect(line.tree.lanes(8, 0) == 2)
        line.send(.short(.curvature, 8, 0, 511, then: 520, after: 50))
        line.send(.short(.curvature, 8, 50, 520, then: 511, after: 50))
        line.send(.short(.curvature, 8, 0, 511, then: 511, after: 100, update: true))
        let spots = try #require(line.tree.root).spots(of: .short(.curvature))
        #expect(spots.map(\.metres) == [0, 100])
    }

    @Test("A retransmission says nothing new")
    func retransmission() {
        var line = Line()
        line.send(.position(8, 0))
        line.send(.segment(8, 0, lanes: 1))
        #expect(line.send(.segment(8, 0, lanes: 1, repeated: true)) == .known)
        line.send(.stub(8, 90, to: 9))
        #expect(line.send(.stub(8, 90, to: 9, repeated: true)) == .known)
        #expect(line.tree.segmentPlaces(8) == [0])
    }

    @Test("Only a main path: without STUBs a new path takes over where POSITION goes")
    func mainPathOnly() {
        var line = Line()
        line.send(.position(8, 500))
        line.send(.segment(8, 490, lanes: 1))
        line.send(.position(9, 3))
        line.send(.segment(9, 0, lanes: 2))
        #expect(line.tree.reachable == [9])
        #expect(line.tree.pending.isEmpty)
        #expect(line.tree.lanes(9, 3) == 2)
    }

    @Test("Mini: the SEGMENT of the link that the car is on")
    func mini() {
        var line = Line()
        line.send(.germany)
        #expect(line.send(.segment(4, 0, lanes: 2)) == .applied)
        #expect(line.tree.currentLink?.lanesDrivingDirection.reading == .known(2))
        #expect(line.tree.paths.isEmpty)
        #expect(line.tree.whereabouts == .noPosition)
    }

    @Test("Other candidates keep the paths that they are on")
    func candidates() {
        var line = Line()
        line.send(.position(8, 90))
        line.send(.stub(8, 100, to: 9))
        line.send(.position(8, 150))
        line.send(.position(9, 50, candidate: 1))
        line.send(.position(8, 160))
        line.send(.position(9, 60, candidate: 1))
        #expect(line.tree.reachable == [8, 9])
        #expect(line.tree.positions[1]?.metres == 60)
    }

    @Test("A candidate ahead on the vehicle's own path does not move the vehicle")
    func candidateAhead() {
        var line = Line()
        line.send(.position(8, 90))
        line.send(.segment(8, 80, lanes: 2))
        for step in 1...5 {
            line.send(.position(8, 560 + step, candidate: 1))
            #expect(line.send(.position(8, 90 + step)) == .applied)
            #expect(line.tree.positions[0]?.metres == 90 + step)
            #expect(line.tree.positions[1]?.metres == 560 + step)
        }
        #expect(line.tree.lanes(8, 80) == 2)
    }
}
