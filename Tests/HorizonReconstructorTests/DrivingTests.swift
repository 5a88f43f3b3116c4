import ADASISv2
import HorizonReconstructor
import Quantities
import Testing

@Suite("What a client keeps and gives up while the vehicle drives")
struct DrivingTests {
    @Test("Offsets unwrap over 8190 m, in what is ahead and in what is behind")
    func wrap() {
        var line = Line()
        line.drive(8, from: 8000, to: 8180)
        line.send(.segment(8, 8170, lanes: 1))
        line.send(.segment(8, 8250, lanes: 2))
        line.send(.stub(8, 8400, to: 9))
        line.send(.segment(9, 0, lanes: 4))
        #expect(line.tree.segmentPlaces(8) == [8170, 8250])
        line.drive(8, from: 8190, to: 8260)
        #expect(line.tree.vehicle?.metres == 8260)
        #expect(line.tree.lanes(8, 8260) == 2)
        line.send(.segment(8, 8240, lanes: 3))
        #expect(line.tree.segmentPlaces(8).first == 8170)
        #expect(line.tree[PathIndex(9)]?.stubMetres == 8400)
        line.drive(8, from: 8270, to: 20_000)
        #expect(line.tree.vehicle?.metres == 20_000)
        #expect(line.tree.reachable == [8])
        #expect(line.client.report.resets(.forwardJump) == 0)
    }

    @Test("What a late joiner heard of a path before POSITION is unwrapped by it")
    func lateWrap() {
        var line = Line()
        line.send(.segment(8, 8191 + 100, lanes: 2))
        line.send(.segment(8, 7950, lanes: 1))
        line.send(.stub(8, 8191 + 300, to: 9))
        line.send(.position(8, 8000))
        #expect(line.tree.segmentPlaces(8) == [7950, 8291])
        #expect(line.tree[PathIndex(9)]?.stubMetres == 8491)
        #expect(line.tree.reachable == [8, 9])
    }

    @Test("What was sent behind the vehicle just after a wrap is behind it for a late joiner")
    func lateWrapBehind() {
        var line = Line()
        line.send(.segment(8, 8130, lanes: 2))
        line.send(.position(8, 20))
        #expect(line.tree.segmentPlaces(8) == [8130 - 8191])
        #expect(line.tree.lanes(8, 100) == 2)
    }

    @Test("Joining late: what comes before its STUB waits for it")
    func lateJoin() {
        var line = Line()
        line.send(.position(8, 500))
        #expect(line.send(.segment(9, 0, lanes: 2)) == .pending)
        #expect(line.send(.stub(9, 40, to: 10)) == .pending)
        #expect(line.tree.reachable == [8])
        #expect(line.tree.pending == [9, 10])
        #expect(line.send(.stub(8, 700, to: 9, repeated: true)) == .applied)
        #expect(line.tree.reachable == [8, 9, 10])
        #expect(line.tree.lanes(9, 0) == 2)
    }

    @Test("What waits in vain is forgotten after ten seconds")
    func forgotten() {
        var line = Line()
        line.send(.position(8, 500))
        line.send(.segment(9, 0, lanes: 2))
        for _ in 0..<105 {
            line.wait(96)
            line.send(.position(8, 500))
        }
        #expect(line.tree.pending.isEmpty)
        #expect(line.client.report.pathsForgotten == 1)
        #expect(line.tree.reachable == [8], "the vehicle's own path stays")
    }

    @Test("A vehicle that stands still keeps what it can reach as long as it is spoken of")
    func standing() {
        var line = Line()
        line.send(.position(8, 500))
        line.send(.stub(8, 700, to: 9))
        line.send(.stub(8, 800, to: 10))
        for step in 0..<300 {
            line.wait(92)
            line.send(.position(8, 500))
            if step % 90 == 0 { line.send(.stub(8, 700, to: 9, repeated: true)) }
        }
        #expect(line.tree.reachable == [8, 9])
        #expect(line.tree.root?.stubs.items.count == 2, "the road itself is on the vehicle's path")
    }

    @Test("The link that the vehicle is on is forgotten when it is not told of any more")
    func currentLink() {
        var line = Line()
        line.send(.segment(4, 0, lanes: 2))
        line.wait(9_990)
        #expect(line.tree.currentLink != nil)
        line.wait(100)
        #expect(line.tree.currentLink == nil)
        line.send(.segment(4, 0, lanes: 2))
        line.client.reset()
        #expect(line.tree.currentLink == nil)
    }

    @Test("Passing by: a side path is dropped when its stub is behind the trailing length")
    func passingBy() {
        var line = Line()
        line.send(.position(8, 0))
        line.send(.segment(8, 0, lanes: 1))
        line.send(.segment(8, 30, lanes: 2))
        line.send(.stub(8, 20, to: 9))
        line.drive(8, from: 10, to: 70)
        #expect(line.tree.reachable == [8, 9])
        line.drive(8, from: 80, to: 90)
        #expect(line.tree.reachable == [8])
        #expect(line.tree.root?.stubs.items.isEmpty == true)
        #expect(line.tree.segmentPlaces(8) == [30], "what is in force stays")
        #expect(line.send(.stub(8, 20, to: 9, repeated: true)) == .dropped(.behind))
    }

    @Test(
        "Turning off: the new root keeps what leaves it, the rest goes behind the trailing length")
    func turningOff() {
        var line = Line()
        line.send(.position(8, 90))
        line.send(.stub(8, 100, to: 9))
        line.send(.stub(9, 300, to: 10))
        line.send(.stub(8, 400, to: 11))
        line.drive(9, from: 0, to: 50)
        #expect(line.tree.root?.index == PathIndex(9))
        #expect(line.tree.reachable == [8, 9, 10, 11], "the fork is still close")
        line.drive(9, from: 60, to: 60)
        #expect(line.tree.reachable == [9, 10])
    }

    @Test("A wrong turn that is taken back close to the fork costs nothing")
    func backFromWrongTurn() {
        var line = Line()
        line.send(.position(8, 90))
        line.send(.stub(8, 100, to: 9))
        line.send(.segment(8, 120, lanes: 3))
        line.send(.position(9, 10))
        line.send(.position(8, 112))
        #expect(line.tree.reachable == [8, 9])
        #expect(line.tree.lanes(8, 130) == 3)
        #expect(line.client.report.resets(.forwardJump) == 0)
    }

    @Test("A jump of more than 200 m ahead clears the horizon, one of 200 m does not")
    func forwardJump() {
        var line = Line()
        line.send(.position(8, 0))
        line.send(.stub(8, 1000, to: 9))
        line.send(.position(8, 200))
        #expect(line.tree.reachable == [8, 9])
        line.send(.position(8, 401))
        #expect(line.tree.reachable == [8])
        #expect(line.tree.vehicle?.metres == 401)
        #expect(line.client.report.resets(.forwardJump) == 1)
    }

    @Test("A small jump back is taken, one beyond the trailing length clears the horizon")
    func backwardJump() {
        var line = Line()
        line.send(.position(8, 500))
        line.send(.stub(8, 1000, to: 9))
        line.send(.position(8, 460))
        #expect(line.tree.reachable == [8, 9])
        line.send(.position(8, 400))
        #expect(line.tree.reachable == [8])
        #expect(line.client.report.resets(.backwardJump) == 1)
    }

    @Test("Without POSITION for two seconds there is no horizon; it is back with the next one")
    func timeout() {
        var line = Line()
        line.send(.position(8, 500))
        line.send(.segment(8, 490, lanes: 1))
        line.wait(1_996)
        #expect(line.tree.whereabouts == .onPath)
        line.wait(1)
        #expect(line.tree.whereabouts == .noPosition)
        #expect(line.tree.vehicle == nil)
        #expect(line.tree.root == nil)
        #expect(line.client.report.resets(.positionTimeout) == 1)
        line.send(.position(8, 510))
        #expect(line.tree.lanes(8, 510) == 1)
        line.wait(12_100)
        #expect(line.tree.paths.isEmpty, "ten seconds later all is forgotten")
    }

    @Test(
        "Off the paths there is no horizon",
        arguments: [
            (PathIndex.noMap, Whereabouts.noMap), (.offRoad, .offRoad),
            (.notCalibrated, .notCalibrated),
        ])
    func offPath(index: PathIndex, whereabouts: Whereabouts) {
        var line = Line()
        line.send(.position(8, 500))
        line.send(.offPath(index))
        #expect(line.tree.whereabouts == whereabouts)
        #expect(line.tree.vehicle == nil)
        line.wait(2_100)
        #expect(line.tree.whereabouts == .noPosition)
    }

    @Test("An index that begins elsewhere is a new path")
    func reopened() {
        var line = Line()
        line.send(.position(8, 0))
        line.send(.stub(8, 100, to: 9))
        line.send(.segment(9, 0, lanes: 2))
        line.send(.stub(8, 300, to: 9))
        #expect(line.tree[PathIndex(9)]?.stubMetres == 300)
        #expect(line.tree.segmentPlaces(9).isEmpty)
        #expect(line.client.report.pathsReopened == 1)
        #expect(line.tree.root?.stubs.items.map(\.content.subPathIndex.raw) == [5, 9])
    }
}
