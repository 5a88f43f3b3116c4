import ADASISv2
import CANFrames
import ProtocolChecker
import Quantities
import Testing

@Suite("Rules for a message by itself")
struct FrameRuleTests {
    @Test("An ordinary transmission breaks no rule")
    func ordinary() {
        var bus = Transmission()
        bus.step = 2
        bus.send(.segment(8, 0))
        bus.send(.stub(8, 100, to: 9))
        bus.send(.segment(9, 0))
        bus.send(.segment(8, 300, lanes: 2))
        bus.wait(20_000)
        bus.send(.segment(8, 300, lanes: 2, repeated: true))
        #expect(bus.end() == [])
        #expect(bus.checker.violations.isEmpty)
    }

    @Test("Counters go up by one")
    func counter() {
        var bus = Transmission()
        bus.send(.segment(8, 0))
        _ = bus.counted(.segment(8, 10))
        bus.send(.segment(8, 20))
        #expect(bus.broken == [.counter])
        #expect(
            bus.checker.violations.first?.explanation
                == "the counter is 2 after 0: at least 1 frame is missing")
        #expect(bus.checker.violations.first?.kind == .segment)
    }

    @Test("Violations that were taken out are kept no longer, and count")
    func takenViolations() {
        var bus = Transmission()
        bus.send(.segment(8, 0))
        for number in 1...3 {
            _ = bus.counted(.segment(8, 10 * number))
            bus.send(.segment(8, 10 * number + 5))
            #expect(bus.checker.takeViolations().map(\.rule) == [.counter])
            #expect(bus.checker.violations.isEmpty)
        }
        #expect(bus.checker.count(of: .counter) == 3)
    }

    @Test(
        "Special path indexes stand only where they mean something",
        arguments: [
            (Message.segment(0, 10), Rule.pathIndex), (.segment(1, 10), .pathIndex),
            (.segment(5, 10), .pathIndex), (.segment(7, 10), .pathIndex),
            (.stub(4, 10, to: 9), .pathIndex), (.stub(8, 10, to: 0), .pathIndex),
            (.stub(8, 10, to: 4), .pathIndex), (.stub(8, 10, to: 7), .pathIndex),
            (.position(0, 10, candidate: 1), .pathIndex),
            (.position(4, 10, candidate: 1), .pathIndex),
            (.position(2, 10, candidate: 1), .offset),
            (.segment(SegmentMessage(pathIndex: .first)), .offset),
            (.stub(StubMessage(pathIndex: .first, subPathIndex: PathIndex(9))), .offset),
        ])
    func indexes(message: Message, rule: Rule) {
        var bus = Transmission()
        bus.send(message)
        #expect(bus.broken == [rule])
    }

    @Test(
        "and do no harm there",
        arguments: [
            Message.segment(4, 0), .stub(8, 10, to: 5), .stub(8, 10, to: 6), .stub(8, 10, to: 63),
        ])
    func allowedIndexes(message: Message) {
        var bus = Transmission()
        bus.send(message)
        #expect(bus.broken == [])
    }

    @Test("POSITION goes on off the paths", arguments: [1, 2, 3])
    func offPath(index: Int) {
        var bus = Transmission()
        bus.place = nil
        for _ in 0..<20 {
            bus.wait(96)
            bus.send(.position(PositionMessage(pathIndex: PathIndex(index))))
        }
        #expect(bus.end() == [])
    }

    @Test("POSITION on a path needs an offset")
    func positionWithoutOffset() {
        var bus = Transmission()
        bus.place = nil
        bus.wait(96)
        bus.send(.position(PositionMessage(pathIndex: .first)))
        #expect(bus.broken == [.offset])
    }

    @Test(
        "Values without a meaning, and profile values out of range",
        arguments: [
            (Message.short(0, 10, 1), Rule.reservedValue), (.short(10, 10, 1), .reservedValue),
            (.short(31, 10, 1), .reservedValue), (.long(12, 10, 1), .reservedValue),
            (.country(1000), .reservedValue), (.short(6, 10, 8), .profileValue),
            (.short(5, 10, 256), .profileValue), (.long(1, 10, 3_600_000_001), .profileValue),
            (.long(2, 10, 1_800_000_001), .profileValue), (.long(3, 10, 1_100_001), .profileValue),
        ])
    func values(message: Message, rule: Rule) {
        var bus = Transmission()
        bus.send(message)
        #expect(bus.broken == [rule])
    }

    @Test(
        "and those at the end of their range",
        arguments: [
            Message.short(16, 10, 1), .long(30, 10, 1), .short(6, 10, 7), .short(5, 10, 255),
            .short(1, 10, 1022), .short(6, 10, 1023), .long(1, 10, 3_600_000_000),
            .long(2, 10, .max), .country(999), .country(0),
        ])
    func allowedValues(message: Message) {
        var bus = Transmission()
        bus.send(message)
        #expect(bus.broken == [])
    }

    @Test("Fields with reserved codes")
    func reservedCodes() {
        var bus = Transmission()
        var segment = SegmentMessage(pathIndex: .first, offset: OffsetCode(10))
        segment.formOfWay = FormOfWayCode(raw: 6)
        bus.send(.segment(segment))
        var stub = StubMessage(
            pathIndex: .first, offset: OffsetCode(10), subPathIndex: .noFurtherData)
        stub.formOfWay = FormOfWayCode(raw: 7)
        stub.lastStubAtOffset = true
        bus.send(.stub(stub))
        var position = PositionMessage(pathIndex: .first, offset: OffsetCode(0))
        position.positionIndex = 1
        position.currentLane = CurrentLaneCode(raw: 6)
        bus.send(.position(position))
        #expect(bus.broken == [.reservedValue])
        #expect(bus.checker.count(of: .reservedValue) == 3)
    }

    @Test("Frames: reserved bits, and what is no message")
    func frames() {
        let layout = Layout(.adasis)
        var checker = ProtocolChecker()
        var frame = layout.encode(.germany)
        checker.check(frame, at: .zero, layout: layout)
        #expect(checker.violations.isEmpty)
        // META-DATA's reserved bits are the highest three of its last byte.
        frame.bytes[7] |= 0x80
        frame.bytes[2] += 0x40
        checker.check(frame, at: .zero, layout: layout)
        #expect(checker.violations.map(\.rule) == [.reservedBits])
        frame.bytes[0] = 0xE0
        checker.check(frame, at: .zero, layout: layout)
        #expect(checker.violations.map(\.rule) == [.reservedBits, .frame])
    }

    @Test("The load of any second is bounded where a bound is given")
    func load() {
        var parameters = CheckerParameters()
        parameters.framesPerSecond = 12
        parameters.bitsPerSecond = 12 * 135
        var bus = Transmission(parameters)
        bus.wait(3_000)
        #expect(bus.end() == [])
        bus.send(.segment(8, 0))
        #expect(bus.broken == [])
        for metres in 1...2 { bus.send(.segment(8, metres)) }
        #expect(bus.broken == [.load])
    }

    @Test("Each rule says where it stands and how sure it is, under an id of its own")
    func rules() {
        #expect(Set(Rule.allCases.map(\.rawValue)).count == Rule.allCases.count)
        for rule in Rule.allCases {
            #expect(rule.reference.hasPrefix("§"))
            #expect(["A", "B", "C", "D"].contains(rule.confidence.rawValue))
        }
    }
}
