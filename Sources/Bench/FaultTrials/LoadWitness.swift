import HorizonProvider
import ProtocolTrials
import Quantities

/// Compares the time that the frames of each second take on the bus with the bus load limit. Each frame takes its time at
/// the bit rate that the bus had when the frame was sent, also when the bus comes back with another one.
struct LoadWitness {
    private let pace: PaceParameters
    /// It counts picoseconds: a bit takes a whole number of them at each bit rate of the simulation.
    private var meter = LoadMeter()
    private var bitRate: Int
    /// The most picoseconds that were too many, so that an excess is reported once.
    private var reported = 0

    private static let picoseconds = 1_000_000_000_000

    init(_ pace: PaceParameters) {
        self.pace = pace
        bitRate = pace.bitRate
    }

    /// How many times slower the bus is than the settings have it, at least 1.
    var slowness: Double { max(Double(pace.bitRate) / Double(bitRate), 1) }

    /// Takes note of the bit rate of the bus, bit/s.
    mutating func note(bitRate: Int) { self.bitRate = bitRate }

    /// Takes note of a frame that the kernel took. Returns what is wrong; `nil` if nothing is.
    mutating func noteSent(_ bits: Int, at time: MonotonicTime) -> String? {
        meter.note(bits * Self.picoseconds / bitRate, at: time)
        let limit = Int(Double(Self.picoseconds) * pace.busLoadPercent / 100)
        guard meter.bits > limit else {
            reported = 0
            return nil
        }
        guard meter.bits > reported else { return nil }
        reported = meter.bits
        let share = Double(meter.bits) * 100 / Double(Self.picoseconds)
        return "\(share) % of a second, \(pace.busLoadPercent) % allowed"
    }
}
