import ADASISv2
import Quantities

/// §3: one counter for each message type, one more for each frame. Whether a frame that travels without
/// the counter was counted cannot be seen.
struct CounterRule: ProtocolRule {
    /// The last frame of a message type.
    private struct Frame {
        let counter: CyclicCounter
        let time: MonotonicTime
    }

    private var last = [Frame?](repeating: nil, count: 7)
    /// The shortest time between two frames of a message type so far.
    private var shortest = [Nanoseconds?](repeating: nil, count: 7)

    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings) {
        guard seen.kind != .systemSpecific else { return }
        let counter = seen.message.cyclicCounter
        let slot = Int(seen.kind.rawValue)
        guard !seen.leftOut.contains(.cyclicCounter) else {
            last[slot] = nil
            return
        }
        if let last = last[slot] {
            let interval = seen.time - last.time
            if counter != last.counter.next {
                let missing = Self.words(
                    for: counter, after: last.counter, within: interval, shortest[slot])
                findings.report(
                    .counter, "the counter is \(counter.raw) after \(last.counter.raw)\(missing)")
            } else {
                shortest[slot] = min(shortest[slot] ?? interval, interval)
            }
        }
        last[slot] = Frame(counter: counter, time: seen.time)
    }

    /// The number of the missing frames. The counter repeats after four frames: there may be four more, unless the
    /// time between the two frames is too short for the sender's fastest pace so far. Nothing is known where the
    /// counter is the same: the frame may have come twice.
    private static func words(
        for counter: CyclicCounter, after last: CyclicCounter, within interval: Nanoseconds,
        _ shortest: Nanoseconds?
    ) -> String {
        guard counter != last else { return "" }
        let lost = counter.lost(since: last)
        let frames = lost == 1 ? "1 frame is missing" : "\(lost) frames are missing"
        // A shorter interval than the fastest one by a tenth is jitter.
        let isExact = shortest.map {
            Double(interval.value) < 0.9 * Double($0.value) * Double(lost + 5)
        }
        return isExact ?? false ? ": \(frames)" : ": at least \(frames)"
    }
}
