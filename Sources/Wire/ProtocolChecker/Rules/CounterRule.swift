import ADASISv2

/// §3: one counter for each message type, one more for each frame. Whether a frame that travels without
/// the counter was counted cannot be seen.
struct CounterRule: ProtocolRule {
    private var last = [CyclicCounter?](repeating: nil, count: 7)

    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings) {
        guard seen.kind != .systemSpecific else { return }
        let counter = seen.message.cyclicCounter
        let slot = Int(seen.kind.rawValue)
        guard !seen.leftOut.contains(.cyclicCounter) else {
            last[slot] = nil
            return
        }
        if let last = last[slot], counter != last.next {
            findings.report(.counter, "the counter is \(counter.raw) after \(last.raw)")
        }
        last[slot] = counter
    }
}
