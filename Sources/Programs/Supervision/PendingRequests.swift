import ADASISv2
import Quantities

/// The requests that wait for their answer, equal ones as one, and the times of the last answers.
///
/// An answer is *whole* if it is everything, or all messages of a type of the tree. The next whole answer waits until the
/// messages of the last one are sent: otherwise those at the far end would never be sent on a slow bus. META-DATA is a
/// single message, whatever its counter.
struct PendingRequests: Sendable {
    /// The messages of a type that clients request: single counters, or all.
    private static let all = 4
    private static let perKind = 5

    /// A bit for each of them, of each type.
    private var waiting: UInt64 = 0
    private var hasReset = false
    /// When the next answer of each kind may come.
    private var nextReset: MonotonicTime?
    private var nextMask: MonotonicTime?
    private var nextAll: [8 of MonotonicTime?] = .init(repeating: nil)
    /// Since when a whole answer waits for the last one, and when it is tried again.
    private var heldSince: MonotonicTime?
    private var nextWhole = MonotonicTime.zero
    /// The times of the last answers with a single message, a ring: ten in a second at most.
    private var singles: [10 of MonotonicTime?] = .init(repeating: nil)
    private var oldestSingle = 0

    /// Adds a request for everything. Returns whether none waits yet.
    mutating func addReset() -> Bool {
        defer { hasReset = true }
        return !hasReset
    }

    /// Adds a request for messages of a type. Returns whether no equal one, and none for more, waits yet.
    mutating func add(_ kind: MessageKind, _ counter: CyclicCounter?) -> Bool {
        // The next POSITION comes before clients could notice a gap.
        guard kind != .position else { return true }
        if let counter, kind.isOfTree {
            let bit = Self.bit(kind, Int(counter.raw))
            defer { waiting |= bit }
            return waiting & bit == 0
        }
        let bit = Self.bit(kind, Self.all)
        defer { waiting |= bit }
        return waiting & bit == 0 && !hasReset
    }

    /// When something can be answered; `nil` where nothing waits.
    func deadline(wantsMask: Bool) -> MonotonicTime? {
        var earliest = EarliestDeadline()
        if wantsMask { earliest.add(nextMask ?? .zero) }
        earliest.add(wholeTime)
        for kind in MessageKind.allCases where !kind.isOfTree && asksForAll(kind) {
            earliest.add(nextAll[Int(kind.rawValue)] ?? .zero)
        }
        if waiting & Self.singleBits != 0 { earliest.add(.zero) }
        return earliest.time
    }

    /// When the next whole answer is due; `nil` if none is requested.
    private var wholeTime: MonotonicTime? {
        var earliest = EarliestDeadline()
        if hasReset { earliest.add(max(nextReset ?? .zero, nextWhole)) }
        for kind in MessageKind.allCases where kind.isOfTree && asksForAll(kind) {
            earliest.add(max(nextAll[Int(kind.rawValue)] ?? .zero, nextWhole))
        }
        return earliest.time
    }

    private func asksForAll(_ kind: MessageKind) -> Bool { waiting & Self.bit(kind, Self.all) != 0 }

    /// Whether a whole answer is due. It may have to wait for the last one (``holdWhole(at:)``).
    func isWholeDue(at now: MonotonicTime) -> Bool { wholeTime.map { $0 <= now } ?? false }

    /// A due whole answer waits: messages of the last one are still to be sent.
    mutating func holdWhole(at now: MonotonicTime) {
        let since = heldSince ?? now
        heldSince = since
        guard now - since < RequestSupervision.longestWhole else { return }
        nextWhole = now + RequestSupervision.wholeRetry
    }

    /// Whether the mask may change now. Then it may change again after its interval.
    mutating func takeMask(at now: MonotonicTime) -> Bool {
        if let nextMask, now < nextMask { return false }
        nextMask = now + RequestSupervision.maskInterval
        return true
    }

    /// Whether everything is to be sent again now. All other requests are answered with it.
    mutating func takeReset(at now: MonotonicTime) -> Bool {
        guard hasReset, now >= nextWhole else { return false }
        if let nextReset, now < nextReset { return false }
        hasReset = false
        waiting = 0
        heldSince = nil
        let next = now + RequestSupervision.wholeInterval
        nextReset = next
        for kind in nextAll.indices { nextAll[kind] = next }
        return true
    }

    /// The next messages that are to be sent again now.
    mutating func takeMessages(at now: MonotonicTime) -> (MessageKind, CyclicCounter?)? {
        guard waiting != 0 else { return nil }
        for kind in MessageKind.allCases {
            let number = Int(kind.rawValue)
            guard asksForAll(kind) else { continue }
            if let next = nextAll[number], now < next { continue }
            if kind.isOfTree {
                guard now >= nextWhole else { continue }
                heldSince = nil
            }
            // All of them contain each of them.
            for counter in 0..<Self.perKind { waiting &= ~Self.bit(kind, counter) }
            nextAll[number] =
                now
                + (kind.isOfTree
                    ? RequestSupervision.wholeInterval : RequestSupervision.metaDataInterval)
            return (kind, nil)
        }
        if let oldest = singles[oldestSingle], now - oldest < .seconds(1) { return nil }
        for kind in MessageKind.allCases {
            for counter in 0..<Self.all where waiting & Self.bit(kind, counter) != 0 {
                waiting &= ~Self.bit(kind, counter)
                singles[oldestSingle] = now
                oldestSingle = (oldestSingle + 1) % singles.count
                return (kind, CyclicCounter(raw: UInt8(counter)))
            }
        }
        return nil
    }

    /// Drops the requests for single messages that cannot be answered now, and returns their number. A counter has two
    /// bits: a moment later it is that of another message.
    mutating func dropSingles() -> Int {
        defer { waiting &= ~Self.singleBits }
        return (waiting & Self.singleBits).nonzeroBitCount
    }

    private static let singleBits: UInt64 = {
        var bits: UInt64 = 0
        for kind in MessageKind.allCases {
            for counter in 0..<all { bits |= bit(kind, counter) }
        }
        return bits
    }()

    private static func bit(_ kind: MessageKind, _ number: Int) -> UInt64 {
        1 << UInt64(Int(kind.rawValue) * perKind + number)
    }
}

extension MessageKind {
    /// Whether its messages describe the tree.
    fileprivate var isOfTree: Bool {
        switch self {
        case .segment, .stub, .profileShort, .profileLong: true
        case .position, .metaData, .systemSpecific: false
        }
    }
}
