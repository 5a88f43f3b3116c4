import CANFrames
import LinuxLoop
import Quantities
import Testing

@testable import SocketCAN

/// What happens when the link goes away. The suite works on an interface of its own making, so that
/// nothing else on the bus is disturbed.
@Suite(.serialized, .enabled(if: Bench.isThere, Bench.reason))
struct LinkOnVCAN {
    private static let name = "ehztest0"

    private func make() throws {
        Bench.run("ip link del \(Self.name)")
        try #require(Bench.run("ip link add \(Self.name) type vcan"))
        try #require(Bench.run("ip link set \(Self.name) up"))
    }

    private func frame() throws -> CANFrame {
        try Bench.frame(try #require(CANIdentifier(base: 0x42)), [1, 2])
    }

    @Test func downAndUpIsSurvivedByTheSameSocket() throws {
        try make()
        defer { Bench.run("ip link del \(Self.name)") }
        var events: [LinkEvent] = []
        var monitor = try LinkMonitor.open(interface: Self.name) { events.append($0) }
        let socket = try CANSocket(interface: Self.name)
        #expect(events == [.appeared(index: socket.interfaceIndex), .up])
        #expect(try socket.send(try frame()) == .sent)

        events = []
        try #require(Bench.run("ip link set \(Self.name) down"))
        try monitor.read { events.append($0) }
        #expect(events == [.down])
        let isUp = monitor.isUp
        #expect(!isUp)
        // Told once to whoever comes first, which without a look would have been the sender.
        guard case .linkDown = try socket.receive() else {
            Issue.record("the socket does not tell that the link is down")
            return
        }
        guard case .nothing = try socket.receive() else {
            Issue.record("the socket tells twice that the link is down")
            return
        }
        for _ in 0..<3 { #expect(try socket.send(try frame()) == .linkDown) }

        events = []
        try #require(Bench.run("ip link set \(Self.name) up"))
        try monitor.read { events.append($0) }
        // vcan has no controller.
        var passed = LinkTraffic(received: 1, transmitted: 1)
        func state() -> LinkEvent {
            .state(LinkState(hasCarrier: true, controller: nil, traffic: passed))
        }
        #expect(events == [.up, state()])
        // The same as an answer, with the frames that passed. vcan counts each one in both directions.
        #expect(try socket.send(try frame()) == .sent)
        passed = LinkTraffic(received: 2, transmitted: 2)
        events = []
        let question = monitor.question
        try #require(question).ask()
        try monitor.read { events.append($0) }
        #expect(events == [state()])
        #expect(try socket.send(try frame()) == .sent)
    }

    /// More messages than the socket holds: whoever reads later learns that some are lost, and whether the link is up.
    @Test func lostMessagesAreReported() throws {
        try make()
        defer { Bench.run("ip link del \(Self.name)") }
        var events: [LinkEvent] = []
        var monitor = try LinkMonitor.open(interface: Self.name) { _ in }
        let flap = "ip link set \(Self.name) down; ip link set \(Self.name) up"
        try #require(Bench.run("for i in $(seq 120); do \(flap); done"))
        try monitor.read { events.append($0) }
        #expect(events.last == .missed)
        let isUp = monitor.isUp
        #expect(isUp)
        // Once only.
        events = []
        try monitor.read { events.append($0) }
        #expect(events.isEmpty)
    }

    @Test func aLinkThatIsGoneIsOpenedAgainWhenItIsBack() throws {
        try make()
        defer { Bench.run("ip link del \(Self.name)") }
        var events: [LinkEvent] = []
        var monitor = try LinkMonitor.open(interface: Self.name) { _ in }
        let socket = try CANSocket(interface: Self.name)
        try #require(Bench.run("ip link del \(Self.name)"))
        try monitor.read { events.append($0) }
        #expect(events.last == .gone)
        let isPresent = monitor.isPresent
        #expect(!isPresent)
        // A link that is deleted goes down first, and the socket says the one or the other.
        var isGone = false
        for received in try socket.drainUntilGone() { if case .gone = received { isGone = true } }
        #expect(isGone)
        #expect(try socket.send(try frame()) == .gone)
        #expect(throws: SocketCANError.noInterface(Self.name)) {
            _ = try CANSocket(interface: Self.name)
        }

        events = []
        try make()
        try monitor.read { events.append($0) }
        #expect(events.count == 3)
        #expect(events.dropFirst().first == .up)
        // The old socket stays dead; a new one works.
        #expect(try socket.send(try frame()) == .gone)
        let again = try CANSocket(interface: Self.name)
        #expect(events.first == .appeared(index: again.interfaceIndex))
        #expect(try again.send(try frame()) == .sent)
    }

    /// vcan has no controller: its state is not known, its bit rate cannot be set; it stays up.
    @Test func withoutAControllerTheStateIsNotKnown() throws {
        try make()
        defer { Bench.run("ip link del \(Self.name)") }
        let control = LinkControl(Self.name)
        #expect(control.isUp() == true)
        #expect(control.state() == nil)
        let error = #expect(throws: SocketCANError.self) {
            try control.setUp(LinkSettings(bitRate: 500_000))
        }
        let line = error?.description ?? ""
        #expect(line.hasPrefix("cannot set the bit rate 500000 of \(Self.name): "))
        #expect(!line.contains("\n"))
        #expect(control.isUp() == true)
        try control.takeDown()
        #expect(control.isUp() == false)
        try control.bringUp()
        #expect(control.isUp() == true)
    }
}

extension CANSocket {
    /// What is received up to the word that the interface is gone, or until there is nothing.
    func drainUntilGone() throws -> [Received] {
        var all: [Received] = []
        while true {
            let received = try receive()
            all.append(received)
            switch received {
            case .gone, .nothing: return all
            default: break
            }
        }
    }
}
