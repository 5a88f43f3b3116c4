import ADASISv2
import CANDatabase
import CANFrames
import ProtocolChecker
import Quantities
import Testing

/// Streams that the protocol allows and that are not whole: seen from their middle on, without
/// POSITION, or in a layout without some of the fields. Each time what is wrong in them is seen still.
@Suite("Streams without all that there could be")
struct LegalStreamTests {
    private static func joinedLate() -> Transmission {
        var parameters = CheckerParameters()
        parameters.joinsLate = true
        return Transmission(parameters)
    }

    @Test("Who joins late knows a path whose STUB came before by the STUB's repetition")
    func lateStub() {
        var bus = Self.joinedLate()
        bus.send(.stub(8, 100, to: 9, repeated: true))
        bus.send(.segment(10, 5, repeated: true))
        bus.send(.stub(9, 50, to: 10, repeated: true))
        bus.send(.segment(11, 5, repeated: true))
        bus.send(.stub(9, 60, to: 11, update: true))
        #expect(bus.end() == [])
    }

    @Test("as long as the path can be meant")
    func lateStubOfAnotherPath() {
        var bus = Self.joinedLate()
        bus.send(.segment(10, 500, repeated: true))
        bus.wait(11_000)
        bus.send(.stub(8, 100, to: 10, update: true))
        bus.send(.segment(10, 0))
        #expect(bus.end() == [])
    }

    @Test("and by nothing else, and once")
    func lateReuse() {
        var bus = Self.joinedLate()
        bus.send(.segment(10, 5, repeated: true))
        bus.send(.stub(8, 100, to: 10))
        #expect(bus.broken == [.indexReuse])
        var other = Self.joinedLate()
        other.send(.segment(10, 5, repeated: true))
        other.send(.stub(8, 100, to: 10, repeated: true))
        other.send(.stub(8, 200, to: 10, repeated: true))
        #expect(other.broken == [.indexReuse])
    }

    @Test("Who joins late sees that a junction is sent again by the update of its other STUB")
    func lateChangeOfPrediction() {
        for (isTold, isBetween) in [(true, false), (true, true), (false, false)] {
            var bus = Self.joinedLate()
            bus.send(.stub(8, 50, to: 9, turn: 60, repeated: true))
            bus.send(.stub(8, 400, to: 5, turn: 60))
            if isTold { bus.send(.stub(8, 100, to: 10, turn: 150, update: true, last: false)) }
            if isBetween { bus.send(.stub(8, 500, to: 5, turn: 60)) }
            bus.send(.stub(8, 100, to: 6, turn: 0))
            #expect(bus.broken == (isTold && !isBetween ? [] : [.nearFirst]))
        }
    }

    /// A sender whose mask leaves POSITION out.
    private static func withoutPosition() -> Transmission {
        var bus = Transmission(begins: false)
        bus.place = nil
        bus.wait(0)
        return bus
    }

    @Test("Without POSITION the vehicle's path needs no STUB, and what is at it no order")
    func noPosition() {
        var bus = Self.withoutPosition()
        bus.send(.segment(8, 0))
        bus.send(.segment(8, 400, lanes: 2))
        bus.send(.stub(8, 500, to: 9))
        bus.send(.segment(9, 0))
        bus.wait(1_000)
        bus.send(.segment(8, 300, lanes: 3))
        for metres in stride(from: 1_000, through: 8_000, by: 1_000) {
            bus.wait(11_000)
            bus.send(.segment(8, metres))
        }
        // The offsets have begun again: 400 m is another place than it was.
        bus.send(.segment(8, 400))
        bus.send(.stub(8, 500, to: 10))
        #expect(bus.end() == [])
    }

    @Test("What is wrong without any POSITION all the same")
    func wrongWithoutPosition() {
        var bus = Self.withoutPosition()
        bus.send(.segment(9, 0))
        bus.send(.stub(8, 100, to: 9))
        #expect(bus.broken == [.indexReuse])
        bus.send(.segment(8, 300))
        bus.send(.segment(8, 300))
        #expect(bus.broken == [.indexReuse, .unmarked])
        bus.send(.segment(8, 500, repeated: true))
        #expect(bus.broken == [.indexReuse, .retransmission, .unmarked])
    }

    @Test("Without POSITION one path at a time needs no STUB")
    func onePathAtATime() {
        var bus = Self.withoutPosition()
        bus.send(.segment(8, 100))
        // The vehicle has come onto another path.
        bus.send(.segment(9, 0))
        bus.send(.segment(9, 300))
        #expect(bus.broken == [])
        bus.wait(9_000)
        bus.send(.segment(8, 400))
        #expect(bus.broken == [.stubFirst])
        var later = Self.withoutPosition()
        later.send(.segment(8, 100))
        later.send(.segment(9, 0))
        later.wait(11_000)
        later.send(.segment(8, 0))
        #expect(later.broken == [])
    }

    @Test("What came before a POSITION that is late is looked at once it comes")
    func latePosition() {
        var bus = Self.withoutPosition()
        bus.send(.segment(9, 500))
        bus.send(.segment(9, 400, lanes: 2))
        bus.send(.segment(8, 30))
        bus.send(.segment(8, 10, lanes: 2))
        #expect(bus.broken == [])
        bus.place = (8, 20)
        bus.wait(100)
        #expect(bus.broken == [.stubFirst, .nearFirst])
        #expect(bus.checker.count(of: .nearFirst) == 1, "10 m of path 8 is behind the vehicle")
        #expect(bus.checker.count(of: .stubFirst) == 2)
        bus.send(.segment(8, 7_700))
        #expect(bus.broken == [.reach, .stubFirst, .nearFirst])
    }

    /// The default layout without a field of the messages along paths.
    private static func layout(without fields: Set<Field>) throws -> Layout {
        try Layout(
            messages: Layout(.adasis).messages.map { message in
                try MessageLayout(
                    kind: message.kind, identifier: message.identifier,
                    signals: message.signals.filter { !fields.contains($0.field) })
            })
    }

    /// The rules that a sender breaks which says each thing twice, in a layout without some fields.
    private static func broken(
        without fields: Set<Field>, _ messages: [Message]
    ) throws -> [Rule] {
        let layout = try layout(without: fields)
        var checker = ProtocolChecker()
        var time = MonotonicTime.zero
        for message in [Message.germany, .position(8, 0)] + messages {
            checker.check(layout.encode(message), at: time, layout: layout)
            time = time + .milliseconds(1)
        }
        return Rule.allCases.filter { checker.count(of: $0) > 0 }
    }

    @Test("What a layout has no place for is not asked for")
    func layoutWithoutFields() throws {
        let counted = Message.segment(8, 10)
        #expect(try Self.broken(without: [.cyclicCounter], [counted, .segment(8, 20)]) == [])
        #expect(try Self.broken(without: [], [counted, .segment(8, 20)]) == [.counter])
        let flags: Set<Field> = [.cyclicCounter, .retransmission, .update, .lastStubAtOffset]
        let twice: [Message] = [
            .segment(8, 10), .stub(8, 50, to: 9), .segment(8, 40), .segment(8, 10),
            .segment(8, 10, lanes: 2), .stub(8, 90, to: 10), .stub(8, 50, to: 9),
        ]
        #expect(try Self.broken(without: flags, twice) == [])
        #expect(
            try Self.broken(without: [.cyclicCounter], twice) == [.nearFirst, .lastStub, .unmarked])
    }

    @Test("and what it has a place for is")
    func otherRulesInSuchALayout() throws {
        let flags: Set<Field> = [.cyclicCounter, .retransmission]
        #expect(try Self.broken(without: flags, [.segment(9, 10)]) == [.stubFirst])
        #expect(
            try Self.broken(without: flags, [.segment(8, 10), .segment(8, 10, lanes: 2)])
                == [.unmarked])
        #expect(try Self.broken(without: flags, [.segment(8, 7_800)]) == [.reach])
    }
}
