import Quantities

/// The frames and bits of the last second. Of all seconds, one that ends with a frame has the most.
struct SlidingSecond: Sendable {
    private var window: [(time: MonotonicTime, bits: Int)] = []
    private var start = 0
    /// The bits of the frames within the last second.
    private(set) var bits = 0

    /// The number of frames within the last second.
    var frames: Int { window.count - start }

    /// Counts a frame.
    mutating func note(bits frameBits: Int, at time: MonotonicTime) {
        window.append((time, frameBits))
        bits += frameBits
        while time - window[start].time >= .seconds(1) {
            bits -= window[start].bits
            start += 1
        }
        if start > 4_096 {
            window.removeSubrange(..<start)
            start = 0
        }
    }
}
