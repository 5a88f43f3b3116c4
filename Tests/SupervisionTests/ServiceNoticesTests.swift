import Quantities
import Supervision
import Testing

@Suite struct ServiceNoticesTests {
    private func at(_ milliseconds: Int64) -> MonotonicTime {
        .zero + .milliseconds(milliseconds)
    }

    private func state(
        _ bus: BusCondition = .open, map: Bool = true, sent: Int? = 0, _ position: String = "no fix"
    ) -> ServiceNotices.State {
        ServiceNotices.State(
            interface: "can0", bus: bus, hasMap: map, positionsSent: sent, position: position)
    }

    @Test func readyIsReportedOnceBusAndMapAreThere() {
        var notices = ServiceNotices(watchdog: nil, start: at(0))
        #expect(
            notices.sent(state(.absent), at: at(100)) == "STATUS=Waiting: can0 does not exist.")
        #expect(notices.sent(state(.down), at: at(200)) == nil)
        #expect(notices.sent(state(.down), at: at(1100)) == "STATUS=Waiting: can0 is down.")
        #expect(notices.sent(state(map: false), at: at(1200)) == nil)
        #expect(notices.sent(state(), at: at(1300)) == "READY=1")
        #expect(notices.sent(state(), at: at(1400)) == nil)
        #expect(notices.sent(state(), at: at(2100)) == "STATUS=Transmitting on can0; no fix.")
        #expect(notices.sent(state(), at: at(3100)) == nil)
        // Readiness does not end with the bus.
        #expect(notices.sent(state(.busOff), at: at(4100)) == "STATUS=Waiting: can0 is bus-off.")
        #expect(
            notices.sent(state(map: false, "on a road"), at: at(5100))
                == "STATUS=Transmitting on can0 without a map; on a road.")
    }

    /// A car is started with its ignition off, and the bus is there.
    @Test func aBusThatSleepsIsReady() {
        var notices = ServiceNotices(watchdog: nil, start: at(0))
        #expect(
            notices.sent(state(.asleep), at: at(100))
                == "READY=1\nSTATUS=Waiting: can0 is asleep, the ignition is off.")
    }

    @Test func theSignOfLifeComesAtAThirdOfTheTime() {
        var notices = ServiceNotices(watchdog: .milliseconds(3000), start: at(0))
        #expect(notices.sent(state(sent: 1), at: at(0))?.hasSuffix("\nWATCHDOG=1") == true)
        #expect(notices.sent(state(sent: 2), at: at(900)) == nil)
        #expect(notices.sent(state(sent: 3), at: at(1000)) == "WATCHDOG=1")
        #expect(notices.sent(state(sent: 4), at: at(1900)) == nil)
        #expect(notices.sent(state(sent: 5), at: at(2000)) == "WATCHDOG=1")
    }

    @Test func aLoopThatSendsNoPositionIsNotAlive() {
        var notices = ServiceNotices(watchdog: .milliseconds(3000), start: at(0))
        _ = notices.sent(state(sent: 7), at: at(0))
        for time: Int64 in [1000, 1100, 2000, 5000] {
            #expect(notices.sent(state(sent: 7), at: at(time)) == nil, "\(time)")
            #expect(notices.isFailing(at: at(time)) == (time >= 2000), "\(time)")
        }
        #expect(notices.sent(state(sent: 8), at: at(5100)) == "WATCHDOG=1")
        #expect(!notices.isFailing(at: at(5100)))
        #expect(!ServiceNotices(watchdog: nil, start: at(0)).isFailing(at: at(90_000)))
    }

    @Test(arguments: [BusCondition.absent, .down, .busOff, .listening, .blocked, .asleep])
    func aBusThatTakesNothingIsNoReasonForARestart(_ bus: BusCondition) {
        var notices = ServiceNotices(watchdog: .milliseconds(3000), start: at(0))
        _ = notices.sent(state(sent: 7), at: at(0))
        #expect(notices.sent(state(bus, sent: 7), at: at(1000))?.hasSuffix("WATCHDOG=1") == true)
        #expect(notices.sent(state(bus, sent: 7), at: at(2000)) == "WATCHDOG=1")
    }

    @Test func aMaskWithoutPositionIsAlive() {
        var notices = ServiceNotices(watchdog: .milliseconds(3000), start: at(0))
        _ = notices.sent(state(sent: nil), at: at(0))
        #expect(notices.sent(state(sent: nil), at: at(1000)) == "WATCHDOG=1")
    }

    @Test func withoutAWatchdogThereIsNoSignOfLife() {
        var notices = ServiceNotices(watchdog: nil, start: at(0))
        _ = notices.sent(state(sent: 1), at: at(0))
        #expect(notices.sent(state(sent: 2), at: at(60_000)) == nil)
    }

    @Test func aReloadEndsWithReadiness() {
        var notices = ServiceNotices(watchdog: nil, start: at(0))
        notices.noteReloaded()
        #expect(notices.words == nil)
        // Not ready yet: the reload does not make it so.
        notices.noteReload(at: at(1))
        notices.noteSent()
        notices.noteReloaded()
        #expect(notices.words == nil)
        _ = notices.sent(state(), at: at(100))
        notices.noteReload(at: at(12_345))
        #expect(notices.words == "RELOADING=1\nMONOTONIC_USEC=12345000")
        notices.noteSent()
        #expect(notices.words == nil)
        notices.noteReloaded()
        #expect(notices.words == "READY=1")
        notices.noteSent()
        notices.noteReloaded()
        #expect(notices.words == nil)
    }

    /// A service manager that is busy takes no datagram (EAGAIN): it learns later that the daemon is ready.
    @Test func whatWasNotTakenComesAgain() {
        var notices = ServiceNotices(watchdog: .milliseconds(3000), start: at(0))
        notices.look(state(sent: 1), at: at(0))
        let first = "READY=1\nSTATUS=Transmitting on can0; no fix.\nWATCHDOG=1"
        #expect(notices.words == first)
        notices.look(state(sent: 2), at: at(100))
        #expect(notices.words == first)
        // The loop has stopped sending: that is not hidden by the sign that was not taken.
        notices.look(state(sent: 1), at: at(1000))
        #expect(notices.words == "READY=1\nSTATUS=Transmitting on can0; no fix.")
        notices.look(state(sent: 12, "on a road"), at: at(2000))
        #expect(notices.words == "READY=1\nSTATUS=Transmitting on can0; on a road.\nWATCHDOG=1")
        notices.noteSent()
        #expect(notices.words == nil)
        // A reload that begins and ends meanwhile: both, in their order.
        notices.noteReload(at: at(2200))
        notices.noteReloaded()
        #expect(notices.words?.hasPrefix("RELOADING=1") == true)
        #expect(notices.words?.hasPrefix("RELOADING=1") == true)
        notices.noteSent()
        #expect(notices.words == "READY=1")
    }
}

extension ServiceNotices {
    /// What a service manager gets that takes everything.
    fileprivate mutating func sent(_ state: State, at now: MonotonicTime) -> String? {
        look(state, at: now)
        defer { noteSent() }
        return words
    }
}
