import CANFrames
import HorizonProvider
import LinuxLoop
import Quantities
import SocketCAN
import Supervision
import Testing

/// An interface of the daemon's own that cannot be set up at once, and a socket that cannot be opened at once.
@Suite struct LinkRecoveryTests {
    /// What the interface does, and what was done with it.
    private final class Link {
        var isOpen = true
        var isUp = true
        var events: [LinkEvent] = []
        var failure: SocketCANError?
        var result = SendResult.sent
        var questions: [Int] = []
        var setUps: [Int] = []
        var openings = 0
        var transmitted: Int?
        var holdsFrames = false
        var lines: [String] = []
        var now = 0
    }

    private struct Port: BusPort, ~Copyable {
        let link: Link
        var interface: String { "can0" }
        var isOpen: Bool { link.isOpen }
        var isUp: Bool { link.isUp }
        var holdsFrames: Bool { link.holdsFrames }
        var transmitted: Int? { link.transmitted }
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
        func ask() { link.questions.append(link.now) }
        func setUp(_ settings: LinkSettings, restarts: Bool) {
            link.setUps.append(link.now)
            // The interface goes down for it, and comes up.
            if restarts { link.events += [.down, .up] }
        }
        func recover() {}
    }

    private static func frame() throws -> CANFrame {
        let identifier = try #require(CANIdentifier(base: 0x300))
        return try #require(CANFrame(identifier: identifier, length: 8))
    }

    private func sender(_ link: Link, isOwner: Bool) -> BusSender<Port> {
        BusSender(
            Port(link: link), bitRate: BitRateWatch(ProviderParameters()),
            own: isOwner ? LinkSettings(bitRate: 500_000) : nil
        ) { link.lines.append($0) }
    }

    private func run(
        _ bus: inout BusSender<Port>, _ link: Link, _ milliseconds: ClosedRange<Int>
    ) throws {
        for now in stride(from: milliseconds.lowerBound, through: milliseconds.upperBound, by: 100)
        {
            link.now = now
            let time = MonotonicTime.zero + .milliseconds(Int64(now))
            if !link.events.isEmpty { try bus.readLink(at: time) }
            bus.recover(at: time)
        }
    }

    /// The same with a frame that is sent whenever it can be.
    /// - Parameter others: The frames of other programs that the interface transmits in 100 ms.
    private func runSending(
        _ bus: inout BusSender<Port>, _ link: Link, _ milliseconds: ClosedRange<Int>,
        others: Int = 0
    ) throws {
        let frame = try Self.frame()
        for now in stride(from: milliseconds.lowerBound, through: milliseconds.upperBound, by: 100)
        {
            link.transmitted = link.transmitted.map { $0 + others }
            let time = MonotonicTime.zero + .milliseconds(Int64(now))
            if bus.isOpen(isPositionDue: true, at: time) { _ = bus.send(frame, at: time) }
            try run(&bus, link, now...now)
        }
    }

    private let failure = SocketCANError.system(
        interface: "can0", SystemError("socket", 23))

    /// Nothing is transmitted, and the controller is in order by its driver: it may have lost its settings while the
    /// machine was suspended. An interface of the daemon's own is restarted after 2, 2, 4, 8, 10, 10 … s, with one line.
    /// What the kernel has taken is not transmitted yet.
    @Test(arguments: [true, false])
    func anInterfaceThatTransmitsNothingIsRestarted(isOwner: Bool) throws {
        let link = Link()
        link.result = .queueFull
        var bus = sender(link, isOwner: isOwner)
        try bus.begin(at: .zero)
        // At first the kernel refuses frames, then it takes some and holds them.
        try runSending(&bus, link, 0...20_000)
        link.result = .sent
        link.holdsFrames = true
        try runSending(&bus, link, 20_100...190_000)
        let times = [3000, 5000, 9000, 17_000] + stride(from: 27_000, through: 187_000, by: 10_000)
        #expect(link.setUps == (isOwner ? times : []))
        let lines = [BusReport.blocked] + (isOwner ? [.linkRestart] : [])
        #expect(link.lines == lines.map { $0.line(of: "can0") })
        link.holdsFrames = false
        try runSending(&bus, link, 190_100...192_000)
        #expect(link.lines.last == BusReport.unblocked.line(of: "can0"))
        #expect(link.lines.count == lines.count + 1)
        // So soon after that it is the same stall; after a minute it is another one.
        link.result = .queueFull
        try runSending(&bus, link, 192_100...202_000)
        #expect(link.setUps.count == (isOwner ? times.count : 0))
        link.result = .sent
        try runSending(&bus, link, 202_100...270_000)
        link.result = .queueFull
        try runSending(&bus, link, 270_100...274_000)
        #expect(link.setUps.count == (isOwner ? times.count + 1 : 0))
        #expect(
            link.lines.count { $0 == BusReport.linkRestart.line(of: "can0") } == (isOwner ? 2 : 0))
    }

    /// Other programs keep the queue full: what they transmit shows that the interface works.
    @Test func anInterfaceThatTransmitsForOthersIsNotRestarted() throws {
        let link = Link()
        link.result = .queueFull
        link.transmitted = 0
        var bus = sender(link, isOwner: true)
        try bus.begin(at: .zero)
        try runSending(&bus, link, 0...30_000, others: 1)
        #expect(link.setUps.isEmpty)
        // From now on it transmits nothing for them either.
        try runSending(&bus, link, 30_100...36_000, others: 0)
        #expect(link.setUps == [33_000, 35_000])
    }

    /// While the ignition is off nothing is to be transmitted.
    @Test func anInterfaceThatSleepsIsNotRestarted() throws {
        let link = Link()
        link.result = .queueFull
        var bus = sender(link, isOwner: true)
        try bus.begin(at: .zero)
        try runSending(&bus, link, 0...2000)
        bus.setIgnition(false, at: .zero + .milliseconds(2000))
        try runSending(&bus, link, 2100...100_000)
        #expect(link.setUps.isEmpty)
        bus.setIgnition(true, at: .zero + .milliseconds(100_000))
        try runSending(&bus, link, 100_100...104_000)
        #expect(link.setUps.count == 1)
    }

    /// A controller that explains it is left alone.
    @Test func anInterfaceWithoutAnotherNodeIsNotRestarted() throws {
        let link = Link()
        link.result = .queueFull
        var bus = sender(link, isOwner: true)
        try bus.begin(at: .zero)
        let alone = LinkState(
            hasCarrier: true,
            controller: LinkState.Controller(
                state: .passive, errors: ErrorCounters(transmit: 128, receive: 0),
                bitRate: 500_000, restartDelay: nil))
        link.events = [.state(alone)]
        try runSending(&bus, link, 0...20_000)
        #expect(link.setUps.isEmpty)
    }

    /// A set-up that fails is tried again after 1, 2, 4, 8, 10, 10 … s, until the interface is up.
    @Test func aSetUpIsTriedAgain() throws {
        let link = Link()
        link.isOpen = false
        link.isUp = false
        var bus = sender(link, isOwner: true)
        try bus.begin(at: .zero)
        link.events = [.appeared(index: 3)]
        try run(&bus, link, 1000...40_000)
        #expect(link.setUps == [1000, 2000, 4000, 8000, 16_000, 26_000, 36_000])
        link.isUp = true
        link.events = [.up]
        try run(&bus, link, 40_100...80_000)
        #expect(link.setUps.count == 7)
        #expect(link.isOpen)
    }

    /// Between the check of the interface and its watch it appeared, and is down.
    @Test func anInterfaceThatIsDownAtTheStartIsSetUp() throws {
        let link = Link()
        link.isUp = false
        var bus = sender(link, isOwner: true)
        try bus.begin(at: .zero)
        try run(&bus, link, 0...500)
        #expect(link.setUps == [0])
        // Who does not own it leaves it alone.
        let other = Link()
        other.isUp = false
        var guest = sender(other, isOwner: false)
        try guest.begin(at: .zero)
        try run(&guest, other, 0...20_000)
        #expect(other.setUps.isEmpty)
    }

    /// Its driver was loaded again, and somebody has set it up before the daemon looked: it is the daemon's own all
    /// the same, once.
    @Test func anInterfaceThatOthersHaveSetUpIsSetUpAgain() throws {
        let link = Link()
        var bus = sender(link, isOwner: true)
        try bus.begin(at: .zero)
        (link.isOpen, link.isUp) = (true, true)
        link.events = [.gone, .appeared(index: 4), .up]
        try run(&bus, link, 1000...5000)
        #expect(link.setUps == [1000])
        // Somebody else's change while it is up is left alone.
        link.events = [.down, .up]
        try run(&bus, link, 5100...9000)
        #expect(link.setUps == [1000])
    }

    /// It appeared while the daemon started, with another bit rate than the daemon's.
    @Test(arguments: [250_000, 500_000]) func theBitRateAtTheStartIsTheDaemons(_ rate: Int) throws {
        let link = Link()
        func state(_ rate: Int) -> LinkEvent {
            .state(
                LinkState(
                    hasCarrier: true,
                    controller: LinkState.Controller(
                        state: .active, errors: nil, bitRate: rate, restartDelay: nil)))
        }
        link.events = [state(rate)]
        var bus = sender(link, isOwner: true)
        try bus.begin(at: .zero)
        try run(&bus, link, 0...3000)
        #expect(link.setUps == (rate == 500_000 ? [] : [0]))
        // Later it is left alone.
        link.events = [state(125_000)]
        try run(&bus, link, 3100...9000)
        #expect(link.setUps.count <= 1)
    }

    /// Somebody takes the interface down: that is their will. Where the daemon itself restarts the controller, the
    /// interface comes back.
    @Test func onlyAnOwnRestartIsFollowedByASetUp() throws {
        let link = Link()
        var bus = sender(link, isOwner: true)
        try bus.begin(at: .zero)
        link.isUp = false
        link.events = [.down]
        try run(&bus, link, 0...20_000)
        #expect(link.setUps.isEmpty)
        link.isUp = true
        link.events = [
            .up,
            .state(
                LinkState(
                    hasCarrier: false,
                    controller: LinkState.Controller(
                        state: .busOff, errors: nil, bitRate: 500_000, restartDelay: nil))),
        ]
        try run(&bus, link, 20_100...20_100)
        link.isUp = false
        link.events = [.down]
        try run(&bus, link, 20_200...22_000)
        #expect(link.setUps == [21_200])
    }

    /// No descriptor is left: one line, and then the horizon again.
    @Test func aSocketIsOpenedAgain() throws {
        let link = Link()
        var bus = sender(link, isOwner: false)
        try bus.begin(at: .zero)
        link.isOpen = false
        link.failure = failure
        link.events = [.gone, .appeared(index: 4), .up]
        try run(&bus, link, 0...3000)
        #expect(link.openings == 4)
        #expect(link.lines.count { $0.hasSuffix("each second until it works") } == 1)
        _ = bus.takeClientsLost()
        link.failure = nil
        try run(&bus, link, 3100...5000)
        #expect(link.openings == 5 && link.isOpen)
        let isLost = bus.takeClientsLost()
        #expect(isLost)
        #expect(link.lines.last == "can0 is up; the horizon is sent again")
    }

    /// `write` fails with an error that is no state of the link: the daemon opens another socket.
    @Test func aSocketThatFailsIsOpenedAgain() throws {
        let link = Link()
        var bus = sender(link, isOwner: false)
        try bus.begin(at: .zero)
        link.failure = failure
        let isSent = bus.send(try Self.frame(), at: .zero)
        let isOpen = bus.isOpen(isPositionDue: true, at: .zero)
        #expect(!isSent && !isOpen && !link.isOpen)
        link.failure = nil
        try run(&bus, link, 100...1200)
        #expect(link.isOpen)
        let isOpenAgain = bus.isOpen(isPositionDue: true, at: .zero + .milliseconds(1200))
        #expect(isOpenAgain)
    }

    /// The interface was down and up again, and the kernel's messages of both are lost: a refused frame is all that
    /// reports it. The answer to the question of a second later is the return.
    @Test func aReturnWhoseMessageIsLost() throws {
        let link = Link()
        var bus = sender(link, isOwner: false)
        try bus.begin(at: .zero)
        link.result = .linkDown
        let identifier = try #require(CANIdentifier(base: 0x100))
        let frame = CANFrame(identifier: identifier, clampedLength: 8)
        let start = MonotonicTime.zero + .milliseconds(100)
        let isSent = bus.send(frame, at: start)
        #expect(!isSent)
        link.result = .sent
        // One of before the question is none.
        link.events = [.state(LinkState(hasCarrier: true, controller: nil))]
        try run(&bus, link, 200...1000)
        let isOpen = bus.isOpen(isPositionDue: true, at: start)
        #expect(!isOpen)
        try run(&bus, link, 1100...1100)
        #expect(link.questions == [1100])
        link.events = [.state(LinkState(hasCarrier: true, controller: nil))]
        try run(&bus, link, 1200...9000)
        #expect(link.questions == [1100])
        let isOpenAgain = bus.isOpen(isPositionDue: true, at: start + .seconds(2))
        let areClientsLost = bus.takeClientsLost()
        #expect(isOpenAgain && areClientsLost)
        #expect(
            link.lines == [
                "can0 is down; waiting for it to come up",
                "can0 is up; the horizon is sent again",
            ])
    }
}
