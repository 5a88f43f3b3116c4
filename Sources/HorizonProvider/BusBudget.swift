public import CANFrames
import Quantities

/// The share of the bus that frames of the tree may use.
///
/// Two bounds hold at once. The generic cell rate algorithm (ITU-T I.371, annex A) spreads frames
/// evenly, with packages of a few at once; and the bits of the last second are counted, so that no
/// second that one may look at has more than the budget, POSITION and META-DATA included: what they
/// need is set aside, since they never wait.
struct BusBudget {
    private let total: Int
    private var bitsPerSecond: Int
    private let packageBits: Int
    private var burstLeft: Int
    /// The moment at which a bus that carried nothing but evenly spaced frames would be free again.
    private var theoretical = MonotonicTime(nanoseconds: .min)
    /// The frames of the last second, a ring.
    private var window: [(time: MonotonicTime, bits: Int)]
    private var oldest = 0
    private var count = 0
    private var windowBits = 0

    private static let second = Nanoseconds(1_000_000_000)
    /// A frame of eight bytes with an 11-bit identifier.
    private static let usualFrame = 135

    /// A budget of so many bits a second, of which some are set aside.
    init(_ pace: PaceParameters, setAside: Int) {
        total = Int(Double(pace.bitRate) * pace.budgetPercent / 100)
        bitsPerSecond = max(total - setAside, BusBudget.usualFrame)
        packageBits = max(pace.packageSize, 1) * BusBudget.usualFrame
        burstLeft = pace.startBurst
        // More than a second can have: no frame is as short as 40 bits.
        let capacity = total / 40 + 16
        window = Array(repeating: (MonotonicTime.zero, 0), count: capacity)
    }

    /// Sets other bits aside from now on.
    mutating func setAside(_ bits: Int) { bitsPerSecond = max(total - bits, BusBudget.usualFrame) }

    /// The earliest moment for a frame of so many bits.
    func nextFrameTime(bits: Int, after time: MonotonicTime) -> MonotonicTime {
        let spread = theoretical - duration(of: packageBits - BusBudget.usualFrame)
        var earliest = max(spread, time)
        // Frames leave the window one by one until there is room.
        var index = oldest
        var left = count
        var used = windowBits
        while left > 0, used + bits > bitsPerSecond {
            earliest = max(earliest, window[index].time + BusBudget.second)
            used -= window[index].bits
            index = (index + 1) % window.count
            left -= 1
        }
        return earliest
    }

    /// Whether a frame may be sent now.
    mutating func allows(bits: Int, at time: MonotonicTime) -> Bool {
        while count > 0, time - window[oldest].time >= BusBudget.second {
            windowBits -= window[oldest].bits
            oldest = (oldest + 1) % window.count
            count -= 1
        }
        return nextFrameTime(bits: bits, after: time) <= time
    }

    /// Counts a frame.
    mutating func frameWasSent(bits: Int, at time: MonotonicTime) {
        if burstLeft > 0 {
            burstLeft -= 1
            return
        }
        theoretical = max(theoretical, time) + duration(of: bits)
        window[(oldest + count) % window.count] = (time, bits)
        count += 1
        windowBits += bits
    }

    private func duration(of bits: Int) -> Nanoseconds {
        Nanoseconds(Int64(bits) * 1_000_000_000 / Int64(bitsPerSecond))
    }
}

extension CANFrame {
    /// The most bits that it takes on the bus, stuffing and the space between frames included
    /// (ISO 11898-1). For CAN FD all of them at the nominal rate, an upper bound.
    public var worstCaseBits: Int {
        let data = 8 * length
        if isFD { return (identifier.isExtended ? 85 : 66) + data + data / 4 + 32 }
        return identifier.isExtended
            ? 64 + data + (53 + data) / 4 + 3 : 44 + data + (33 + data) / 4 + 3
    }
}
