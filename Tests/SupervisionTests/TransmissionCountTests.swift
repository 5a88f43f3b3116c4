import ADASISv2
import CANFrames
import Quantities
import Testing

@testable import Supervision

@Suite("Counted frames") struct TransmissionCountTests {
    @Test func loadOfTheLastSecond() {
        var count = TransmissionCount()
        let frame = CANFrame(identifier: CANIdentifier(truncatingBase: 0x300), clampedLength: 8)
        func time(_ milliseconds: Int64) -> MonotonicTime { .zero + .milliseconds(milliseconds) }
        #expect(count.bitsPerSecond(at: time(0)) == 0)
        for step in Int64(0)..<50 { count.note(frame, .position, at: time(step * 100 + 50)) }
        #expect(count.count(of: .position) == 50)
        #expect(count.count(of: .stub) == 0)
        #expect(count.bitsPerSecond(at: time(5000)) == 10 * frame.worstCaseBits)
        // After a second without a frame nothing is left.
        #expect(count.bitsPerSecond(at: time(6000)) == 0)
        count.note(frame, .stub, at: time(60_000))
        #expect(count.bitsPerSecond(at: time(60_100)) == 10 * frame.worstCaseBits / 9)
        #expect(count.positions == 0)
    }
}
