import ADASISv2
import Quantities

/// The requests that wait for their answer, equal ones as one, and the times of the last answers.
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
    private var nextSingle: MonotonicTime?
    private var nextAll: [8 of MonotonicTime?] = .init(repeating: nil)

    /// Adds a request for everything. Returns whether none waits yet.
    mutating func addReset() -> Bool {
        defer { hasReset = true }
        return !hasReset
    }

    /// Adds a request for messages of a type. Returns whether no equal one, and none for more, waits yet.
    mutating func add(_ kind: MessageKind, _ counter: CyclicCounter?) -> Bool {
        let bit = Self.bit(kind, counter.map { Int($0.raw) } ?? Self.all)
        let isNew = waiting & (bit | Self.bit(kind, Self.all)) == 0 && !hasReset
        waiting |= bit
        return isNew
    }

    /// When something can be answered; `nil` where nothing waits.
    func deadline(wantsMask: Bool) -> MonotonicTime? {
        var earliest = EarliestDeadline()
        if wantsMask { earliest.add(nextMask ?? .zero) }
        if hasReset { earliest.add(nextReset ?? .zero) }
        for kind in MessageKind.allCases {
            if waiting & Self.bit(kind, Self.all) != 0 {
                earliest.add(nextAll[Int(kind.rawValue)] ?? .zero)
            }
        }
        if waiting & Self.singles != 0 { earliest.add(nextSingle ?? .zero) }
        return earliest.time
    }

    /// Whether the mask may change now. Then it may change again after its interval.
    mutating func takeMask(at now: MonotonicTime) -> Bool {
        if let nextMask, now < nextMask { return false }
        nextMask = now + RequestSupervision.maskInterval
        return true
    }

    /// Whether everything is to be sent again now. All other requests are answered with it.
    mutating func takeReset(at now: MonotonicTime) -> Bool {
        guard hasReset else { return false }
        if let nextReset, now < nextReset { return false }
        hasReset = false
        waiting = 0
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
            guard waiting & Self.bit(kind, Self.all) != 0 else { continue }
            if let next = nextAll[number], now < next { continue }
            // All of them contain each of them.
            for counter in 0..<Self.perKind { waiting &= ~Self.bit(kind, counter) }
            nextAll[number] = now + RequestSupervision.wholeInterval
            return (kind, nil)
        }
        if let nextSingle, now < nextSingle { return nil }
        for kind in MessageKind.allCases {
            for counter in 0..<Self.all where waiting & Self.bit(kind, counter) != 0 {
                waiting &= ~Self.bit(kind, counter)
                nextSingle = now + RequestSupervision.singleInterval
                return (kind, CyclicCounter(raw: UInt8(counter)))
            }
        }
        return nil
    }

    private static let singles: UInt64 = {
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
