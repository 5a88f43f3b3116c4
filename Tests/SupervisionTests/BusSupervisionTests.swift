import CANFrames
import Quantities
import SocketCAN
import Testing

@testable import Supervision

@Suite struct BusSupervisionTests {
    private func at(_ milliseconds: Int64) -> MonotonicTime {
        .zero + .milliseconds(milliseconds)
    }

    private func frame() throws -> CANFrame {
        let identifier = try #require(CANIdentifier(base: 0x300))
        return try #require(CANFrame(identifier: identifier, length: 8))
    }

    @Test func aFrameClosesTheWindowUntilItIsThrough() throws {
        var bus = BusSupervision(bitRate: 500_000, isOwner: false)
        #expect(bus.isOpen(isPositionDue: false, at: at(0)))
        #expect(bus.note(.sent, of: try frame(), at: at(0)) == nil)
        #expect(bus.framesSent == 1)
        // A POSITION may wait behind it, nothing else.
        #expect(!bus.isOpen(isPositionDue: false, at: at(0)))
        #expect(bus.isOpen(isPositionDue: true, at: at(0)))
        // 8 bytes, 11 bits of identifier: at most 135 bits with the pause after it, 0.27 ms.
        let deadline = try #require(bus.windowDeadline(at: at(0)))
        #expect(deadline <= .zero + Nanoseconds(280_000))
        #expect(bus.isOpen(isPositionDue: false, at: deadline))
    }

    @Test func aFullQueuePausesAndABlockedSocketWaitsForRoom() throws {
        var bus = BusSupervision(bitRate: 500_000, isOwner: false)
        #expect(bus.note(.queueFull, of: try frame(), at: at(0)) == nil)
        #expect(bus.deadline == at(2))
        #expect(!bus.isOpen(isPositionDue: true, at: at(1)))
        #expect(bus.isOpen(isPositionDue: true, at: at(2)))
        #expect(bus.note(.wouldBlock, of: try frame(), at: at(2)) == nil)
        #expect(bus.wantsRoom)
        #expect(bus.deadline == nil)
        bus.noteReady()
        #expect(!bus.wantsRoom)
        #expect(bus.framesSent == 0)
    }

    private func state(
        _ controller: ControllerState?, carrier: Bool = true, errors: ErrorCounters? = nil
    ) -> LinkState {
        LinkState(
            hasCarrier: carrier,
            controller: controller.map { LinkState.Controller(state: $0, errors: errors) })
    }

    private func received(
        _ kinds: ErrorFrame.Kinds, isLocal: Bool = false
    ) -> CANSocket.Received {
        .error(
            ErrorFrame(identifier: 0x2000_0000 | kinds.rawValue, data: [8 of UInt8](repeating: 0)),
            CANSocket.Receipt(time: nil, isOwn: false, isLocal: isLocal))
    }

    @Test func busOffIsReportedOnceAndTheOwnerRestartsTheController() {
        var bus = BusSupervision(bitRate: 500_000, isOwner: true)
        #expect(bus.note(state(.busOff), at: at(0)) == [.busOff])
        #expect(bus.note(state(.busOff), at: at(10)) == [])
        #expect(!bus.isOpen(isPositionDue: true, at: at(10)))
        // After 100 ms, then twice as long each time.
        #expect(bus.deadline == at(100))
        #expect(bus.takeRestart(at: at(99)) == false)
        #expect(bus.takeRestart(at: at(100)) == true)
        #expect(bus.takeRestart(at: at(100)) == false)
        #expect(bus.deadline == at(300))
        #expect(bus.takeClientsLost() == false)
        #expect(bus.note(state(.active), at: at(150)) == [.restarted])
        #expect(bus.deadline == nil)
        #expect(bus.isOpen(isPositionDue: true, at: at(150)))
        #expect(bus.takeClientsLost() == true)
        #expect(bus.takeClientsLost() == false)
    }

    /// An interface that was away for more than a second is no blocked bus when it is back.
    @Test func aReturnIsNoBlockedBus() throws {
        var bus = BusSupervision(bitRate: 500_000, isOwner: false)
        #expect(bus.note(.linkDown, of: try frame(), at: at(0)) == .down)
        #expect(bus.noteUp(at: at(5000)) == .up)
        #expect(bus.look(at: at(5000)) == nil)
        #expect(bus.noteDisconnected(at: at(6000)) == .disconnected)
        #expect(bus.noteUp(at: at(9000)) == .up)
        #expect(bus.look(at: at(9000)) == nil)
        // From then on it is the bus.
        #expect(bus.note(.wouldBlock, of: try frame(), at: at(9001)) == nil)
        #expect(bus.look(at: at(10_000)) == nil)
        #expect(bus.look(at: at(10_001)) == .blocked)
    }

    @Test func withRestartMsTheDriverRestarts() {
        var bus = BusSupervision(bitRate: 500_000, isOwner: true)
        let delay = Nanoseconds.milliseconds(100)
        let off = LinkState(
            hasCarrier: false,
            controller: LinkState.Controller(state: .busOff, restartDelay: delay))
        #expect(bus.note(off, at: at(0)) == [.busOff])
        // Only a question.
        #expect(bus.deadline == at(1000))
        #expect(bus.takeRestart(at: at(900)) == false)
        #expect(bus.note(state(.active), at: at(1001)) == [.restarted])
    }

    @Test func aGuestRestartsNothingAndAsksEachSecond() {
        var bus = BusSupervision(bitRate: 500_000, isOwner: false)
        #expect(bus.note(state(.busOff), at: at(0)) == [.busOff])
        #expect(bus.deadline == at(1000))
        #expect(bus.takeRestart(at: at(20_000)) == false)
        #expect(bus.takeQuestion(at: at(999)) == false)
        #expect(bus.takeQuestion(at: at(1000)) == true)
        // Without an answer it asks again.
        #expect(bus.takeQuestion(at: at(1999)) == false)
        #expect(bus.takeQuestion(at: at(2000)) == true)
        #expect(bus.note(state(.active), at: at(2001)) == [.restarted])
        #expect(bus.deadline == nil)
    }

    /// A driver ends the carrier at bus-off; frames that are written without it vanish.
    @Test func withoutACarrierNothingIsSent() {
        var bus = BusSupervision(bitRate: 500_000, isOwner: false)
        #expect(bus.note(state(.active, carrier: false), at: at(0)) == [.busOff])
        #expect(!bus.isOpen(isPositionDue: true, at: at(0)))
        #expect(bus.note(state(.active), at: at(50)) == [.restarted])
        #expect(bus.takeClientsLost() == true)
    }

    /// Where there is no controller (vcan, vxcan), none has been bus-off: another program has sent the frame, and on vxcan
    /// nothing shows that.
    @Test func errorFramesWithoutAControllerChangeNothing() {
        var bus = BusSupervision(bitRate: 500_000, isOwner: false)
        for (number, kinds) in [ErrorFrame.Kinds.busOff, .restarted].enumerated() {
            let now = at(Int64(number) * 100)
            #expect(bus.note(received(kinds), at: now) == nil)
            #expect(bus.takeQuestion(at: now) == true)
            #expect(bus.note(state(nil), at: now) == [])
            #expect(bus.takeClientsLost() == false)
        }
        // The same frame of a controller counts.
        #expect(bus.note(received(.busOff), at: at(300)) == nil)
        #expect(bus.note(state(.active), at: at(301)) == [.restarted])
        #expect(bus.takeClientsLost() == true)
    }

    /// An error frame only leads to a question; the kernel's answer counts. One that a program of this machine
    /// has sent is none.
    @Test func errorFramesHint() {
        var bus = BusSupervision(bitRate: 500_000, isOwner: true)
        #expect(bus.note(received(.busOff, isLocal: true), at: at(0)) == nil)
        #expect(bus.deadline == nil)
        #expect(bus.isOpen(isPositionDue: true, at: at(0)))

        #expect(bus.note(received(.busError), at: at(10)) == nil)
        #expect(bus.isOpen(isPositionDue: true, at: at(10)))
        #expect(bus.takeQuestion(at: at(10)) == true)
        #expect(bus.note(state(.active), at: at(11)) == [])
        // A storm of them leads to 50 questions a second.
        #expect(bus.note(received(.busError), at: at(12)) == nil)
        #expect(bus.deadline == at(30))
        #expect(bus.takeQuestion(at: at(29)) == false)
        #expect(bus.takeClientsLost() == false)
    }

    /// The controller was bus-off and is back before anybody looked, and its driver reported one of both.
    @Test(arguments: [ErrorFrame.Kinds.busOff, .restarted])
    func aShortBusOffIsAnnouncedToo(_ kinds: ErrorFrame.Kinds) {
        var bus = BusSupervision(bitRate: 500_000, isOwner: false)
        #expect(bus.note(received(kinds), at: at(0)) == nil)
        #expect(bus.takeQuestion(at: at(0)) == true)
        #expect(bus.note(state(.active), at: at(1)) == [.restarted])
        #expect(bus.takeClientsLost() == true)
    }

    @Test func warningAndPassiveAreReportedOncePerChange() {
        var bus = BusSupervision(bitRate: 500_000, isOwner: true)
        #expect(bus.note(state(.warning), at: at(0)) == [.warning])
        #expect(bus.note(state(.warning), at: at(1)) == [])
        #expect(bus.deadline == at(1001))
        let errors = ErrorCounters(transmit: 128, receive: 0)
        #expect(bus.note(state(.passive, errors: errors), at: at(2)) == [.alone])
        let others = ErrorCounters(transmit: 128, receive: 9)
        #expect(bus.note(state(.passive, errors: others), at: at(3)) == [.passive])
        #expect(bus.isOpen(isPositionDue: true, at: at(3)))
        #expect(bus.note(state(.active), at: at(4)) == [.recovered])
        #expect(bus.deadline == nil)
        #expect(bus.takeClientsLost() == false)
        // Who acknowledges after a time alone was not there before.
        #expect(bus.note(state(.passive, errors: errors), at: at(5)) == [.alone])
        #expect(bus.note(state(.active), at: at(6)) == [.recovered])
        #expect(bus.takeClientsLost() == true)
        // vcan has no controller.
        #expect(bus.note(state(nil), at: at(5)) == [])
    }

    @Test func aBlockedBusIsReportedAfterASecondAndWhenItIsOver() throws {
        var bus = BusSupervision(bitRate: 500_000, isOwner: false)
        #expect(bus.note(.queueFull, of: try frame(), at: at(0)) == nil)
        #expect(bus.look(at: at(999)) == nil)
        #expect(bus.look(at: at(1000)) == .blocked)
        #expect(bus.look(at: at(1001)) == nil)
        // The kernel knows why, perhaps.
        #expect(bus.takeQuestion(at: at(1001)) == true)
        #expect(bus.note(state(.active), at: at(1002)) == [])
        #expect(bus.note(.wouldBlock, of: try frame(), at: at(5000)) == nil)
        #expect(bus.look(at: at(5000)) == nil)
        #expect(bus.note(.sent, of: try frame(), at: at(6000)) == nil)
        #expect(bus.look(at: at(6000)) == .unblocked)
        #expect(bus.look(at: at(6001)) == nil)
    }

    /// The kernel takes a frame, and the driver never confirms it.
    @Test func aFrameWithoutConfirmationBlocksToo() throws {
        var bus = BusSupervision(bitRate: 500_000, isOwner: false)
        let own = CANSocket.Received.data(
            try frame(), CANSocket.Receipt(time: nil, isOwn: true, isLocal: true))
        #expect(bus.note(.sent, of: try frame(), at: at(0)) == nil)
        #expect(bus.note(own, at: at(1)) == nil)
        #expect(bus.note(.sent, of: try frame(), at: at(100)) == nil)
        #expect(bus.look(at: at(1099)) == nil)
        #expect(bus.look(at: at(1100)) == .blocked)
        // As long as the kernel holds it no frame follows, and no POSITION that would be old when it leaves.
        #expect(!bus.isOpen(isPositionDue: false, at: at(9000)))
        #expect(!bus.isOpen(isPositionDue: true, at: at(9000)))
        #expect(bus.note(own, at: at(9001)) == nil)
        #expect(bus.isOpen(isPositionDue: true, at: at(9001)))
    }

    /// A confirmation that is lost holds nothing up: the kernel is asked whether it still holds the frame.
    @Test func aLostConfirmationIsNotWaitedFor() throws {
        var bus = BusSupervision(bitRate: 500_000, isOwner: false)
        let own = CANSocket.Received.data(
            try frame(), CANSocket.Receipt(time: nil, isOwn: true, isLocal: true))
        #expect(bus.note(.sent, of: try frame(), at: at(0)) == nil)
        #expect(bus.note(own, at: at(1)) == nil)
        #expect(bus.note(.sent, of: try frame(), at: at(100)) == nil)
        // Without a next frame the loop does not wake for it.
        #expect(bus.deadline == nil)
        let deadline = try #require(bus.windowDeadline(at: at(101)))
        #expect(deadline > at(120) && deadline < at(121))
        #expect(bus.takeMissing(at: at(120)) == false)
        #expect(bus.takeMissing(at: deadline) == true)
        // The kernel still holds it, and is asked again.
        #expect(bus.takeMissing(at: deadline + .milliseconds(19)) == false)
        #expect(bus.takeMissing(at: deadline + .milliseconds(20)) == true)
        bus.noteThrough()
        #expect(bus.windowDeadline(at: at(141)) == nil)
        #expect(bus.isOpen(isPositionDue: false, at: at(141)))
    }

    /// A driver reports a restart by a message about the link and by an error frame: that is one return.
    @Test func aRestartThatIsReportedTwiceIsOneReturn() {
        var bus = BusSupervision(bitRate: 500_000, isOwner: false)
        #expect(bus.note(state(.busOff), at: at(0)) == [.busOff])
        #expect(bus.note(state(.active), at: at(500)) == [.restarted])
        #expect(bus.takeClientsLost() == true)
        #expect(bus.note(received(.restarted), at: at(501)) == nil)
        #expect(bus.note(state(.active), at: at(530)) == [])
        #expect(bus.takeClientsLost() == false)
        // Another bus-off within that time is one more.
        #expect(bus.note(received(.busOff), at: at(540)) == nil)
        #expect(bus.note(state(.active), at: at(560)) == [.restarted])
        #expect(bus.takeClientsLost() == true)
    }

    @Test func anotherSenderOfOurIdentifiersIsReportedAgainAfterAWhile() throws {
        var bus = BusSupervision(bitRate: 500_000, isOwner: false)
        let foreign = CANSocket.Received.data(
            try frame(), CANSocket.Receipt(time: nil, isOwn: false, isLocal: false))
        let report = BusReport.foreignSender(try frame().identifier)
        #expect(bus.note(foreign, at: at(0)) == report)
        #expect(bus.note(foreign, at: at(9000)) == nil)
        #expect(bus.note(foreign, at: at(18_999)) == nil)
        #expect(bus.note(foreign, at: at(28_999)) == report)
        #expect(report.line(of: "can0").contains(" 0x300 "))
    }

    @Test func anInterfaceThatIsNotThereYet() {
        var bus = BusSupervision(bitRate: 500_000, isOwner: true)
        #expect(bus.noteAbsent(at: at(0)) == .absent)
        #expect(!bus.isOpen(isPositionDue: true, at: at(0)))
        #expect(bus.noteUp(at: at(100)) == .up)
        #expect(bus.isOpen(isPositionDue: true, at: at(100)))
        #expect(bus.takeQuestion(at: at(100)) == true)
    }

    /// Twenty times down and up within 20 s: at most ten lines, and the last one is how it is now.
    @Test func flappingIsSummedUp() throws {
        var lines = BusLines(interface: "can0")
        var written: [String] = []
        for flap in 0..<20 {
            for (report, time) in [(BusReport.down, flap * 1000), (.up, flap * 1000 + 500)] {
                if let line = lines.line(of: report, at: at(Int64(time))) { written.append(line) }
                if let line = lines.takeSummary(at: at(Int64(time))) { written.append(line) }
            }
        }
        let deadline = try #require(lines.deadline)
        #expect(deadline == at(24_500))
        let taken = lines.takeSummary(at: deadline)
        let summary = try #require(taken)
        written.append(summary)
        #expect(written.count <= 10)
        #expect(
            summary
                == "can0: 34 more changes within 17 s; the last: can0 is up; the horizon is sent again"
        )
        #expect(lines.deadline == nil)
        // One change alone, later, is a line again.
        #expect(lines.line(of: .down, at: at(60_000)) != nil)
    }

    /// A bus that never comes to rest is not silent.
    @Test func endlessFlappingIsSummedUpEachMinute() {
        var lines = BusLines(interface: "can0")
        var summaries: [Int] = []
        for flap in 0..<600 {
            let now = at(Int64(flap) * 1000)
            _ = lines.line(of: flap % 2 == 0 ? .down : .up, at: now)
            if lines.takeSummary(at: now) != nil { summaries.append(flap) }
        }
        #expect(summaries.count >= 8)
        for (former, next) in zip(summaries, summaries.dropFirst()) {
            #expect(next - former <= 80)
        }
    }

    @Test func aLinkThatGoesDownIsReportedOnceWhoeverReportsIt() throws {
        var bus = BusSupervision(bitRate: 500_000, isOwner: true)
        #expect(bus.note(.linkDown, of: try frame(), at: at(0)) == .down)
        #expect(bus.note(CANSocket.Received.linkDown, at: at(1)) == nil)
        #expect(bus.noteDown(at: at(2)) == nil)
        #expect(!bus.isOpen(isPositionDue: true, at: at(2)))
        #expect(bus.noteUp(at: at(500)) == .up)
        #expect(bus.isOpen(isPositionDue: true, at: at(500)))
        #expect(bus.takeClientsLost() == true)
        // The next time is news again.
        #expect(bus.noteDown(at: at(600)) == .down)
    }

    /// The socket has reported that the interface is down, and the kernel's messages of that and of its return are lost:
    /// the link is asked for, and its answer is the return.
    @Test func aReturnWithoutAMessageIsFoundByAQuestion() throws {
        var bus = BusSupervision(bitRate: 500_000, isOwner: false)
        #expect(bus.note(CANSocket.Received.linkDown, at: at(0)) == .down)
        // A message of before says nothing.
        #expect(!bus.isBackUnnoticed)
        #expect(bus.takeQuestion(at: at(999)) == false)
        #expect(bus.takeQuestion(at: at(1000)) == true)
        #expect(bus.isBackUnnoticed)
        // No answer: it is asked for again.
        #expect(bus.takeQuestion(at: at(2000)) == true)
        #expect(bus.noteUp(at: at(2010)) == .up)
        #expect(!bus.isBackUnnoticed && bus.isOpen(isPositionDue: true, at: at(2010)))
    }

    /// Once a message of the kernel has the interface down, another one will have it up: nobody asks.
    @Test func aLinkThatIsDownByAMessageIsNotAskedFor() throws {
        var bus = BusSupervision(bitRate: 500_000, isOwner: false)
        #expect(bus.note(CANSocket.Received.linkDown, at: at(0)) == .down)
        #expect(bus.noteDown(at: at(1)) == nil)
        #expect(bus.note(CANSocket.Received.linkDown, at: at(2)) == nil)
        #expect(bus.deadline == nil)
        #expect(bus.takeQuestion(at: at(5000)) == false)
        #expect(!bus.isBackUnnoticed)
    }

    /// Messages of the kernel were lost, perhaps that of bus-off.
    @Test func afterLostMessagesTheStateIsAskedFor() {
        var bus = BusSupervision(bitRate: 500_000, isOwner: true)
        #expect(bus.takeQuestion(at: at(0)) == false)
        bus.noteMissed(at: at(10))
        #expect(bus.takeQuestion(at: at(10)) == true)
        #expect(bus.note(state(.busOff), at: at(20)) == [.busOff])
    }

    @Test func aDisconnectedInterfaceComesBackWithANewSocket() throws {
        var bus = BusSupervision(bitRate: 500_000, isOwner: true)
        #expect(bus.note(state(.busOff), at: at(0)) == [.busOff])
        #expect(bus.note(CANSocket.Received.gone, at: at(50)) == .disconnected)
        #expect(bus.isDisconnected)
        // There is nothing to restart any more, and nothing to report twice.
        #expect(bus.deadline == nil)
        #expect(bus.note(.gone, of: try frame(), at: at(60)) == nil)
        #expect(bus.noteDisconnected(at: at(70)) == nil)
        #expect(bus.noteUp(at: at(1000)) == .up)
        #expect(!bus.isDisconnected)
        #expect(bus.isOpen(isPositionDue: false, at: at(1000)))
    }

    /// After a halt of the daemon everything comes at once: messages about the link, and then the error frame of the same
    /// bus-off (simulated years, seed 2000004046 in Andorra).
    @Test func aBusOffDuringAHaltIsAnnouncedOnce() throws {
        var bus = BusSupervision(bitRate: 500_000, isOwner: false)
        #expect(bus.note(state(.busOff), at: at(500)) == [.busOff])
        #expect(bus.note(state(.active), at: at(500)) == [.restarted])
        var isLost = bus.takeClientsLost()
        #expect(isLost)
        #expect(bus.note(received(.busOff), at: at(500)) == nil)
        let isAsked = bus.takeQuestion(at: at(500))
        #expect(isAsked)
        #expect(bus.note(state(.active), at: at(516)) == [])
        isLost = bus.takeClientsLost()
        #expect(!isLost)
        // Another one a moment later is new.
        #expect(bus.note(received(.busOff), at: at(517)) == nil)
        #expect(bus.note(state(.active), at: at(540)) == [.restarted])
        isLost = bus.takeClientsLost()
        #expect(isLost)
    }

    /// The message that the interface is up has the state of then. What became of its controller before the socket was read
    /// is asked for (simulated years, seed 2400008003 in Andorra).
    @Test func aReturnIsAskedForWhateverItsMessageSays() throws {
        var bus = BusSupervision(bitRate: 500_000, isOwner: true)
        #expect(bus.noteDown(at: at(0)) == .down)
        #expect(bus.noteUp(at: at(100)) == .up)
        #expect(bus.note(state(.active), at: at(100)) == [])
        let isAsked = bus.takeQuestion(at: at(100))
        #expect(isAsked)
        #expect(bus.note(state(.busOff), at: at(110)) == [.busOff])
    }

    @Test func eachReportIsALineWithTheInterface() {
        for report in [
            BusReport.absent, .busOff, .restarted, .down, .disconnected, .up, .warning, .passive,
            .alone, .recovered, .blocked, .linkRestart, .restartAfterSuspension, .unblocked,
            .asleep, .awake, .upAsleep,
        ] {
            #expect(report.line(of: "can0").hasPrefix("can0"))
        }
    }
}
