import CANFrames
import HorizonProvider
import Quantities
import SocketCAN
import Supervision
import Testing

/// An interface of which a test decides all that it does, and what was done with it.
final class TestLink {
    var isOpen = true
    var isUp = true
    var events: [LinkEvent] = []
    var failure: SocketCANError?
    var result = SendResult.sent
    var questions: [Int] = []
    var setUps: [Int] = []
    var recoveries: [Int] = []
    var openings = 0
    var holdsFrames = false
    /// What the kernel answers to a question about the link; `nil` for no answer.
    var answer: LinkState?
    /// The frames of others that pass in 100 ms, and those that have passed.
    var traffic = (received: 0, transmitted: 0)
    var passed = (received: 0, transmitted: 0)
    /// Whether a restart of the interface is over at once.
    var restartsAtOnce = true
    var isChanging = false
    /// What happens to the link after a set-up that is no restart.
    var whenSetUp: [LinkEvent] = []
    var lines: [String] = []
    var now = 0

    static let working = state(.active)

    /// The state of a link with a controller.
    static func state(
        _ state: ControllerState, transmitErrors: Int = 0, hasCarrier: Bool = true
    ) -> LinkState {
        LinkState(
            hasCarrier: hasCarrier,
            controller: LinkState.Controller(
                state: state, errors: ErrorCounters(transmit: transmitErrors, receive: 0),
                bitRate: 500_000, restartDelay: nil))
    }

    static func frame() throws -> CANFrame {
        let identifier = try #require(CANIdentifier(base: 0x300))
        return try #require(CANFrame(identifier: identifier, length: 8))
    }

    /// A daemon that begins to send on it.
    func begin(isOwner: Bool) throws -> BusSender<TestPort> {
        var bus = BusSender(
            TestPort(link: self), bitRate: BitRateWatch(ProviderParameters()),
            own: isOwner ? LinkSettings(bitRate: 500_000) : nil
        ) { self.lines.append($0) }
        try bus.begin(at: .zero)
        return bus
    }

    /// Lets the daemon look each 100 ms.
    func run(_ bus: inout BusSender<TestPort>, _ milliseconds: ClosedRange<Int>) throws {
        for now in stride(from: milliseconds.lowerBound, through: milliseconds.upperBound, by: 100)
        {
            self.now = now
            let time = MonotonicTime.zero + .milliseconds(Int64(now))
            if !events.isEmpty { try bus.readLink(at: time) }
            bus.recover(at: time)
        }
    }

    /// The same with a frame that is sent whenever it can be.
    func runSending(_ bus: inout BusSender<TestPort>, _ milliseconds: ClosedRange<Int>) throws {
        let frame = try Self.frame()
        for now in stride(from: milliseconds.lowerBound, through: milliseconds.upperBound, by: 100)
        {
            passed.received += traffic.received
            passed.transmitted += traffic.transmitted
            let time = MonotonicTime.zero + .milliseconds(Int64(now))
            if bus.isOpen(isPositionDue: true, at: time) { _ = bus.send(frame, at: time) }
            try run(&bus, now...now)
        }
    }

    fileprivate func ask() {
        questions.append(now)
        guard let answer else { return }
        events.append(
            .state(
                LinkState(
                    hasCarrier: answer.hasCarrier, controller: answer.controller,
                    traffic: LinkTraffic(
                        received: UInt64(passed.received),
                        transmitted: UInt64(passed.transmitted)))))
    }

    fileprivate func setUp(restarts: Bool) {
        setUps.append(now)
        // The interface goes down for it, and comes up.
        if restarts, restartsAtOnce { events += [.down, .up] }
        if !restarts { events += whenSetUp }
    }
}

/// The port of a ``TestLink``.
struct TestPort: BusPort, ~Copyable {
    let link: TestLink
    var interface: String { "can0" }
    var isOpen: Bool { link.isOpen }
    var isUp: Bool { link.isUp }
    var holdsFrames: Bool { link.holdsFrames }
    var isChanging: Bool { link.isChanging }

    func send(_ frame: CANFrame) throws(SocketCANError) -> SendResult {
        if let failure = link.failure { throw failure }
        return link.result
    }
    func receive(into items: inout [CANSocket.Received]) {}
    func receiveRequests(into items: inout [CANSocket.Received]) {}
    mutating func close() { link.isOpen = false }
    mutating func reopen() throws(SocketCANError) {
        link.openings += 1
        if let failure = link.failure { throw failure }
        link.isOpen = true
    }
    mutating func readLink(into events: inout [LinkEvent]) {
        events += link.events
        link.events.removeAll()
    }
    func ask() { link.ask() }
    func setUp(_ settings: LinkSettings, restarts: Bool) { link.setUp(restarts: restarts) }
    func recover() { link.recoveries.append(link.now) }
}
