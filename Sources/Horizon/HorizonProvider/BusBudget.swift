import Quantities

/// The bus load limit for frames of the tree.
///
/// Three bounds hold at once.
///
/// Package size: time is divided into intervals, counted from the first frame on. Each interval
/// has a largest number of frames.
///
/// Rate: the generic cell rate algorithm (ITU-T I.371, annex A) limits the frames of an interval.
/// It is evaluated at the start of the interval, so that packages have one size while many frames
/// wait.
///
/// Last second: the bits of the last second are counted, so that no period of one second exceeds
/// the limit. POSITION and META-DATA are included. Their bits are reserved, since they never wait.
struct BusBudget {
    private var total: Int
    /// The bits of ``total`` that are reserved.
    private var reserved: Int
    /// The largest number of frames in a package.
    private var packageSize: Int
    private let packageInterval: Nanoseconds
    private let frameBits: Int
    private var burstLeft: Int
    /// The start of the last frame's interval and the number of frames in it; `nil` before the
    /// first frame.
    private var package: (start: MonotonicTime, count: Int)?
    /// The moment at which a bus with nothing but evenly spaced frames would be free again.
    private var theoretical = MonotonicTime(nanoseconds: .min)
    /// The frames of the last second.
    private var window: LastSecond

    /// The least share of the tree: a frame of eight bytes with an 11-bit identifier a second.
    private static let least = 135

    /// The limit of a provider, while META-DATA has the rate of the start.
    init(_ parameters: ProviderParameters) {
        let pace = parameters.pace
        total = pace.bitsPerSecond
        reserved = parameters.bitsSetAside
        packageInterval = max(pace.packageInterval, Nanoseconds(1))
        packageSize = parameters.packageSize
        frameBits = parameters.longestFrame
        burstLeft = pace.startBurst
        window = LastSecond(capacity: Self.mostFrames(in: total))
    }

    /// More frames than a second can contain: every frame has at least 40 bits.
    private static func mostFrames(in bits: Int) -> Int { bits / 40 + 16 }

    /// The bits in a second that the tree may use.
    private var bitsPerSecond: Int { max(total - reserved, BusBudget.least) }

    /// The most bits that the cell rate can save up: a package, and a frame that did not fit.
    private var storeBits: Int { (packageSize + 1) * frameBits }

    /// Changes the number of reserved bits.
    mutating func setAside(_ bits: Int) { reserved = bits }

    /// Changes the limit, bits in a second, and the package size. Frames of the last second count with the new
    /// limit.
    mutating func setLimit(_ bits: Int, packageSize: Int) {
        total = bits
        self.packageSize = packageSize
        window.makeRoom(for: Self.mostFrames(in: bits))
    }

    /// The earliest moment for a frame that may be the longest one.
    func nextFrameTime(after time: MonotonicTime) -> MonotonicTime {
        nextFrameTime(bits: frameBits, after: time)
    }

    /// The earliest moment for a frame of so many bits.
    private func nextFrameTime(bits: Int, after time: MonotonicTime) -> MonotonicTime {
        let earliest = max(nextPackage(after: time), time)
        return max(earliest, window.roomTime(for: bits, atMost: bitsPerSecond) ?? earliest)
    }

    /// The start of the first interval in which the cell rate has room for a frame. The search
    /// starts with the interval of the given moment.
    private func nextPackage(after time: MonotonicTime) -> MonotonicTime {
        guard let package else { return time }
        var start = interval(of: time, after: package.start)
        if start == package.start, package.count >= packageSize { start = start + packageInterval }
        let spread = theoretical - duration(of: storeBits - frameBits)
        guard spread > start else { return start }
        let begun = interval(of: spread, after: package.start)
        return begun < spread ? begun + packageInterval : begun
    }

    /// The start of the interval of a moment, from the start of an earlier interval.
    private func interval(of time: MonotonicTime, after start: MonotonicTime) -> MonotonicTime {
        let gone = (time - start).value / packageInterval.value
        return start + Nanoseconds(gone * packageInterval.value)
    }

    /// Whether a frame may be sent now.
    mutating func allows(bits: Int, at time: MonotonicTime) -> Bool {
        window.advance(to: time)
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
        window.append(bits, at: time)
    }

    private func duration(of bits: Int) -> Nanoseconds {
        Nanoseconds(Int64(bits) * 1_000_000_000 / Int64(bitsPerSecond))
    }
}
