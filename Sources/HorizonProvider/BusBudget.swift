import Quantities

/// The share of the bus that frames of the tree may use.
///
/// Three bounds hold at once. Frames go out in packages: time is cut into intervals, counted from the
/// first frame on, and in each of them so many frames may be sent. The generic cell rate algorithm
/// (ITU-T I.371, annex A), asked at the beginning of the interval, says how many of them the budget
/// has room for, so that packages are of one size where much waits. And the bits of the last second
/// are counted, so that no second that one may look at has more than the budget, POSITION and
/// META-DATA included: what they need is set aside, since they never wait.
struct BusBudget {
    private let total: Int
    private var bitsPerSecond: Int
    /// The frames of a package, at most.
    private let packageSize: Int
    private let packageInterval: Nanoseconds
    /// What the cell rate may have in store: a package, and a frame that did not fit whole.
    private let storeBits: Int
    private let frameBits: Int
    private var burstLeft: Int
    /// When the interval of the last frame began and how many frames it has had, `nil` before the
    /// first one.
    private var package: (start: MonotonicTime, count: Int)?
    /// The moment at which a bus that carried nothing but evenly spaced frames would be free again.
    private var theoretical = MonotonicTime(nanoseconds: .min)
    /// The frames of the last second, a ring.
    private var window: [(time: MonotonicTime, bits: Int)]
    private var oldest = 0
    private var count = 0
    private var windowBits = 0

    private static let second = Nanoseconds(1_000_000_000)
    /// What is left for the tree at least: a frame of eight bytes with an 11-bit identifier a second.
    private static let least = 135

    /// The budget of a provider, with META-DATA as often as at its start.
    init(_ parameters: ProviderParameters) {
        let pace = parameters.pace
        total = pace.bitsPerSecond
        bitsPerSecond = max(total - parameters.bitsSetAside, BusBudget.least)
        packageInterval = max(pace.packageInterval, Nanoseconds(1))
        packageSize = parameters.packageSize
        frameBits = parameters.longestFrame
        storeBits = (packageSize + 1) * frameBits
        burstLeft = pace.startBurst
        // More than a second can have: no frame is as short as 40 bits.
        let capacity = total / 40 + 16
        window = Array(repeating: (MonotonicTime.zero, 0), count: capacity)
    }

    /// Sets other bits aside from now on.
    mutating func setAside(_ bits: Int) { bitsPerSecond = max(total - bits, BusBudget.least) }

    /// The earliest moment for a frame that may be the longest one.
    func nextFrameTime(after time: MonotonicTime) -> MonotonicTime {
        nextFrameTime(bits: frameBits, after: time)
    }

    /// The earliest moment for a frame of so many bits.
    private func nextFrameTime(bits: Int, after time: MonotonicTime) -> MonotonicTime {
        var earliest = max(nextPackage(after: time), time)
        // Frames leave the window one by one until there is room.
        var used = windowBits
        for place in 0..<count where used + bits > bitsPerSecond {
            let frame = window[(oldest + place) % window.count]
            earliest = max(earliest, frame.time + BusBudget.second)
            used -= frame.bits
        }
        return earliest
    }

    /// The beginning of the first interval, the one that a moment is in or a later one, in which the
    /// cell rate has room for a frame.
    private func nextPackage(after time: MonotonicTime) -> MonotonicTime {
        guard let package else { return time }
        var start = interval(of: time, after: package.start)
        if start == package.start, package.count >= packageSize { start = start + packageInterval }
        let spread = theoretical - duration(of: storeBits - frameBits)
        guard spread > start else { return start }
        let begun = interval(of: spread, after: package.start)
        return begun < spread ? begun + packageInterval : begun
    }

    /// The beginning of the interval that a moment is in, given that of an interval before.
    private func interval(of time: MonotonicTime, after start: MonotonicTime) -> MonotonicTime {
        let gone = (time - start).value / packageInterval.value
        return start + Nanoseconds(gone * packageInterval.value)
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
        let last = package ?? (time, 0)
        let start = interval(of: time, after: last.start)
        package = (start, start == last.start ? last.count + 1 : 1)
        theoretical = max(theoretical, start) + duration(of: bits)
        window[(oldest + count) % window.count] = (time, bits)
        count += 1
        windowBits += bits
    }

    private func duration(of bits: Int) -> Nanoseconds {
        Nanoseconds(Int64(bits) * 1_000_000_000 / Int64(bitsPerSecond))
    }
}
