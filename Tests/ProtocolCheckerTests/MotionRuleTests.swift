import ADASISv2
import ProtocolChecker
import Quantities
import Testing

@Suite("Rules for the vehicle and the clock")
struct MotionRuleTests {
    @Test("POSITION comes every 100 to 200 ms")
    func positionInterval() {
        var bus = Transmission()
        bus.pausePosition(200)
        #expect(bus.broken == [])
        bus.pausePosition(230)
        #expect(bus.broken == [.positionInterval])
    }

    @Test("and not much faster")
    func fastPosition() {
        var bus = Transmission()
        bus.wait(50)
        bus.send(.position(8, 0))
        #expect(bus.broken == [.positionInterval])
    }

    @Test("and does not stop")
    func positionStops() {
        var bus = Transmission()
        bus.wait(1_000)
        bus.place = nil
        bus.wait(300)
        #expect(bus.end() == [.positionInterval])
    }

    @Test("META-DATA comes first")
    func metaDataFirst() {
        var bus = Transmission(begins: false)
        bus.sendsMetaData = false
        bus.wait(500)
        #expect(bus.end() == [], "it need not be in use")
        bus.sendsMetaData = true
        bus.wait(100)
        #expect(bus.broken == [.metaDataFirst])
    }

    @Test("and every five seconds")
    func metaDataInterval() {
        var bus = Transmission()
        bus.wait(10_000)
        #expect(bus.broken == [])
        bus.sendsMetaData = false
        bus.wait(6_000)
        #expect(bus.end() == [.metaDataInterval])
    }

    @Test("The vehicle does not move backwards but for small jumps")
    func backwards() {
        var bus = Transmission()
        bus.step = 2
        bus.wait(20_000)
        bus.step = 0
        guard let place = bus.place else { return }
        bus.move(to: 8, place.metres - 25)
        bus.wait(500)
        #expect(bus.broken == [])
        bus.move(to: 8, place.metres - 50)
        #expect(bus.broken == [])
        bus.move(to: 8, place.metres - 51)
        #expect(bus.broken == [.positionBackwards])
    }

    @Test("It comes no farther than speed and age say")
    func motion() {
        var bus = Transmission()
        bus.step = 3
        bus.wait(5_000)
        #expect(bus.broken == [])
        guard let place = bus.place else { return }
        bus.move(to: 8, place.metres + 30)
        #expect(bus.broken == [])
        bus.move(to: 8, place.metres + 100)
        #expect(bus.broken == [.positionMotion])
    }

    @Test("An offset that was true a while ago is old, not the vehicle slow")
    func age() {
        var bus = Transmission()
        bus.place = nil
        for fix in 0..<20 {
            for tenth in 0..<10 {
                bus.wait(96)
                var position = PositionMessage(
                    pathIndex: .first, offset: OffsetCode(fix * 60))
                position.speed = SpeedCode(MetresPerSecond(60))
                position.positionAge = PositionAgeCode(.milliseconds(Int64(tenth) * 100))
                bus.send(.position(position))
            }
        }
        #expect(bus.end() == [])
        for tenth in 1..<12 {
            bus.wait(96)
            var position = PositionMessage(pathIndex: .first, offset: OffsetCode(19 * 60))
            position.speed = SpeedCode(MetresPerSecond(60))
            position.positionAge = PositionAgeCode(tenth < 11 ? .milliseconds(900) : .zero)
            bus.send(.position(position))
        }
        #expect(bus.broken == [.positionMotion], "a second later the offset cannot be new")
    }

    @Test("It does not jump ahead so far that clients give up, through a turn neither")
    func jump() {
        var bus = Transmission()
        bus.send(.stub(8, 150, to: 9))
        bus.move(to: 9, 51)
        #expect(bus.broken == [.positionJump])
        var other = Transmission()
        other.move(to: 8, 201)
        #expect(other.broken == [.positionJump])
        #expect(
            other.checker.violations.first?.explanation
                == "201 m ahead, clients give up above 200 m")
    }

    @Test("Offsets go on over their wrap")
    func wrap() {
        var bus = Transmission()
        bus.step = 5
        for metres in stride(from: 0, to: 20_000, by: 500) {
            while let place = bus.place, place.metres < metres { bus.wait(100) }
            bus.send(.segment(8, metres + 600, lanes: metres / 500 % 5))
            bus.send(.segment(8, metres + 600, lanes: metres / 500 % 5, repeated: true))
        }
        #expect(bus.end() == [])
    }

    @Test("What is too far behind or ahead cannot be unwrapped")
    func reach() {
        var bus = Transmission()
        bus.place = (8, 1_000)
        bus.wait(300)
        bus.send(.segment(8, 700))
        bus.send(.segment(8, 8_600))
        // The vehicle's first POSITION was at 0 m.
        #expect(bus.broken == [.positionJump])
        bus.send(.segment(8, 690))
        #expect(bus.broken == [.reach, .positionJump])
        #expect(bus.checker.violations.last?.explanation.hasPrefix("310 m behind") == true)
    }

    @Test("Candidates are on paths that were announced")
    func candidates() {
        var bus = Transmission()
        bus.send(.stub(8, 100, to: 9))
        bus.send(.position(9, 0, candidate: 1))
        #expect(bus.broken == [])
        bus.send(.position(10, 0, candidate: 2))
        #expect(bus.broken == [.candidatePath])
    }

    @Test("A candidate ahead on the vehicle's own path does not move the vehicle")
    func candidateAhead() {
        var bus = Transmission()
        bus.step = 1
        for _ in 0..<20 {
            bus.wait(96)
            bus.send(.position(8, (bus.place?.metres ?? 0) + 560, candidate: 1))
        }
        #expect(bus.end() == [])
    }

    /// Drives to a place, with a path that leaves at 10 m and of which nothing is said again, and stays
    /// there until so long after its STUB.
    private func passed(_ metres: Int, _ milliseconds: Int64) -> Transmission {
        var bus = Transmission()
        bus.step = 1
        bus.send(.stub(8, 10, to: 9))
        bus.wait(Int64(metres) * 100 + 46)
        bus.step = 0
        bus.wait(milliseconds - Int64(metres) * 100 - 50)
        #expect(bus.place?.metres == metres && bus.broken == [])
        return bus
    }

    @Test("A jump to a path that a client may hold is one, however long nothing was said of it")
    func jumpToAPathWithinReach() {
        var bus = passed(60, 15_000)
        bus.move(to: 9, 251)
        #expect(bus.broken == [.positionJump], "50 m behind it is held yet")
        var other = passed(61, 15_000)
        other.move(to: 9, 251)
        #expect(other.broken == [], "a metre on the index has a new path")
    }

    @Test("nor is an index free that was spoken of ten seconds ago")
    func jumpToAPathInMemory() {
        var bus = passed(150, 18_000)
        bus.send(.segment(9, 0))
        bus.wait(9_750)
        bus.move(to: 9, 341)
        #expect(bus.broken == [.positionJump])
        var other = passed(150, 18_000)
        other.send(.segment(9, 0))
        other.wait(9_950)
        other.move(to: 9, 341)
        #expect(other.broken == [])
    }

    @Test("It does not jump by way of a path between either")
    func jumpThroughTwoTurns() {
        var bus = Transmission()
        bus.send(.stub(8, 100, to: 9))
        bus.send(.stub(9, 60, to: 10))
        bus.move(to: 10, 40)
        #expect(
            bus.broken == [.positionMotion], "200 m, which is no jump, if too far for a car at rest"
        )
        var other = Transmission()
        other.send(.stub(8, 100, to: 9))
        other.send(.stub(9, 60, to: 10))
        other.move(to: 10, 41)
        #expect(other.broken == [.positionJump])
    }

    @Test("Who tells of the current link alone sends no POSITION, and begins anywhere after")
    func mini() {
        var bus = Transmission()
        bus.wait(500)
        bus.place = nil
        bus.wait(150)
        bus.send(.segment(4, 0))
        bus.wait(3_000)
        bus.move(to: 8, 700)
        #expect(bus.end() == [])
        var late = Transmission()
        late.wait(500)
        late.place = nil
        late.wait(250)
        late.send(.segment(4, 0))
        #expect(late.end() == [.positionInterval], "it stopped before it said so")
        var jump = Transmission()
        jump.wait(500)
        jump.send(.segment(4, 0))
        jump.move(to: 8, 700)
        #expect(jump.broken == [.positionJump], "within two seconds clients have a horizon yet")
    }
}
