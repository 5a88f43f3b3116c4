import Quantities

/// What other programs and other nodes put through an interface, and whether the daemon takes from them what works.
struct OtherTraffic {
    /// Whether other programs keep the queue of the interface full.
    var fillsQueue = false
    /// Since when another node keeps the bus with frames of high priority; `nil` if none does.
    var floodedSince: MonotonicTime?
    private var receiving = Nanoseconds.zero
    private var transmitting = Nanoseconds.zero
    /// How often the daemon has restarted an interface that works.
    private(set) var needlessRestarts = 0

    /// So long a flood alone shows that the interface works.
    private static let patience = Nanoseconds.seconds(60)

    /// The frames that were received: one in each millisecond of a flood.
    var received: Int { Int(receiving.value / 1_000_000) }

    /// The frames that were transmitted for other programs: one in each millisecond in which they keep the queue full.
    var transmitted: Int { Int(transmitting.value / 1_000_000) }

    /// Time passes on an interface that works.
    mutating func advance(by time: Nanoseconds, isBlocked: Bool) {
        if floodedSince != nil { receiving = receiving + time }
        if fillsQueue, !isBlocked { transmitting = transmitting + time }
    }

    /// The daemon restarts an interface that works.
    mutating func noteRestart(isBlocked: Bool, at now: MonotonicTime) {
        let isFlooded = floodedSince.map { now - $0 < Self.patience } ?? false
        if isFlooded || fillsQueue && !isBlocked { needlessRestarts += 1 }
    }
}
