import HorizonProvider
import ProtocolTrials
import Quantities

/// Compares the bits of each second with the bus load limit at the bit rate that the bus has.
struct LoadWitness {
    private let pace: PaceParameters
    private var meter = LoadMeter()
    private var bitRate: Int
    /// A change of the bit rate: in the second after it the higher one of both counts.
    private var change: (former: Int, time: MonotonicTime)?
    /// The most bits that were too many, so that an excess is reported once.
    private var reported = 0

    init(_ pace: PaceParameters) {
        self.pace = pace
        bitRate = pace.bitRate
    }

    /// How many times slower the bus is than the settings have it, at least 1.
    var slowness: Double { max(Double(pace.bitRate) / Double(bitRate), 1) }

    /// Takes note of the bit rate of the bus, bit/s.
    mutating func note(bitRate: Int, at time: MonotonicTime) {
        guard bitRate != self.bitRate else { return }
        change = (self.bitRate, time)
        self.bitRate = bitRate
        reported = 0
    }

    /// Takes note of a frame that the kernel took. Returns what is wrong; `nil` if nothing is.
    mutating func noteSent(_ bits: Int, at time: MonotonicTime) -> String? {
        meter.note(bits, at: time)
        var counted = pace
        counted.bitRate = bitRate
        if let change, time - change.time < .milliseconds(1000) {
            counted.bitRate = max(bitRate, change.former)
        }
        guard meter.bits > max(counted.bitsPerSecond, reported) else { return nil }
        reported = meter.bits
        return "\(meter.bits) bits in a second, \(counted.bitsPerSecond) allowed"
    }
}
