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
}
