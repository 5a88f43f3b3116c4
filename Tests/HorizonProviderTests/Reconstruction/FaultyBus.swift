import ADASISv2
import HorizonReconstructor
import MapSketch
import Quantities
import RandomNumbers

/// The bus between a provider and a client, with what can happen to frames on the way.
struct FaultyBus {
    var random: SplitMix64
    /// The share of frames that is lost.
    var loss = 0.0
    /// The share that comes twice.
    var duplicates = 0.0
    /// The longest delay; frames overtake each other within it.
    var delay = Nanoseconds.zero
    private var onTheWay: [(due: MonotonicTime, message: Message)] = []

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// Begins to lose, repeat and delay frames, or stops.
    mutating func setFaults(_ isOn: Bool) {
        loss = isOn ? 0.1 : 0
        duplicates = isOn ? 0.1 : 0
        delay = isOn ? .milliseconds(50) : .zero
    }

    mutating func send(_ message: Message, at time: MonotonicTime) {
        guard Double.random(in: 0..<1, using: &random) >= loss else { return }
        let copies = Double.random(in: 0..<1, using: &random) < duplicates ? 2 : 1
        for _ in 0..<copies {
            let late = Nanoseconds(Int64.random(in: 0...delay.value, using: &random))
            onTheWay.append((time + late, message))
        }
    }

    mutating func deliver(until time: MonotonicTime, to client: inout HorizonReconstructor) {
        if !onTheWay.isEmpty {
            for (due, message) in onTheWay.filter({ $0.due <= time })
                .sorted(by: { $0.due < $1.due })
            {
                client.ingest(message, at: due)
            }
            onTheWay.removeAll { $0.due <= time }
        }
        client.advance(to: time)
    }
}
