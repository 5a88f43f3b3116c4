import ADASISv2
import Quantities

/// The bus load limit.
///
/// For frames of the tree, three bounds hold at once.
///
/// Package size: time is divided into intervals, counted from the first frame on. Each interval
/// has a largest number of frames.
///
/// Rate: the generic cell rate algorithm (ITU-T I.371, annex A) limits the frames of an interval.
/// It is evaluated at the start of the interval, so that packages have one size while many frames
/// wait.
///
/// Last second: the bits of the last second are counted, so that no period of one second exceeds
/// the limit. The bits of POSITION and of one META-DATA are reserved.
///
/// POSITION does not wait. META-DATA waits for no package, but for room in the last second, before the tree. One that
/// announces may also use the reserved bits, if no other one did in the last second: clients have lost everything.
///
/// In the second after a change of the bit rate or the extent, the reserved bits are not the time that POSITION and
/// META-DATA took before it. All frames of this second count, and POSITION too waits until the limit
/// has room.
struct BusBudget {
    private var total: Int
    private var reserve: Reserve
    /// The second after a change of the extent is over.
    private var extentSettles = MonotonicTime(nanoseconds: .min)
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
    /// The frames of the last second without POSITION.
    private var window: LastSecond
    /// All frames of the last second.
    private var all: LastSecond

    /// Which part of the limit a frame uses.
    enum Share {
        /// POSITION of the best candidate, for which bits are reserved.
        case position
        /// META-DATA in turn, or on request.
        case metaData
        /// META-DATA that clients do not hold.
        case announcement
        case tree
    }

    /// The least share of the tree: a frame of eight bytes with an 11-bit identifier a second.
    private static let least = 135

    /// The limit of a provider.
    init(_ parameters: ProviderParameters) {
        let pace = parameters.pace
        total = pace.bitsPerSecond
        reserve = Reserve(parameters)
        packageInterval = max(pace.packageInterval, Nanoseconds(1))
        packageSize = parameters.packageSize
        frameBits = parameters.longestFrame
        burstLeft = pace.startBurst
        window = LastSecond(capacity: Self.mostFrames(in: total), bitRate: pace.bitRate)
        all = window
    }

    /// More frames than a second can contain: every frame has at least 40 bits.
    private static func mostFrames(in bits: Int) -> Int { bits / 40 + 16 }

    /// The bits of the limit that are reserved.
    private struct Reserve {
        /// Those of a META-DATA.
        let metaData: Int
        private let position: Int
        private(set) var extent: ProviderParameters.Extent

        init(_ parameters: ProviderParameters) {
            metaData = parameters.metaDataBits
            position = parameters.positionBitsSetAside
            extent = parameters.extent
        }

        /// All of them: those of POSITION too, if it is sent.
        var all: Int { metaData + (extent.includes(.position) ? position : 0) }

        mutating func setExtent(_ extent: ProviderParameters.Extent) { self.extent = extent }
    }

    /// The bits in a second that the tree may use.
    private var bitsPerSecond: Int { max(total - reserve.all, BusBudget.least) }

    /// The most bits that the cell rate can save up: a package, and a frame that did not fit.
    private var storeBits: Int { (packageSize + 1) * frameBits }

    /// Changes the limit to that of another bit rate, and the package size. Frames of the last second keep their time
    /// on the bus.
    mutating func setLimit(_ pace: PaceParameters, packageSize: Int) {
        total = pace.bitsPerSecond
        self.packageSize = packageSize
        window.makeRoom(for: Self.mostFrames(in: total))
        window.setBitRate(pace.bitRate)
        all.setBitRate(pace.bitRate)
    }

    /// Reserves bits for POSITION, or none, by the part of the tree that is sent from now on.
    mutating func setExtent(_ extent: ProviderParameters.Extent, at time: MonotonicTime) {
        guard extent != reserve.extent else { return }
        reserve.setExtent(extent)
        extentSettles = time + Nanoseconds.seconds(1)
    }

    /// The earliest moment for a frame that may be the longest one.
    func nextFrameTime(of share: Share, after time: MonotonicTime) -> MonotonicTime {
        nextFrameTime(of: share, bits: frameBits, after: time)
    }

    /// The earliest moment for a frame of so many bits.
    private func nextFrameTime(
        of share: Share, bits: Int, after time: MonotonicTime
    ) -> MonotonicTime {
        let inTurn =
            switch share {
            case .position: time
            case .metaData: secondTime(bits: bits, after: time)
            case .announcement, .tree: treeTime(bits: bits, after: time)
            }
        // A limit that is too low for POSITION and META-DATA does not hold them back.
        guard reserve.all <= total else { return inTurn }
        func roomTime(for bits: Int, in window: LastSecond, atMost limit: Int) -> MonotonicTime {
            max(window.roomTime(for: bits, atMost: limit) ?? time, time)
        }
        guard !all.isMixed, time >= extentSettles else {
            // POSITION comes first: frames of the tree leave room for one more frame.
            let needed = share == .tree ? bits + frameBits : bits
            let earliest = share == .tree ? inTurn : time
            return max(earliest, roomTime(for: needed, in: all, atMost: total))
        }
        guard share == .announcement else { return inTurn }
        return min(
            inTurn, roomTime(for: bits, in: window, atMost: total - reserve.all + reserve.metaData))
    }

    /// The earliest moment within the three bounds.
    private func treeTime(bits: Int, after time: MonotonicTime) -> MonotonicTime {
        max(nextPackage(after: time), secondTime(bits: bits, after: time))
    }

    /// The earliest moment within the limit of the last second.
    private func secondTime(bits: Int, after time: MonotonicTime) -> MonotonicTime {
        max(time, window.roomTime(for: bits, atMost: bitsPerSecond) ?? time)
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
    mutating func allows(_ share: Share, bits: Int, at time: MonotonicTime) -> Bool {
        window.advance(to: time)
        all.advance(to: time)
        return nextFrameTime(of: share, bits: bits, after: time) <= time
    }

    /// Counts a frame.
    mutating func frameWasSent(_ share: Share, bits: Int, at time: MonotonicTime) {
        if share == .announcement || share == .tree, burstLeft > 0 {
            burstLeft -= 1
            return
        }
        all.append(bits, at: time)
        if share == .position { return }
        window.append(bits, at: time)
        if share == .metaData { return }
        let last = package ?? (time, 0)
        let start = interval(of: time, after: last.start)
        package = (start, start == last.start ? last.count + 1 : 1)
        theoretical = max(theoretical, start) + duration(of: bits)
    }

    private func duration(of bits: Int) -> Nanoseconds {
        Nanoseconds(Int64(bits) * 1_000_000_000 / Int64(bitsPerSecond))
    }
}
