import HorizonProvider
import Quantities
import SocketCAN
import Supervision
import Testing

/// An interface of the daemon's own that transmits nothing.
@Suite struct DeadLinkTests {
    /// A link on which no frame is transmitted, and whose controller is in order by its driver.
    private func stalled() -> TestLink {
        let link = TestLink()
        link.result = .queueFull
        link.answer = TestLink.working
        return link
    }

    private func count(of report: BusReport, _ link: TestLink) -> Int {
        link.lines.count { $0 == report.line(of: "can0") }
    }

    /// Its controller may have lost its settings while the machine was suspended. An interface of the daemon's own is
    /// restarted after 2, 2, 4, 8, 10, 10 … s, with one line. What the kernel has taken is not transmitted yet.
    @Test(arguments: [true, false])
    func anInterfaceThatTransmitsNothingIsRestarted(isOwner: Bool) throws {
        let link = stalled()
        var bus = try link.begin(isOwner: isOwner)
        // At first the kernel refuses frames, then it takes some and holds them.
        try link.runSending(&bus, 0...20_000)
        link.result = .sent
        link.holdsFrames = true
        try link.runSending(&bus, 20_100...190_000)
        let times = [3000, 5000, 9000, 17_000] + stride(from: 27_000, through: 187_000, by: 10_000)
        #expect(link.setUps == (isOwner ? times : []))
        let lines = [BusReport.blocked] + (isOwner ? [.linkRestart] : [])
        #expect(link.lines == lines.map { $0.line(of: "can0") })
        link.holdsFrames = false
        try link.runSending(&bus, 190_100...192_000)
        #expect(link.lines.last == BusReport.unblocked.line(of: "can0"))
        #expect(link.lines.count == lines.count + 1)
        // So soon after that it is the same stall; after a minute it is another one.
        link.result = .queueFull
        try link.runSending(&bus, 192_100...202_000)
        #expect(link.setUps.count == (isOwner ? times.count : 0))
        link.result = .sent
        try link.runSending(&bus, 202_100...270_000)
        link.result = .queueFull
        try link.runSending(&bus, 270_100...274_000)
        #expect(link.setUps.count == (isOwner ? times.count + 1 : 0))
        #expect(count(of: .linkRestart, link) == (isOwner ? 2 : 0))
    }

    /// Other programs keep the queue full: what they transmit shows that the interface works.
    @Test func anInterfaceThatTransmitsForOthersIsNotRestarted() throws {
        let link = stalled()
        link.traffic.transmitted = 1
        var bus = try link.begin(isOwner: true)
        try link.runSending(&bus, 0...30_000)
        #expect(link.setUps.isEmpty)
        // From now on it transmits nothing for them either.
        link.traffic.transmitted = 0
        try link.runSending(&bus, 30_100...36_000)
        #expect(link.setUps == [33_000, 35_000])
    }

    /// Frames of higher priority keep the horizon from the bus: an interface that receives them has its settings. Only after
    /// a minute it is restarted all the same, and then again after a minute.
    @Test func anInterfaceThatReceivesIsRestartedLater() throws {
        let link = stalled()
        link.traffic.received = 100
        var bus = try link.begin(isOwner: true)
        try link.runSending(&bus, 0...60_000)
        #expect(link.setUps.isEmpty)
        try link.runSending(&bus, 60_100...118_000)
        #expect(link.setUps.count == 1)
        try link.runSending(&bus, 118_100...190_000)
        #expect(link.setUps.count == 3 || link.setUps.count == 2)
        #expect(zip(link.setUps, link.setUps.dropFirst()).allSatisfy { $1 - $0 >= 60_000 })
    }

    /// What has passed is not known: the interface may work.
    @Test func withoutAnAnswerNothingIsRestarted() throws {
        let link = stalled()
        link.answer = nil
        var bus = try link.begin(isOwner: true)
        try link.runSending(&bus, 0...20_000)
        #expect(link.setUps.isEmpty)
        #expect(link.questions.count >= 18)
        link.answer = TestLink.working
        try link.runSending(&bus, 20_100...23_500)
        #expect(link.setUps.count == 1)
    }

    /// While the ignition is off nothing is to be transmitted. What the kernel holds since then has waited for no bus.
    @Test func anInterfaceThatSleepsIsNotRestarted() throws {
        let link = stalled()
        var bus = try link.begin(isOwner: true)
        try link.runSending(&bus, 0...2000)
        bus.setIgnition(false, at: .zero + .milliseconds(2000))
        try link.runSending(&bus, 2100...100_000)
        #expect(link.setUps.isEmpty)
        bus.setIgnition(true, at: .zero + .milliseconds(100_000))
        try link.runSending(&bus, 100_100...100_900)
        #expect(count(of: .blocked, link) == 1)
        try link.runSending(&bus, 101_000...104_000)
        #expect(link.setUps == [103_000])
        #expect(count(of: .blocked, link) == 2)
    }

    /// A controller that explains it is left alone.
    @Test func anInterfaceWithoutAnotherNodeIsNotRestarted() throws {
        let link = stalled()
        link.answer = TestLink.state(.passive, transmitErrors: 128)
        var bus = try link.begin(isOwner: true)
        try link.runSending(&bus, 0...20_000)
        #expect(link.setUps.isEmpty)
    }

    /// After a suspension nothing passes, and the driver reports the state of before: that explains nothing. The interface is
    /// restarted, also if it cannot be done at once, until it is up.
    @Test(arguments: [TestLink.state(.passive, transmitErrors: 128), TestLink.working])
    func anInterfaceThatWasSuspendedIsRestarted(_ state: LinkState) throws {
        let link = TestLink()
        link.answer = state
        link.result = .queueFull
        link.restartsAtOnce = false
        var bus = try link.begin(isOwner: true)
        try link.runSending(&bus, 0...900)
        bus.noteSuspension(
            of: .milliseconds(7_199_000), at: .zero + .milliseconds(7_200_000))
        try link.runSending(&bus, 7_200_000...7_212_900)
        #expect(link.setUps.first == 7_203_000)
        link.restartsAtOnce = true
        try link.runSending(&bus, 7_213_000...7_240_000)
        // The second one has brought it up. What follows is a stall of its own, of the controller that is in order.
        #expect(count(of: .restartAfterSuspension, link) == 1)
        let isExplained = state != TestLink.working
        #expect(isExplained ? link.setUps.count == 2 : link.setUps.count > 2)
    }

    /// The driver has restarted the controller after bus-off, without its settings. People have read that no frame is sent,
    /// and read that they are sent again.
    @Test func anInterfaceThatWasSuspendedInBusOffIsRestarted() throws {
        let link = TestLink()
        link.answer = TestLink.state(.busOff, transmitErrors: 256, hasCarrier: false)
        var bus = try link.begin(isOwner: true)
        link.events = [.state(TestLink.state(.busOff, hasCarrier: false))]
        try link.runSending(&bus, 0...900)
        bus.noteSuspension(of: .milliseconds(50), at: .zero + .milliseconds(1000))
        try link.runSending(&bus, 1000...3900)
        link.answer = TestLink.working
        try link.runSending(&bus, 4000...4100)
        #expect(link.setUps == [4000])
        #expect(
            link.lines == [
                BusReport.busOff.line(of: "can0"),
                BusReport.restartAfterSuspension.line(of: "can0"),
                BusReport.up.line(of: "can0"),
            ])
    }

    /// After a suspension the interface works: a received frame is enough to see that.
    @Test func anInterfaceThatWorksAfterASuspensionIsLeftAlone() throws {
        let link = TestLink()
        link.answer = TestLink.working
        link.traffic.received = 1
        var bus = try link.begin(isOwner: true)
        bus.noteSuspension(of: .seconds(20), at: .zero + .milliseconds(20_000))
        try link.runSending(&bus, 20_000...60_000)
        #expect(link.setUps.isEmpty)
        // A moment later it is suspended again, and does not work any more.
        bus.noteSuspension(of: .seconds(1), at: .zero + .milliseconds(61_000))
        link.traffic.received = 0
        try link.runSending(&bus, 61_000...65_000)
        #expect(link.setUps == [64_000])
    }

    /// The ignition is off, and the signal that it is on would come over this interface.
    @Test func anInterfaceThatSleptIsRestartedAfterASuspensionToo() throws {
        let link = stalled()
        var bus = try link.begin(isOwner: true)
        bus.setIgnition(false, at: .zero)
        bus.noteSuspension(of: .seconds(20), at: .zero + .milliseconds(20_000))
        try link.runSending(&bus, 20_000...60_000)
        #expect(link.setUps == [23_000])
        #expect(link.lines.count == 2)
    }

    /// The machine is awake for a moment only, again and again: the times count together.
    @Test func shortMomentsBetweenSuspensionsCount() throws {
        let link = stalled()
        link.answer = TestLink.state(.passive, transmitErrors: 128)
        var bus = try link.begin(isOwner: true)
        for start in stride(from: 10_000, through: 40_000, by: 10_000) {
            let time = MonotonicTime.zero + .milliseconds(Int64(start))
            bus.noteSuspension(of: .milliseconds(start == 10_000 ? 9000 : 8000), at: time)
            try link.runSending(&bus, start...start + 2000)
        }
        #expect(link.setUps.count == 1)
        #expect(link.setUps.first.map { $0 >= 21_000 && $0 <= 22_000 } ?? false)
    }

    /// Kernels before 5.17 count error frames as received: a controller with another bit rate than the bus has them.
    @Test func errorFramesAreNoSignOfLife() throws {
        let link = TestLink()
        link.answer = TestLink.working
        var bus = try link.begin(isOwner: true)
        bus.noteSuspension(of: .milliseconds(900), at: .zero + .milliseconds(1000))
        try link.runSending(&bus, 1000...1100)
        link.traffic.received = 3
        link.answer = TestLink.state(.passive, transmitErrors: 128)
        try link.runSending(&bus, 1200...5000)
        #expect(link.setUps == [4000])
    }

    /// Another change of the interface is under way: a restart would be dropped.
    @Test func aRestartWaitsForAnotherChange() throws {
        let link = stalled()
        var bus = try link.begin(isOwner: true)
        link.isChanging = true
        try link.runSending(&bus, 0...9000)
        #expect(link.setUps.isEmpty)
        #expect(count(of: .linkRestart, link) == 0)
        link.isChanging = false
        try link.runSending(&bus, 9100...10_500)
        #expect(link.setUps.count == 1)
    }

    /// An adapter takes long to go down, and cannot be brought up then: it was the daemon that took it down, and it tries
    /// again.
    @Test func aRestartThatTakesLongIsFollowedByASetUp() throws {
        let link = stalled()
        link.restartsAtOnce = false
        var bus = try link.begin(isOwner: true)
        try link.runSending(&bus, 0...3000)
        link.isChanging = true
        try link.runSending(&bus, 3100...8900)
        #expect(link.setUps == [3000])
        link.isUp = false
        link.events = [.down]
        try link.runSending(&bus, 9000...9000)
        link.isChanging = false
        try link.runSending(&bus, 9100...20_000)
        #expect(link.setUps.count >= 4)
        #expect(count(of: .down, link) == 1)
        link.isUp = true
        link.events = [.up]
        link.result = .sent
        try link.runSending(&bus, 20_100...40_000)
        #expect(count(of: .up, link) == 1)
    }
}
