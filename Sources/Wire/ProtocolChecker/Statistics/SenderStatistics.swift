public import ADASISv2
public import CANFrames
public import Quantities

/// How a sender sends: the intervals of its messages, its load, its repetition and its reach.
///
/// ```swift
/// var statistics = SenderStatistics()
/// for (frame, time) in log { statistics.note(frame, at: time, layout: layout) }
/// let median = statistics.kinds[0].intervals.median
/// ```
public struct SenderStatistics: Sendable {
    /// The figures of a message type.
    public struct Kind: Sendable {
        /// The message type.
        public let kind: MessageKind
        /// The number of frames.
        public let frames: Int
        /// Messages without a flag.
        public let new: Int
        /// Messages with the flag update.
        public let updates: Int
        /// Messages with the flag retransmission.
        public let retransmissions: Int
        /// The intervals between the frames, in milliseconds.
        public let intervals: Distribution
        /// The intervals between two messages for one place and subject, in seconds.
        public let repetition: Distribution
    }

    /// A place and subject of one of the paths that have an index one after the other.
    private struct Place: Hashable {
        let key: SentKey
        let generation: Int
    }

    private struct Count: Sendable {
        var frames = 0
        var new = 0
        var updates = 0
        var retransmissions = 0
        var last: MonotonicTime?
        var intervals = ValueCollector()
        var repetition = ValueCollector()
    }

    private var counts = [Count](repeating: Count(), count: 8)
    private var load = LoadStatistics()
    private var ahead = ReachStatistics()
    private var sent: [Place: MonotonicTime] = [:]

    /// So many places and subjects are followed.
    private static let mostKeys = 1 << 16

    /// The statistics of a sender of which nothing has come.
    public init() {}

    /// The message types that the sender sends.
    public var kinds: [Kind] {
        MessageKind.standard.compactMap { kind in
            let count = counts[Int(kind.rawValue)]
            guard count.frames > 0 else { return nil }
            return Kind(
                kind: kind, frames: count.frames, new: count.new, updates: count.updates,
                retransmissions: count.retransmissions,
                intervals: count.intervals.distribution, repetition: count.repetition.distribution)
        }
    }

    /// The number of frames of messages.
    public var frames: Int { load.frames }
    /// The number of bits of these frames, each at its longest.
    public var bits: Int { load.bits }
    /// The time from the first frame to the last one.
    public var duration: Nanoseconds { load.duration }
    /// The most frames in a second.
    public var mostFramesPerSecond: Int { load.mostFrames }
    /// The most bits in a second.
    public var mostBitsPerSecond: Int { load.mostBits }
    /// The distance from the vehicle to the farthest message on its path at each POSITION, in metres.
    public var reach: Distribution { ahead.reach.distribution }
    /// The number of paths within the horizon at each POSITION.
    public var paths: Distribution { ahead.paths.distribution }

    /// Takes the next frame of the log. A frame that is no message of the layout is passed by.
    public mutating func note(_ frame: CANFrame, at time: MonotonicTime, layout: Layout) {
        guard let message = try? layout.decode(frame) else { return }
        note(message, at: time, bits: frame.mostBits)
    }

    private mutating func note(_ message: Message, at time: MonotonicTime, bits frameBits: Int) {
        load.note(bits: frameBits, at: time)
        let seen = Observation(message, time: time, number: 0)
        ahead.note(seen)
        let slot = Int(message.kind.rawValue)
        counts[slot].frames += 1
        if let place = seen.place {
            if place.isRetransmission {
                counts[slot].retransmissions += 1
            } else if place.isUpdate {
                counts[slot].updates += 1
            } else {
                counts[slot].new += 1
            }
        }
        if case .position(let position) = message, position.positionIndex != 0 { return }
        if let last = counts[slot].last {
            counts[slot].intervals.add((time - last).seconds * 1000)
        }
        counts[slot].last = time
        guard let key = SentKey(seen) else { return }
        let thing = Place(key: key, generation: ahead.generation(of: key.path))
        if !seen.isFirst, let last = sent[thing] {
            counts[slot].repetition.add((time - last).seconds)
        }
        if sent.count >= Self.mostKeys { sent = sent.filter { time - $0.value < .seconds(600) } }
        if sent.count < Self.mostKeys { sent[thing] = time }
    }
}

/// The frames and bits of any second.
private struct LoadStatistics: Sendable {
    private(set) var frames = 0
    private(set) var bits = 0
    private(set) var mostFrames = 0
    private(set) var mostBits = 0
    private var first: MonotonicTime?
    private var last = MonotonicTime.zero
    private var second = SlidingSecond()

    var duration: Nanoseconds { first.map { last - $0 } ?? .zero }

    mutating func note(bits frameBits: Int, at time: MonotonicTime) {
        frames += 1
        bits += frameBits
        first = first ?? time
        last = max(last, time)
        second.note(bits: frameBits, at: time)
        mostFrames = max(mostFrames, second.frames)
        mostBits = max(mostBits, second.bits)
    }
}

/// How far the horizon reaches.
private struct ReachStatistics: Sendable {
    private(set) var reach = ValueCollector()
    private(set) var paths = ValueCollector()
    private var bus = BusKnowledge(parameters: CheckerParameters())
    private var farthest = [(generation: Int, metres: Int)?](repeating: nil, count: 64)

    func generation(of path: PathIndex) -> Int { bus[path].generation }

    mutating func note(_ seen: Observation) {
        bus.begin(at: seen.time)
        if let place = seen.place, place.path.isNormal,
            let metres = bus.metres(place.offset, on: place.path)
        {
            let slot = Int(place.path.raw)
            let generation = bus[place.path].generation
            if let before = farthest[slot], before.generation == generation {
                farthest[slot] = (generation, max(before.metres, metres))
            } else {
                farthest[slot] = (generation, metres)
            }
        }
        bus.note(seen)
        guard let path = bus.current, seen.bestPosition != nil else { return }
        if let last = farthest[Int(path.raw)], last.generation == bus[path].generation,
            let vehicle = bus[path].vehicle
        {
            reach.add(Double(max(last.metres - vehicle, 0)))
        }
        let open = (8..<64).filter { slot in
            let index = PathIndex(raw: UInt8(slot))
            return bus[index].isOpen && !bus.isFree(index, at: seen.time)
        }
        paths.add(Double(open.count))
    }
}
