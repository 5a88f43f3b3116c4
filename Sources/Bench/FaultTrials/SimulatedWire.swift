import CANFrames
import Quantities
import RandomNumbers

/// The queue of an interface and the bus behind it, which takes one frame after the other, each for its time at the
/// bit rate.
struct SimulatedWire {
    /// A frame that went over the bus.
    struct Delivery {
        let frame: CANFrame
        /// When the kernel took it.
        let sent: MonotonicTime
        /// When it began on the bus.
        let start: MonotonicTime
    }

    private typealias Queued = (frame: CANFrame, sent: MonotonicTime)

    /// The bit rate, bit/s.
    var bitRate: Int
    private var random: SplitMix64
    private var queue: [Queued] = []
    private var underWay: (frame: Queued, start: MonotonicTime, end: MonotonicTime)?
    /// The number of frames that are through.
    private(set) var transmitted = 0
    /// The longest time for which other nodes keep the bus before a frame.
    var traffic = Nanoseconds.zero

    init(bitRate: Int, seed: UInt64) {
        self.bitRate = bitRate
        random = SplitMix64(seed: seed)
    }

    /// The number of frames that wait.
    var waiting: Int { queue.count }

    /// Whether there is a frame.
    var holdsFrames: Bool { underWay != nil || !queue.isEmpty }

    /// When the frame on the bus is through.
    var end: MonotonicTime? { underWay?.end }

    /// Adds a frame to the queue.
    mutating func append(_ frame: CANFrame, at now: MonotonicTime) { queue.append((frame, now)) }

    /// Puts the next frame on the bus.
    mutating func begin(at now: MonotonicTime) {
        guard underWay == nil, !queue.isEmpty else { return }
        let next = queue.removeFirst()
        let wait = traffic > .zero ? Int64.random(in: 0...traffic.value, using: &random) : 0
        // Stuff bits depend on the content.
        let bits = Int.random(in: next.frame.leastBits...next.frame.worstCaseBits, using: &random)
        let start = now + Nanoseconds(wait)
        underWay = (next, start, start + Nanoseconds(Int64(bits) * 1_000_000_000 / Int64(bitRate)))
    }

    /// Takes the frame that is through by now from the bus.
    mutating func finish(at now: MonotonicTime) -> Delivery? {
        guard let done = underWay, done.end <= now else { return nil }
        underWay = nil
        transmitted += 1
        return Delivery(frame: done.frame.frame, sent: done.frame.sent, start: done.start)
    }

    /// The frame on the bus is not acknowledged, and is sent again later.
    mutating func interrupt() {
        guard let frame = underWay?.frame else { return }
        queue.insert(frame, at: 0)
        underWay = nil
    }

    /// Loses all frames.
    mutating func drop() {
        underWay = nil
        queue.removeAll()
    }
}
