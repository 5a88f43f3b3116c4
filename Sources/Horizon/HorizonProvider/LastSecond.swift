import Quantities

/// The frames of the last second and their bits: a ring.
///
/// The load of a second is time on the bus. A frame keeps its time when the bit rate of the bus changes: it counts as
/// many bits as the bus carries in that time at the bit rate of today.
struct LastSecond {
    private var frames: [Frame]
    private var oldest = 0
    private var count = 0
    private(set) var bits = 0
    private var bitRate: Int
    /// The number of the oldest frames that were sent at another bit rate.
    private var atOtherRates = 0

    private struct Frame {
        var time = MonotonicTime.zero
        /// Its bits, and the bit rate at which it was sent.
        var ownBits = 0
        var ownRate = 1
        /// Its bits at the bit rate of today.
        var bits = 0
    }

    private static let length = Nanoseconds(1_000_000_000)

    /// Room for a number of frames, on a bus of so many bits a second.
    init(capacity: Int, bitRate: Int) {
        frames = Array(repeating: Frame(), count: capacity)
        self.bitRate = max(bitRate, 1)
    }

    /// Whether it has frames that were sent at another bit rate.
    var isMixed: Bool { atOtherRates > 0 }

    /// Makes room for more frames in a second.
    mutating func makeRoom(for capacity: Int) {
        guard capacity > frames.count else { return }
        let kept = (0..<count).map { frames[(oldest + $0) % frames.count] }
        frames = kept + Array(repeating: Frame(), count: capacity - count)
        oldest = 0
    }

    /// Changes the bit rate. Each frame keeps its time on the bus, rounded up to a bit.
    mutating func setBitRate(_ bitRate: Int) {
        self.bitRate = max(bitRate, 1)
        bits = 0
        atOtherRates = 0
        for place in 0..<count {
            let index = (oldest + place) % frames.count
            let frame = frames[index]
            frames[index].bits = (frame.ownBits * self.bitRate + frame.ownRate - 1) / frame.ownRate
            bits += frames[index].bits
            if frame.ownRate != self.bitRate { atOtherRates = place + 1 }
        }
    }

    /// Drops the frames that are older than a second.
    mutating func advance(to time: MonotonicTime) {
        while count > 0, time - frames[oldest].time >= Self.length {
            bits -= frames[oldest].bits
            oldest = (oldest + 1) % frames.count
            count -= 1
            atOtherRates = max(atOtherRates - 1, 0)
        }
    }

    /// Adds a frame.
    mutating func append(_ bits: Int, at time: MonotonicTime) {
        advance(to: time)
        if count == frames.count { makeRoom(for: 2 * count + 1) }
        frames[(oldest + count) % frames.count] = Frame(
            time: time, ownBits: bits, ownRate: bitRate, bits: bits)
        count += 1
        self.bits += bits
    }

    /// The time at which enough frames have left for a frame within a limit; `nil` if it has room
    /// already.
    func roomTime(for frameBits: Int, atMost limit: Int) -> MonotonicTime? {
        var used = bits
        var time: MonotonicTime?
        for place in 0..<count where used + frameBits > limit {
            let frame = frames[(oldest + place) % frames.count]
            time = frame.time + Self.length
            used -= frame.bits
        }
        return time
    }
}
