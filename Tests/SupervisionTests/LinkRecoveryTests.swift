import CANFrames
import HorizonProvider
import LinuxLoop
import Quantities
import SocketCAN
import Supervision
import Testing

/// An interface of the daemon's own that cannot be set up at once, and a socket that cannot be opened at once.
@Suite struct LinkRecoveryTests {
    private let failure = SocketCANError.system(
        interface: "can0", SystemError("socket", 23))

    /// A set-up that fails is tried again after 1, 2, 4, 8, 10, 10 … s, until the interface is up.
    @Test func aSetUpIsTriedAgain() throws {
        let link = TestLink()
        link.isOpen = false
        link.isUp = false
        var bus = try link.begin(isOwner: true)
        link.events = [.appeared(index: 3)]
        try link.run(&bus, 1000...40_000)
        #expect(link.setUps == [1000, 2000, 4000, 8000, 16_000, 26_000, 36_000])
        link.isUp = true
        link.events = [.up]
        try link.run(&bus, 40_100...80_000)
        #expect(link.setUps.count == 7)
        #expect(link.isOpen)
    }

    /// Between the check of the interface and its watch it appeared, and is down.
    @Test func anInterfaceThatIsDownAtTheStartIsSetUp() throws {
        let link = TestLink()
        link.isUp = false
        var bus = try link.begin(isOwner: true)
        try link.run(&bus, 0...500)
        #expect(link.setUps == [0])
        // Who does not own it leaves it alone.
        let other = TestLink()
        other.isUp = false
        var guest = try other.begin(isOwner: false)
        try other.run(&guest, 0...20_000)
        #expect(other.setUps.isEmpty)
    }

    /// Its driver was loaded again, and somebody has set it up before the daemon looked: it is the daemon's own all
    /// the same, once.
    @Test func anInterfaceThatOthersHaveSetUpIsSetUpAgain() throws {
        let link = TestLink()
        var bus = try link.begin(isOwner: true)
        (link.isOpen, link.isUp) = (true, true)
        link.events = [.gone, .appeared(index: 4), .up]
        try link.run(&bus, 1000...5000)
        #expect(link.setUps == [1000])
        // Somebody else's change while it is up is left alone.
        link.events = [.down, .up]
        try link.run(&bus, 5100...9000)
        #expect(link.setUps == [1000])
    }

    /// It appeared while the daemon started, with another bit rate than the daemon's.
    @Test(arguments: [250_000, 500_000]) func theBitRateAtTheStartIsTheDaemons(_ rate: Int) throws {
        let link = TestLink()
        func state(_ rate: Int) -> LinkEvent {
            .state(
                LinkState(
                    hasCarrier: true,
                    controller: LinkState.Controller(
                        state: .active, errors: nil, bitRate: rate, restartDelay: nil)))
        }
        link.events = [state(rate)]
        var bus = try link.begin(isOwner: true)
        try link.run(&bus, 0...3000)
        #expect(link.setUps == (rate == 500_000 ? [] : [0]))
        // Later it is left alone.
        link.events = [state(125_000)]
        try link.run(&bus, 3100...9000)
        #expect(link.setUps.count <= 1)
    }

    /// Somebody has set the controller to listen-only: the kernel takes each frame, and none reaches the bus. Of its own
    /// interface the daemon ends that.
    @Test(arguments: [true, false])
    func aControllerThatOnlyListensTakesNoFrame(isOwner: Bool) throws {
        let link = TestLink()
        var bus = try link.begin(isOwner: isOwner)
        let listening = LinkState(
            hasCarrier: true,
            controller: LinkState.Controller(state: .active, bitRate: 500_000, isListenOnly: true))
        link.events = [.state(TestLink.working)]
        try link.run(&bus, 0...900)
        _ = bus.takeClientsLost()
        link.answer = listening
        link.events = [.down, .up, .state(listening)]
        try link.run(&bus, 1000...1000)
        try link.runSending(&bus, 1100...9000)
        #expect(link.setUps == (isOwner ? [1000, 2000, 4000, 8000] : []))
        #expect(bus.condition == .listening && bus.framesSent == 0)
        #expect(link.lines.last == "can0 is in listen-only mode; no frame is sent until that ends")
        #expect(link.lines.count { $0.contains("listen-only") || $0.contains("blocked") } == 1)
        _ = bus.takeClientsLost()
        link.answer = TestLink.working
        link.events = [.state(TestLink.working)]
        try link.runSending(&bus, 9100...9200)
        #expect(bus.condition == .open && bus.framesSent > 0)
        let isLost = bus.takeClientsLost()
        #expect(isLost)
    }

    /// Another program has it only listen again after each set-up: no duel without a pause.
    @Test func aDuelOverAControllerThatListensHasPauses() throws {
        let link = TestLink()
        var bus = try link.begin(isOwner: true)
        let listening = LinkState(
            hasCarrier: true,
            controller: LinkState.Controller(state: .active, bitRate: 500_000, isListenOnly: true))
        link.whenSetUp = [.down, .up, .state(TestLink.working), .down, .up, .state(listening)]
        link.events = [.state(listening)]
        try link.run(&bus, 0...60_000)
        #expect(link.setUps == [0, 2000, 6000, 14_000, 24_000, 34_000, 44_000, 54_000])
        #expect(link.lines.count { $0.contains("listen-only") } <= 8)
        // Much later it is set up at once again.
        link.whenSetUp = []
        link.events = [.down, .up, .state(TestLink.working)]
        try link.run(&bus, 60_100...79_900)
        link.events = [.down, .up, .state(listening)]
        try link.run(&bus, 80_000...80_900)
        #expect(link.setUps.last == 80_000)
    }

    /// Somebody takes the interface down: that is their will. Where the daemon itself restarts the controller, the
    /// interface comes back.
    @Test func onlyAnOwnRestartIsFollowedByASetUp() throws {
        let link = TestLink()
        var bus = try link.begin(isOwner: true)
        link.isUp = false
        link.events = [.down]
        try link.run(&bus, 0...20_000)
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
        try link.run(&bus, 20_100...20_100)
        link.isUp = false
        link.events = [.down]
        try link.run(&bus, 20_200...22_000)
        #expect(link.setUps == [21_200])
    }

    /// No descriptor is left: one line, and then the horizon again.
    @Test func aSocketIsOpenedAgain() throws {
        let link = TestLink()
        var bus = try link.begin(isOwner: false)
        link.isOpen = false
        link.failure = failure
        link.events = [.gone, .appeared(index: 4), .up]
        try link.run(&bus, 0...3000)
        #expect(link.openings == 4)
        #expect(link.lines.count { $0.hasSuffix("each second until it works") } == 1)
        _ = bus.takeClientsLost()
        link.failure = nil
        try link.run(&bus, 3100...5000)
        #expect(link.openings == 5 && link.isOpen)
        let isLost = bus.takeClientsLost()
        #expect(isLost)
        #expect(link.lines.last == "can0 is up; the horizon is sent again")
    }

    /// `write` fails with an error that is no state of the link: the daemon opens another socket.
    @Test func aSocketThatFailsIsOpenedAgain() throws {
        let link = TestLink()
        var bus = try link.begin(isOwner: false)
        link.failure = failure
        let isSent = bus.send(try TestLink.frame(), at: .zero)
        let isOpen = bus.isOpen(isPositionDue: true, at: .zero)
        #expect(!isSent && !isOpen && !link.isOpen)
        link.failure = nil
        try link.run(&bus, 100...1200)
        #expect(link.isOpen)
        let isOpenAgain = bus.isOpen(isPositionDue: true, at: .zero + .milliseconds(1200))
        #expect(isOpenAgain)
    }

    /// The interface was down and up again, and the kernel's messages of both are lost: a refused frame is all that
    /// reports it. The answer to the question of a second later is the return.
    @Test func aReturnWhoseMessageIsLost() throws {
        let link = TestLink()
        var bus = try link.begin(isOwner: false)
        link.result = .linkDown
        let identifier = try #require(CANIdentifier(base: 0x100))
        let frame = CANFrame(identifier: identifier, clampedLength: 8)
        let start = MonotonicTime.zero + .milliseconds(100)
        let isSent = bus.send(frame, at: start)
        #expect(!isSent)
        link.result = .sent
        // One of before the question is none.
        link.events = [.state(LinkState(hasCarrier: true, controller: nil))]
        try link.run(&bus, 200...1000)
        let isOpen = bus.isOpen(isPositionDue: true, at: start)
        #expect(!isOpen)
        link.answer = LinkState(hasCarrier: true, controller: nil)
        try link.run(&bus, 1100...9000)
        // The return is worth a question of its own.
        #expect(link.questions == [1100, 1200])
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
