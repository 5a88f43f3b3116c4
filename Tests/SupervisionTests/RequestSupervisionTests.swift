import ADASISv2
import CANFrames
import Engine
import HorizonProvider
import Quantities
import Testing

@testable import Supervision

@Suite struct RequestSupervisionTests {
    private func at(_ milliseconds: Int64) -> MonotonicTime { .zero + .milliseconds(milliseconds) }

    private func supervision() -> RequestSupervision {
        RequestSupervision(.plain(), mask: MessagePreset.all.mask, extent: .fullTree)
    }

    private func frame(_ bytes: UInt8...) -> CANFrame {
        var frame = CANFrame(
            identifier: RequestLayout.plainIdentifier, clampedLength: bytes.count)
        for (index, byte) in bytes.enumerated() { frame.bytes[index] = byte }
        return frame
    }

    private func answer(
        _ requests: inout RequestSupervision, at now: MonotonicTime, isRepeating: Bool = false
    ) -> (events: [EngineEvent], lines: [String]) {
        var events: [EngineEvent] = []
        let lines = requests.answer(at: now, isRepeating: isRepeating, into: &events)
        return (events, lines)
    }

    @Test func aRequestIsAnsweredAtOnce() {
        var requests = supervision()
        #expect(requests.deadline == nil)
        #expect(requests.note(frame(0x60), at: at(0)) == nil)
        #expect(requests.deadline == .zero)
        #expect(answer(&requests, at: at(0)).events == [.request(.stub, nil)])
        #expect(requests.note(frame(0x74), at: at(10)) == nil)
        #expect(
            answer(&requests, at: at(10)).events == [.request(.stub, CyclicCounter(raw: 1))])
        #expect(requests.note(frame(0x02), at: at(20)) == nil)
        let reset = answer(&requests, at: at(20))
        #expect(reset.events == [.clientsLost])
        #expect(reset.lines == ["a client asks for the whole horizon again"])
        #expect(requests.deadline == nil)
    }

    /// A whole horizon is sent again every 5 s at most; the last request is not forgotten.
    @Test func resetsAreMerged() {
        var requests = supervision()
        var times: [Int64] = []
        var lines: [String] = []
        for time in stride(from: Int64(0), through: 20_000, by: 1) {
            if time <= 12_000, let line = requests.note(frame(0x02), at: at(time)) {
                lines.append(line)
            }
            let (events, more) = answer(&requests, at: at(time))
            lines += more.filter { !$0.contains("whole horizon") }
            if events == [.clientsLost] { times.append(time) }
        }
        #expect(times == [0, 5000, 10_000, 15_000])
        #expect(
            lines == [
                "requests come faster than they are answered: some are merged, or not answered"
            ])
        // 12,001 requests, of which four were answered.
        #expect(
            answer(&requests, at: at(22_000)).lines
                == ["requests are answered in time again; 11997 were merged or not answered"])
        #expect(answer(&requests, at: at(40_000)).lines.isEmpty)
    }

    /// A reset is the answer to everything that waits with it.
    @Test func aResetAnswersTheOthersToo() {
        var requests = supervision()
        for byte: UInt8 in [0x02, 0x60, 0x74, 0xA0] { _ = requests.note(frame(byte), at: at(0)) }
        #expect(answer(&requests, at: at(0)).events == [.clientsLost])
        // All messages of a type have just been sent again.
        _ = requests.note(frame(0x60), at: at(100))
        #expect(answer(&requests, at: at(100)).events.isEmpty)
        #expect(requests.deadline == at(5000))
        #expect(answer(&requests, at: at(5000)).events == [.request(.stub, nil)])
    }

    /// Whatever is asked in a storm, so many events come of it: a reset, each type of the tree, META-DATA and ten single ones
    /// a second.
    @Test func aStormIsBounded() {
        var requests = supervision()
        var count = 0
        var lines = 0
        for time in stride(from: Int64(0), to: 10_000, by: 1) {
            for byte in UInt8(0)...255 {
                if requests.note(frame(byte, byte), at: at(time)) != nil { lines += 1 }
            }
            let (events, more) = answer(&requests, at: at(time))
            count += events.count
            lines += more.count
        }
        #expect(count <= 2 + 2 * 4 + 10 + 100 + 11, "\(count)")
        #expect(lines <= 1 + 2 + 11, "\(lines)")
    }

    /// On a slow bus everything takes longer than its interval. Otherwise the far end would never be sent.
    @Test func everythingWaitsForTheLastAnswer() {
        var requests = supervision()
        _ = requests.note(frame(0x02), at: at(0))
        #expect(answer(&requests, at: at(0)).events == [.clientsLost])
        var times: [Int64] = []
        for time in stride(from: Int64(0), through: 25_000, by: 10) {
            _ = requests.note(frame(time % 20 == 0 ? 0x02 : 0x60), at: at(time))
            let events = answer(&requests, at: at(time), isRepeating: time < 12_000).events
            #expect(events.isEmpty || events == [.clientsLost] || events == [.request(.stub, nil)])
            if !events.isEmpty { times.append(time) }
            // It does not ask without end.
            if let deadline = requests.deadline { #expect(deadline > at(time)) }
        }
        #expect(times == [12_000, 17_000, 22_000])
    }

    /// A bus that takes nothing does not hold up requests without end.
    @Test func aLastAnswerWithoutAnEndIsNotWaitedForForLong() {
        var requests = supervision()
        _ = requests.note(frame(0x60), at: at(0))
        _ = answer(&requests, at: at(0))
        var times: [Int64] = []
        for time in stride(from: Int64(0), through: 200_000, by: 100) {
            _ = requests.note(frame(0x60), at: at(time))
            if !answer(&requests, at: at(time), isRepeating: true).events.isEmpty {
                times.append(time)
            }
        }
        #expect(times == [65_000, 130_000, 195_000])
    }

    /// A counter has two bits. So a request for the message of a counter is answered at once, or not at all.
    @Test func aRequestByCounterIsAnsweredAtOnceOrNotAtAll() {
        var requests = supervision()
        let counters = (UInt8(0)..<4).map { CyclicCounter(raw: $0) }
        for counter: UInt8 in 0..<4 { _ = requests.note(frame(0x70 | counter << 2), at: at(0)) }
        #expect(answer(&requests, at: at(0)).events == counters.map { .request(.stub, $0) })
        var times: [Int64] = []
        var lines: [String] = []
        for time in stride(from: Int64(10), to: 2000, by: 10) {
            _ = requests.note(frame(0x50 | UInt8(time / 10 % 4) << 2), at: at(time))
            let (events, more) = answer(&requests, at: at(time))
            lines += more
            let counter = counters[Int(time / 10 % 4)]
            #expect(events.isEmpty || events == [.request(.segment, counter)])
            if !events.isEmpty { times.append(time) }
        }
        // Ten in any second: four were at 0.
        let first = stride(from: Int64(10), through: 60, by: 10)
        #expect(times == Array(first) + stride(from: Int64(1000), through: 1090, by: 10))
        #expect(
            lines == [
                "requests come faster than they are answered: some are merged, or not answered"
            ])
        // Nothing waits but the end of the flood.
        #expect(requests.deadline == at(11_990))
    }

    /// POSITION comes with the next tick anyway, and META-DATA is one message, whatever its counter: they leave the others
    /// their room, and wait for no answer with the tree.
    @Test func POSITIONAndMETADATATakeNoRoom() {
        var requests = supervision()
        _ = requests.note(frame(0x02), at: at(0))
        _ = answer(&requests, at: at(0))
        for counter: UInt8 in 0..<4 {
            #expect(requests.note(frame(0x30 | counter << 2), at: at(5000)) == nil)
            _ = requests.note(frame(0xD0 | counter << 2), at: at(5000))
        }
        _ = requests.note(frame(0x02), at: at(5000))
        let events = answer(&requests, at: at(5000), isRepeating: true).events
        #expect(events == [.request(.metaData, nil)])
        var count = 0
        for time in stride(from: Int64(5010), to: 10_000, by: 10) {
            for counter: UInt8 in 0..<4 {
                _ = requests.note(frame(0x30 | counter << 2), at: at(time))
            }
            _ = requests.note(frame(0xD0), at: at(time))
            let events = answer(&requests, at: at(time), isRepeating: true).events
            #expect(events.allSatisfy { $0 == .request(.metaData, nil) })
            count += events.count
        }
        #expect(count == 4)
    }

    /// A request for META-DATA during an answer is none for more of it: the next one is held for its own minute.
    @Test func METADATAHoldsNothing() {
        var requests = supervision()
        _ = requests.note(frame(0xC0), at: at(0))
        #expect(
            answer(&requests, at: at(0), isRepeating: true).events == [.request(.metaData, nil)])
        _ = requests.note(frame(0x02), at: at(100_000))
        #expect(answer(&requests, at: at(100_000), isRepeating: true).events.isEmpty)
        #expect(answer(&requests, at: at(159_900), isRepeating: true).events.isEmpty)
        #expect(answer(&requests, at: at(160_000), isRepeating: true).events == [.clientsLost])
    }

    /// A client switches messages off; a configuration that is read again does not undo it.
    @Test func aMaskHoldsAndIsRareToChange() {
        var requests = supervision()
        let short = ClientMask(raw: 1 << MessageKind.stub.rawValue)
        _ = requests.note(frame(0x01, 0x08), at: at(0))
        let first = answer(&requests, at: at(0))
        #expect(
            first.events == [.mask(short.applied(to: MessagePreset.all.mask), extent: .fullTree)])
        #expect(first.lines == ["a client asks for no SEGMENT, PROFILE SHORT, PROFILE LONG"])
        // Flapping: only what holds after a second counts.
        for time in Int64(1)..<1000 {
            _ = requests.note(frame(0x01, time % 2 == 0 ? 0x08 : 0x3C), at: at(time))
            #expect(answer(&requests, at: at(time)).events.isEmpty)
        }
        let second = answer(&requests, at: at(1000))
        #expect(second.events == [.mask(MessagePreset.all.mask, extent: .fullTree)])
        // There is one line in ten seconds, with what holds then.
        #expect(second.lines == [])
        let due = requests.deadline
        #expect(due == at(10_000))
        let third = answer(&requests, at: at(10_000))
        #expect(third.events.isEmpty)
        #expect(third.lines == ["a client asks for all configured messages"])
        _ = requests.note(frame(0x01, 0x08), at: at(13_000))
        _ = answer(&requests, at: at(13_000))
        #expect(
            requests.noteConfigured(MessagePreset.default.mask, extent: .mainPath)
                == .mask(short.applied(to: MessagePreset.default.mask), extent: .mainPath))
    }

    @Test func aRejectedRequestIsOneLineAMinute() {
        var requests = supervision()
        #expect(
            requests.note(frame(), at: at(0)) == "a request is rejected: it is too short (1 so far)"
        )
        #expect(requests.note(frame(), at: at(59_000)) == nil)
        #expect(
            requests.note(frame(), at: at(60_000))
                == "a request is rejected: it is too short (3 so far)")
        #expect(requests.rejected == 3)
        #expect(answer(&requests, at: at(60_000)).events.isEmpty)
    }
}
