public import Quantities

/// The most bits that went on the bus within any second, exactly: of all the seconds that one may
/// look at, one that ends with a frame holds the most.
public struct LoadMeter: Sendable {
    /// The most bits of frames that began within one second.
    public private(set) var mostBits = 0
    /// All bits.
    public private(set) var totalBits = 0
    private var window: [(time: MonotonicTime, bits: Int)] = []
    private var oldest = 0
    /// The bits of the frames that began within the second before the last one.
    public private(set) var bits = 0

    /// A meter that has seen nothing.
    public init() {}

    /// Counts a frame that begins at a moment.
    public mutating func note(_ frameBits: Int, at time: MonotonicTime) {
        window.append((time, frameBits))
        bits += frameBits
        totalBits += frameBits
        while time - window[oldest].time >= .milliseconds(1000) {
            bits -= window[oldest].bits
            oldest += 1
        }
        if oldest > 4096 {
            window.removeSubrange(..<oldest)
            oldest = 0
        }
        mostBits = max(mostBits, bits)
    }
}
