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
        LinkMessage(index: index, name: name, isUp: up, isDeleted: gone)
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
