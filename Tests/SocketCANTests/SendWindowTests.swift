import CANFrames
import Quantities
import SocketCAN
import Testing

/// A POSITION waits behind one frame at most, wherever frames are confirmed.
@Suite struct SendWindowTests {
    private static let rate = 500_000
    /// A frame of eight bytes takes 108 to 135 bits at 500 kbit/s.
    private static let frame = CANFrame(
        identifier: CANIdentifier(truncatingBase: 0x304), clampedLength: 8)

    private func at(_ microseconds: Int64) -> MonotonicTime {
        MonotonicTime(nanoseconds: microseconds * 1000)
    }

    @Test func oneFrameAtATimeAndAPositionBesides() {
        var window = SendWindow(bitRate: Self.rate)
        #expect(window.isOpen(isPosition: false, at: at(0)))
        #expect(window.deadline(at: at(0)) == nil)
        window.noteSent(Self.frame, at: at(0))
        #expect(!window.isOpen(isPosition: false, at: at(100)))
        #expect(window.isOpen(isPosition: true, at: at(100)))
        window.noteSent(Self.frame, at: at(100))
        #expect(!window.isOpen(isPosition: true, at: at(101)))
    }

    @Test func withoutConfirmationsAFramesTimeHasToBeOver() {
        var window = SendWindow(bitRate: Self.rate)
        window.noteSent(Self.frame, at: at(0))
        #expect(window.deadline(at: at(1)) == at(270))
        #expect(!window.isOpen(isPosition: false, at: at(269)))
        #expect(window.isOpen(isPosition: false, at: at(270)))
        // Two of them take twice as long.
        window.noteSent(Self.frame, at: at(300))
        window.noteSent(Self.frame, at: at(310))
        #expect(window.deadline(at: at(320)) == at(840))
        #expect(window.isOpen(isPosition: true, at: at(570)))
        #expect(!window.isOpen(isPosition: false, at: at(839)))
        #expect(window.isOpen(isPosition: false, at: at(840)))
    }

    @Test func aConfirmationOpensItAtOnce() {
        var window = SendWindow(bitRate: Self.rate)
        window.noteSent(Self.frame, at: at(0))
        // 108 bits are through.
        window.noteConfirmed(at: at(216))
        #expect(window.isOpen(isPosition: false, at: at(216)))
        // Others have the bus: it is waited for.
        window.noteSent(Self.frame, at: at(300))
        #expect(!window.isOpen(isPosition: false, at: at(20_000)))
        #expect(window.isOpen(isPosition: true, at: at(20_000)))
        window.noteSent(Self.frame, at: at(20_000))
        #expect(!window.isOpen(isPosition: true, at: at(30_000)))
        window.noteConfirmed(at: at(30_000))
        #expect(!window.isOpen(isPosition: false, at: at(30_000)))
        #expect(window.isOpen(isPosition: true, at: at(30_000)))
        window.noteConfirmed(at: at(31_000))
        #expect(window.isOpen(isPosition: false, at: at(31_000)))
    }

    /// A POSITION waits in the daemon, not behind a frame that a blocked bus does not take.
    @Test func noPositionFollowsAFrameThatIsOverdue() {
        var window = SendWindow(bitRate: Self.rate)
        window.noteSent(Self.frame, at: at(0))
        window.noteConfirmed(at: at(250))
        window.noteSent(Self.frame, at: at(1000))
        #expect(window.isOpen(isPosition: true, at: at(21_269)))
        #expect(!window.isOpen(isPosition: true, at: at(21_270)))
        window.noteConfirmed(at: at(90_000))
        #expect(window.isOpen(isPosition: true, at: at(90_000)))
    }

    /// What loops back before the wire says nothing of the wire.
    @Test func oneThatIsTooSoonConfirmsNothing() {
        var window = SendWindow(bitRate: Self.rate)
        for _ in 0..<3 {
            window.reset()
            window.noteSent(Self.frame, at: at(0))
            window.noteConfirmed(at: at(20))
            #expect(!window.isOpen(isPosition: false, at: at(269)))
            #expect(window.deadline(at: at(21)) == at(270))
            #expect(window.isOpen(isPosition: false, at: at(270)))
        }
    }

    /// A blocked bus confirms nothing, and no time makes up for it: more frames would only wait.
    @Test func whatIsNotConfirmedIsAskedFor() {
        var window = SendWindow(bitRate: Self.rate)
        window.noteSent(Self.frame, at: at(0))
        window.noteConfirmed(at: at(250))
        window.noteSent(Self.frame, at: at(1000))
        #expect(window.deadline(at: at(1001)) == at(21_270))
        #expect(window.takeMissing(at: at(21_269)) == false)
        #expect(window.takeMissing(at: at(21_270)) == true)
        // The kernel still holds it.
        #expect(window.deadline(at: at(21_271)) == at(41_270))
        #expect(!window.isOpen(isPosition: false, at: at(9_000_000)))
        #expect(window.takeMissing(at: at(41_270)) == true)
        window.noteThrough()
        #expect(window.isOpen(isPosition: false, at: at(41_271)))
        #expect(window.deadline(at: at(41_271)) == nil)
    }

    @Test func afterTheInterfaceWasDownNothingIsUnderWay() {
        var window = SendWindow(bitRate: Self.rate)
        window.noteSent(Self.frame, at: at(0))
        window.noteSent(Self.frame, at: at(1))
        window.reset()
        #expect(window.isOpen(isPosition: false, at: at(2)))
        window.noteConfirmed(at: at(3))
        #expect(window.isOpen(isPosition: false, at: at(4)))
    }

    /// The next frame's time is that of the new bit rate.
    @Test func theBitRateCanChange() throws {
        var window = SendWindow(bitRate: 500_000)
        window.noteSent(Self.frame, at: .zero)
        let fast = try #require(window.deadline(at: .zero))
        window.reset()
        window.setBitRate(125_000)
        window.noteSent(Self.frame, at: .zero)
        let slow = try #require(window.deadline(at: .zero))
        #expect((slow - .zero).value == 4 * (fast - .zero).value)
    }
}
