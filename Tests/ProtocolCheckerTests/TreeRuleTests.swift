import ADASISv2
import ProtocolChecker
import Quantities
import Testing

@Suite("Rules for the tree")
struct TreeRuleTests {
    @Test("A STUB opens a path before anything on it")
    func stubFirst() {
        var bus = Transmission()
        bus.send(.segment(9, 0))
        #expect(bus.broken == [.stubFirst])
        bus.send(.segment(9, 10))
        #expect(bus.checker.count(of: .stubFirst) == 1, "once is enough")
    }

    @Test("A path that POSITION goes to needs no STUB")
    func newPath() {
        var bus = Transmission()
        bus.move(to: 9, 0)
        bus.send(.segment(9, 0))
        #expect(bus.broken == [])
    }

    @Test("Who listens only since a while does not miss what came before")
    func joinsLate() {
        var parameters = CheckerParameters()
        parameters.joinsLate = true
        var bus = Transmission(parameters)
        bus.send(.segment(9, 0, repeated: true))
        bus.send(.position(10, 0, candidate: 1))
        bus.send(.segment(8, 100, update: true))
        #expect(bus.broken == [])
    }

    @Test("An index is not reused while its path is within reach")
    func reuseWithinReach() {
        var bus = Transmission()
        bus.send(.stub(8, 100, to: 9))
        bus.wait(20_000)
        bus.send(.stub(8, 400, to: 9))
        #expect(bus.broken == [.indexReuse])
        let explanation = bus.checker.violations.first?.explanation ?? ""
        #expect(explanation.hasSuffix("the one from 100 m of path 8 is still within reach"))
    }

    @Test("nor within ten seconds, but then")
    func reuse() {
        var bus = Transmission()
        bus.step = 5
        bus.send(.stub(8, 20, to: 9))
        bus.send(.stub(8, 20 + 400, to: 10))
        bus.wait(9_000)
        bus.send(.stub(8, 700, to: 9))
        #expect(bus.broken == [.indexReuse])
        bus.wait(12_000)
        bus.send(.stub(8, 1_400, to: 10))
        #expect(bus.checker.count(of: .indexReuse) == 1)
        bus.send(.segment(10, 0))
        #expect(bus.broken == [.indexReuse])
    }

    @Test("A path that the vehicle has left is free after the trailing length and ten seconds")
    func reuseAfterTurn() {
        var bus = Transmission()
        bus.step = 2
        bus.send(.stub(8, 20, to: 9))
        bus.wait(900)
        bus.move(to: 9, 0)
        bus.wait(15_000)
        bus.send(.stub(9, 400, to: 8))
        bus.send(.segment(8, 0))
        #expect(bus.broken == [])
    }

    /// The vehicle passes a branch by so many metres, and drives back to before it, farther than a sender may say
    /// without a new path.
    private static func thereAndBack(_ metres: Int) -> Transmission {
        var bus = Transmission()
        bus.step = 1
        bus.send(.stub(8, 20, to: 9))
        while let place = bus.place, place.metres < 20 + metres { bus.wait(100) }
        bus.step = -1
        while let place = bus.place, place.metres > 10 { bus.wait(100) }
        bus.step = 0
        return bus
    }

    @Test("A path that clients have seen passed is free, also when the vehicle drives back")
    func reuseAfterDrivingBack() {
        let trailing = CheckerParameters().clientTrailing
        var bus = Self.thereAndBack(trailing + 1)
        bus.wait(11_000)
        bus.send(.stub(8, 400, to: 9))
        #expect(bus.broken == [.positionBackwards])
        var nearer = Self.thereAndBack(trailing)
        nearer.wait(11_000)
        nearer.send(.stub(8, 400, to: 9))
        #expect(nearer.broken == [.positionBackwards, .indexReuse])
        // And clients have it again when it is said again.
        var named = Self.thereAndBack(trailing + 1)
        named.send(.stub(8, 20, to: 9, repeated: true))
        named.wait(11_000)
        named.send(.stub(8, 400, to: 9))
        #expect(named.broken == [.positionBackwards, .indexReuse])
    }

    @Test("A path whose beginning is said later was never passed")
    func reuseOfWhatWaited() {
        var bus = Transmission()
        bus.send(.stub(9, 50, to: 10))
        bus.wait(200)
        bus.send(.stub(8, 100, to: 9))
        bus.wait(11_000)
        bus.send(.stub(8, 400, to: 10))
        #expect(bus.checker.count(of: .indexReuse) == 1)
    }

    @Test("What another candidate of the vehicle's place reaches is held")
    func reuseBesideCandidates() {
        let trailing = CheckerParameters().clientTrailing
        var bus = Transmission()
        bus.step = 1
        bus.send(.stub(8, 20, to: 9))
        while let place = bus.place, place.metres < 20 + trailing + 1 {
            bus.wait(100)
            bus.send(.position(8, 10, candidate: 1))
        }
        bus.step = -1
        while let place = bus.place, place.metres > 10 { bus.wait(100) }
        bus.step = 0
        bus.wait(11_000)
        bus.send(.stub(8, 400, to: 9))
        #expect(bus.checker.count(of: .indexReuse) == 1)
    }

    @Test("A repeated STUB is no reuse, nor is one of the path that the vehicle is on")
    func samePath() {
        var bus = Transmission()
        bus.send(.stub(8, 100, to: 9))
        bus.send(.stub(8, 100, to: 9, repeated: true))
        #expect(bus.broken == [])
    }

    @Test("No path begins on itself")
    func loop() {
        var bus = Transmission()
        bus.send(.stub(8, 10, to: 8))
        #expect(bus.broken == [.pathLoop])
        var other = Transmission()
        other.send(.stub(8, 10, to: 9))
        other.send(.stub(9, 10, to: 8))
        #expect(other.broken == [.pathLoop])
    }

    @Test("What is new comes near before far")
    func nearFirst() {
        var bus = Transmission()
        bus.send(.segment(8, 500))
        bus.send(.short(1, 100, 511))
        bus.send(.stub(8, 300, to: 9))
        bus.send(.segment(9, 0))
        #expect(bus.broken == [], "kinds and paths each by themselves")
        bus.send(.segment(8, 400, lanes: 2))
        #expect(bus.broken == [.nearFirst])
    }

    @Test("The last STUB of an offset has the flag")
    func lastStub() {
        var bus = Transmission()
        bus.send(.stub(8, 100, to: 6, turn: 0, last: false))
        bus.send(.segment(8, 100))
        bus.send(.stub(8, 100, to: 9))
        bus.send(.stub(9, 20, to: 5))
        bus.send(.stub(8, 200, to: 10))
        #expect(bus.broken == [])
        bus.send(.stub(8, 200, to: 11, turn: 150))
        #expect(bus.broken == [.lastStub])
    }

    @Test("A changed prediction: that the path goes on comes when the last STUB has lost its flag")
    func changedPrediction() {
        var bus = Transmission()
        bus.send(.stub(8, 100, to: 9, turn: 60, last: false))
        bus.send(.stub(8, 100, to: 10, turn: 150))
        bus.send(.stub(8, 200, to: 5, turn: 60))
        bus.send(.stub(8, 300, to: 5, turn: 60))
        bus.send(.stub(8, 100, to: 10, turn: 150, update: true, last: false))
        // A budget may let other things come between.
        bus.send(.stub(8, 200, to: 5, turn: 60, repeated: true))
        bus.send(.stub(8, 100, to: 6, turn: 0))
        bus.send(.stub(8, 400, to: 5, turn: 60))
        #expect(bus.broken == [])
        // Without it there are two last ones, and nothing that says why near comes after far.
        bus.send(.stub(8, 200, to: 6, turn: 0))
        #expect(bus.broken == [.nearFirst, .lastStub])
    }

    @Test("Only that the path goes on comes later: another road was there before")
    func noNewRoadLater() {
        var bus = Transmission()
        bus.send(.stub(8, 100, to: 9, turn: 60))
        bus.send(.stub(8, 200, to: 5, turn: 60))
        bus.send(.stub(8, 100, to: 9, turn: 60, update: true, last: false))
        bus.send(.stub(8, 100, to: 10, turn: 150))
        #expect(bus.broken == [.nearFirst])
    }

    @Test("The flag is on one STUB of an offset, and a repetition does not move it")
    func oneLastStub() {
        var bus = Transmission()
        bus.send(.stub(8, 100, to: 9, turn: 60, last: false))
        bus.send(.stub(8, 100, to: 10, turn: 150))
        bus.send(.stub(8, 100, to: 9, turn: 60, repeated: true, last: false))
        bus.send(.stub(8, 100, to: 10, turn: 150, update: true))
        #expect(bus.broken == [])
        bus.send(.stub(8, 100, to: 9, turn: 60, update: true))
        #expect(bus.broken == [.lastStub])
    }

    /// The one that had the flag may be gone by then (simulated years, seed 2710044040 in Monaco).
    @Test(
        "After two seconds without POSITION clients hold no last STUB", arguments: [1_500, 2_500])
    func lastStubAfterAnOutage(milliseconds: Int64) {
        var bus = Transmission()
        bus.send(.stub(8, 100, to: 9, turn: 60))
        bus.pausePosition(milliseconds)
        bus.send(.stub(8, 100, to: 6, turn: 0))
        #expect(bus.broken.contains(.lastStub) == (milliseconds < 2_000))
    }

    /// The one that had the flag may have been sent again as it was.
    @Test("After an outage a change of another STUB does not want the flag again")
    func otherStubAfterAnOutage() {
        var bus = Transmission()
        bus.send(.stub(8, 100, to: 9, turn: 60, last: false))
        bus.send(.stub(8, 100, to: 10, turn: 150))
        bus.pausePosition(2_500)
        bus.send(.stub(8, 100, to: 10, turn: 150, repeated: true))
        bus.send(.stub(8, 100, to: 9, turn: 60, update: true, last: false))
        bus.send(.stub(8, 200, to: 11))
        #expect(!bus.broken.contains(.lastStub))
        // The repetition says which one is the last, as before the outage.
        bus.send(.stub(8, 100, to: 6, turn: 0))
        #expect(bus.broken.contains(.lastStub))
    }

    @Test("Some STUB of an offset has the flag")
    func noLastStub() {
        var bus = Transmission()
        bus.send(.stub(8, 100, to: 9, last: false))
        bus.send(.stub(8, 200, to: 10))
        #expect(bus.broken == [.lastStub])
    }

    /// On a bus that comes back while the vehicle passes by, half of a junction may be on its way
    /// (simulated years, seed 2740142030 in Andorra).
    @Test(
        "No STUB has to have the flag at a junction that clients have forgotten behind the vehicle",
        arguments: [90, 150, 151])
    func noLastStubBehind(metres: Int) {
        var bus = Transmission()
        bus.send(.stub(8, 100, to: 9, last: false))
        bus.move(to: 8, metres)
        bus.send(.stub(8, 500, to: 10))
        #expect(bus.broken.contains(.lastStub) == (metres <= 150))
    }

    @Test("A retransmission repeats what was sent")
    func retransmission() {
        var bus = Transmission()
        bus.send(.segment(8, 100, lanes: 2))
        bus.send(.segment(8, 100, lanes: 2, repeated: true))
        #expect(bus.broken == [])
        bus.send(.segment(8, 110, lanes: 2, repeated: true))
        #expect(bus.broken == [.retransmission])
        bus.send(.segment(8, 100, lanes: 3, repeated: true))
        #expect(bus.checker.count(of: .retransmission) == 2)
        #expect(
            bus.checker.violations.last?.explanation
                == "100 m of path 8: not what was sent before, lanesDrivingDirection 2 is now 3")
    }

    @Test("An update replaces what was sent")
    func update() {
        var bus = Transmission()
        bus.send(.segment(8, 100, lanes: 2))
        bus.send(.segment(8, 100, lanes: 3, update: true))
        bus.send(.segment(8, 100, lanes: 3, repeated: true))
        #expect(bus.broken == [])
        bus.send(.segment(8, 100, lanes: 3, update: true))
        #expect(bus.broken == [.update])
        bus.send(.segment(8, 150, lanes: 3, update: true))
        #expect(bus.checker.count(of: .update) == 2)
    }

    @Test("Under a new META-DATA the same number means something else")
    func updateInNewUnit() {
        var bus = Transmission()
        bus.sendsMetaData = false
        bus.send(.segment(8, 100, lanes: 2))
        bus.send(.country(826))
        bus.send(.segment(8, 100, lanes: 2, update: true))
        #expect(bus.broken == [])
    }

    @Test("A stub is promoted by an update")
    func promotion() {
        var bus = Transmission()
        bus.send(.stub(8, 100, to: 5, turn: 60))
        bus.send(.stub(8, 100, to: 9, turn: 60, update: true))
        bus.send(.segment(9, 0))
        bus.send(.stub(8, 100, to: 9, turn: 60, repeated: true))
        #expect(bus.broken == [])
        bus.send(.stub(8, 200, to: 5, turn: 60))
        bus.send(.stub(8, 200, to: 10, turn: 60))
        #expect(bus.broken == [.lastStub, .unmarked])
    }

    @Test("What is sent again is marked")
    func unmarked() {
        var bus = Transmission()
        bus.send(.segment(8, 100, lanes: 2))
        bus.send(.segment(8, 100, lanes: 2))
        #expect(bus.broken == [.unmarked])
        bus.send(.segment(8, 100, lanes: 3))
        #expect(bus.checker.count(of: .unmarked) == 2)
    }

    @Test("Several lanes and several signs stand at one place")
    func severalThings() {
        var bus = Transmission()
        func long(_ type: LongProfileType, _ value: LongValueCode) -> Message {
            var message = ProfileLongMessage(
                profileType: type, pathIndex: PathIndex(raw: 8), offset: OffsetCode(raw: 100))
            message.value = value
            return .profileLong(message)
        }
        for lane: UInt32 in 1...3 {
            bus.send(
                long(.extendedLane, LongValueCode(extendedLane: ExtendedLane(lane: lane, of: 3))))
        }
        for sign: UInt32 in [2, 4] {
            let sign = TrafficSign(signType: sign, value: 0)
            bus.send(long(.trafficSign, LongValueCode(trafficSign: sign)))
        }
        #expect(bus.broken == [])
        // The same lane with other contents is a replacement, and has to say so.
        bus.send(long(.extendedLane, LongValueCode(extendedLane: ExtendedLane(lane: 2, of: 2))))
        #expect(bus.broken == [.unmarked])
    }

    @Test("Two traffic signs at one place are two things")
    func signs() {
        var bus = Transmission()
        bus.send(.long(8, 100, 0x0100_0000))
        bus.send(.long(8, 100, 0x0200_0000))
        #expect(bus.broken == [])
    }

    @Test("Back from off the road the path is the same")
    func offRoad() {
        var bus = Transmission()
        bus.send(.segment(8, 10))
        bus.place = nil
        for _ in 0..<150 {
            bus.wait(96)
            bus.send(.position(PositionMessage(pathIndex: .offRoad)))
        }
        bus.place = (8, 5)
        bus.wait(100)
        bus.send(.segment(8, 10, repeated: true))
        #expect(bus.broken == [])
    }

    @Test("A new path under an old index has nothing of the old one")
    func newPathUnderOldIndex() {
        var bus = Transmission()
        bus.step = 5
        bus.send(.segment(8, 10, lanes: 1))
        bus.wait(500)
        bus.move(to: 9, 0)
        bus.wait(20_000)
        bus.move(to: 8, 0)
        bus.send(.segment(8, 10, lanes: 2))
        #expect(bus.broken == [])
    }
}
