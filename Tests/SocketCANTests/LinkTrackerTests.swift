import Testing

@testable import SocketCAN

@Suite struct LinkTrackerTests {
    private func follow(_ messages: [LinkMessage]) -> [LinkEvent] {
        var tracker = LinkTracker(name: "can0")
        var events: [LinkEvent] = []
        for message in messages { tracker.note(message) { events.append($0) } }
        return events
    }

    private func message(
        _ index: Int32,
        _ name: String = "can0",
        up: Bool = false,
        gone: Bool = false
    ) -> LinkMessage {
        LinkMessage(index: index, name: name, isUp: up, isDeleted: gone, state: nil)
    }

    @Test func aLife() {
        let events = follow([
            message(3, "eth0", up: true), message(4), message(4, up: true), message(4, up: true),
            message(4), message(4, up: true), message(4, gone: true), message(5, up: true),
        ])
        #expect(
            events == [
                .appeared(index: 4), .up, .down, .up, .gone, .appeared(index: 5), .up,
            ]
        )
    }

    /// The state of another interface, or of one that is down, is none.
    @Test func theStateComesWithEachMessage() {
        let state = LinkState(
            hasCarrier: true,
            controller: LinkState.Controller(
                state: .passive, errors: ErrorCounters(transmit: 128, receive: 0)))
        var messages = [
            message(3, "eth0", up: true), message(4), message(4, up: true), message(4, up: true),
        ]
        for number in messages.indices { messages[number].state = state }
        #expect(
            follow(messages) == [.appeared(index: 4), .up, .state(state), .state(state)])
        #expect(state.suggestsLoneliness && !state.isBusOff)
        #expect(LinkState(hasCarrier: false, controller: nil).isBusOff)
        #expect(
            LinkState(hasCarrier: true, controller: LinkState.Controller(state: .busOff)).isBusOff)
    }

    @Test func anotherTakesTheName() {
        #expect(
            follow([message(4, up: true), message(4, "can9", up: true), message(5)])
                == [.appeared(index: 4), .up, .gone, .appeared(index: 5)]
        )
        // The message about the old one was lost.
        #expect(
            follow([message(4, up: true), message(5)])
                == [.appeared(index: 4), .up, .gone, .appeared(index: 5)]
        )
    }
}
