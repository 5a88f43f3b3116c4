import Quantities
import Supervision
import Testing

@Suite struct ReadPaceTests {
    private func time(_ milliseconds: Double) -> MonotonicTime {
        .zero + .seconds(milliseconds / 1000)
    }

    @Test("Sixteen frames in 10 ms are read as they come")
    func usualLoad() {
        var pace = ReadPace()
        for millisecond in 0..<1000 {
            pace.note(millisecond % 5 < 3 ? 2 : 1, at: time(Double(millisecond)))
            pace.look(at: time(Double(millisecond)))
            #expect(pace.isOpen && pace.deadline == nil, "at \(millisecond) ms")
        }
    }

    /// The kernel holds about 270 frames of a socket.
    @Test("A flood is read once in 10 ms, before the kernel's queue is full")
    func flood() {
        var pace = ReadPace()
        var waiting = 0
        var most = 0
        var reads = 0
        // 7,500 frames a second, for a second.
        for frame in 0..<7500 {
            let now = time(Double(frame) / 7.5)
            waiting += 1
            pace.look(at: now)
            guard pace.isOpen else { continue }
            most = max(most, waiting)
            pace.note(waiting, at: now)
            reads += 1
            waiting = 0
        }
        #expect(reads <= 130)
        #expect(most > 50 && most <= 80)
        // It ends with the flood.
        pace.look(at: time(1010))
        #expect(pace.isOpen)
        pace.note(1, at: time(1020))
        #expect(pace.isOpen)
    }
}
