import Quantities
import SocketCAN
import Testing

@Suite struct SendPacerTests {
    private func at(_ milliseconds: Int64) -> MonotonicTime {
        .zero + .milliseconds(milliseconds)
    }

    @Test func aFullQueueIsWaitedForLongerAndLonger() {
        var pacer = SendPacer()
        var now = at(0)
        var waits: [Int64] = []
        for _ in 0..<8 {
            #expect(pacer.isOpen(at: now))
            pacer.note(.queueFull, at: now)
            #expect(!pacer.isOpen(at: now))
            guard let deadline = pacer.deadline else { break }
            waits.append((deadline - now).value / 1_000_000)
            now = deadline
        }
        #expect(waits == [2, 4, 8, 16, 32, 50, 50, 50])
        #expect(pacer.stalledSince == at(0))
        pacer.note(.sent, at: now)
        #expect(pacer.stalledSince == nil)
        pacer.note(.queueFull, at: now)
        #expect(pacer.deadline == now + .milliseconds(2))
    }

    @Test func aFullBufferIsWaitedForWithoutAClock() {
        var pacer = SendPacer()
        pacer.note(.wouldBlock, at: at(0))
        #expect(pacer.wantsRoom)
        #expect(pacer.deadline == nil)
        #expect(!pacer.isOpen(at: at(1_000_000)))
        pacer.noteRoom()
        #expect(pacer.isOpen(at: at(1)))
    }

    @Test func aLinkIsWaitedForUntilItIsUp() {
        var pacer = SendPacer()
        for result in [SendResult.linkDown, .gone] {
            pacer.note(result, at: at(5))
            // That the descriptor is writable means nothing then.
            pacer.noteRoom()
            #expect(!pacer.isOpen(at: at(1_000_000)))
            #expect(pacer.stalledSince == at(5))
            pacer.noteLinkUp()
            #expect(pacer.isOpen(at: at(6)))
        }
    }
}
