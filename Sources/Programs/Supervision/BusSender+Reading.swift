public import Quantities

/// What a host reads of the bus.
extension BusSender where Port: ~Copyable {
    /// Whether to wait for room in the socket.
    public var wantsRoom: Bool { supervision.wantsRoom }

    /// When to look again although nothing is reported.
    public var deadline: MonotonicTime? {
        var earliest = EarliestDeadline()
        earliest.add(supervision.deadline)
        earliest.add(lines.deadline)
        earliest.add(recovery.deadline)
        earliest.add(requests?.deadline)
        earliest.add(pace.deadline)
        earliest.add(requestPace.deadline)
        return earliest.time
    }

    /// Whether a frame can be sent now.
    public func isOpen(isPositionDue: Bool, at now: MonotonicTime) -> Bool {
        !sleep.isAsleep && supervision.isOpen(isPositionDue: isPositionDue, at: now)
    }

    /// Whether suppressed lines wait for their summary.
    public var waitsForSummary: Bool { lines.deadline != nil }

    /// The number of frames that the kernel has taken.
    public var framesSent: Int { supervision.framesSent }

    /// Whether the interface takes frames.
    public var condition: BusCondition {
        let condition = supervision.condition
        return sleep.isAsleep && (condition == .open || condition == .blocked) ? .asleep : condition
    }

    /// How often the bus was blocked.
    public var stalls: Int { supervision.stalls }

    /// The state of the controller; `nil` if the driver reports none.
    public var controllerState: String? { supervision.controllerState }

    /// The bit rate that counts for the bus load, bit/s.
    public var bitsPerSecond: Int { bitRate.current }

    /// The rejected requests of clients; `nil` if none are read.
    public var rejectedRequests: Int? { requests?.rejected }
}
