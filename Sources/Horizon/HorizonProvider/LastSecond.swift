import Quantities

/// The frames of the last second and their bits: a ring of fixed size.
struct LastSecond {
    private var frames: [(time: MonotonicTime, bits: Int)]
    private var oldest = 0
    private var count = 0
    private var bits = 0

    private static let length = Nanoseconds(1_000_000_000)

    /// Room for the largest number of frames in a second.
    init(capacity: Int) {
        frames = Array(repeating: (MonotonicTime.zero, 0), count: capacity)
    }

    /// Makes room for more frames in a second.
    mutating func makeRoom(for capacity: Int) {
        guard capacity > frames.count else { return }
        let kept = (0..<count).map { frames[(oldest + $0) % frames.count] }
        let free = Array(repeating: (time: MonotonicTime.zero, bits: 0), count: capacity - count)
        frames = kept + free
        oldest = 0
    }

    /// Drops the frames that are older than a second.
    mutating func advance(to time: MonotonicTime) {
        while count > 0, time - frames[oldest].time >= Self.length {
            bits -= frames[oldest].bits
            oldest = (oldest + 1) % frames.count
            count -= 1
        }
    }

    /// Adds a frame.
    mutating func append(_ bits: Int, at time: MonotonicTime) {
        frames[(oldest + count) % frames.count] = (time, bits)
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
