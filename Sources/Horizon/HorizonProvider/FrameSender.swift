import ADASISv2
import CANFrames
import Quantities

/// Encodes messages as frames, with their counters and within the bus load limit. It counts the
/// frames whose transmission is confirmed.
struct FrameSender {
    private let layout: Layout
    private var budget: BusBudget
    private var aliveCounters: AliveCounters
    private var counters = [CyclicCounter](repeating: .zero, count: 8)
    /// The last encoded frame, which waits for the bus.
    private(set) var pending: Pending?

    /// The content of a frame.
    struct Pending {
        let content: Content
        let bits: Int
        let share: BusBudget.Share
        let message: Message

        enum Content {
            case metaData, currentLink
            case position(PathIndex)
            case item(path: Int, index: Int)
        }
    }

    init(_ parameters: ProviderParameters) {
        layout = parameters.layout
        aliveCounters = AliveCounters(for: parameters.layout)
        budget = BusBudget(parameters)
    }

    /// Forgets the last encoded frame, since its content may have changed.
    mutating func forget() { pending = nil }

    /// Encodes a message. The result is `nil` if its share of the bus load limit has no room at
    /// `time`.
    mutating func frame(
        _ content: Pending.Content, _ message: Message, _ share: BusBudget.Share,
        at time: MonotonicTime
    ) -> CANFrame? {
        var message = message
        message.cyclicCounter = counter(of: message.kind)
        let frame = layout.encode(message, at: aliveCounters)
        let bits = frame.worstCaseBits
        guard budget.allows(share, bits: bits, at: time) else { return nil }
        pending = Pending(content: content, bits: bits, share: share, message: message)
        return frame
    }

    /// Returns the last encoded frame and removes it: its transmission is confirmed. It counts
    /// against the bus load limit.
    mutating func takePending(at time: MonotonicTime) -> Pending? {
        guard let taken = pending else { return nil }
        pending = nil
        budget.frameWasSent(taken.share, bits: taken.bits, at: time)
        layout.advance(&aliveCounters, by: taken.message)
        return taken
    }

    /// The counter of the next message of a kind.
    func counter(of kind: MessageKind) -> CyclicCounter { counters[Int(kind.rawValue)] }

    /// Advances the counter of a kind.
    mutating func advanceCounter(of kind: MessageKind) { counters[Int(kind.rawValue)].advance() }

    /// Changes the bus load limit to that of another bit rate, and the largest number of frames in a package.
    mutating func setLimit(_ pace: PaceParameters, packageSize: Int) {
        forget()
        budget.setLimit(pace, packageSize: packageSize)
    }

    /// Applies the bus load limit to another part of the tree.
    mutating func setExtent(_ extent: ProviderParameters.Extent, at time: MonotonicTime) {
        forget()
        budget.setExtent(extent, at: time)
    }

    /// The earliest moment for a frame within the bus load limit.
    func nextFrameTime(of share: BusBudget.Share, after time: MonotonicTime) -> MonotonicTime {
        budget.nextFrameTime(of: share, after: time)
    }
}
