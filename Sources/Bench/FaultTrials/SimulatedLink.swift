import SocketCAN

/// The kernel's messages about a link as the daemon's monitor reads them, with its own ``LinkTracker``.
struct SimulatedLink {
    static let name = "can0"

    private var tracker = LinkTracker(name: name)
    /// What the daemon has not read yet.
    private var events: [LinkEvent] = []
    /// Whether messages are lost: the socket's buffer is full.
    var areLost = false
    /// The last one that was lost since the daemon has read.
    private var missed: LinkMessage?

    /// Whether the daemon's monitor has the interface up.
    var isUp: Bool { tracker.isUp }

    /// Whether there is something to read.
    var hasEvents: Bool { !events.isEmpty || missed != nil }

    /// A message of the kernel, or its answer to a question.
    mutating func tell(_ message: LinkMessage, isAnswer: Bool = false) {
        guard !areLost || isAnswer else {
            missed = message
            return
        }
        tracker.note(message) { events.append($0) }
    }

    /// The daemon reads. Where messages were lost it learns that, and looks whether the interface exists and is up.
    mutating func takeEvents() -> [LinkEvent] {
        if var seen = missed {
            missed = nil
            if seen.isDeleted {
                tracker.noteMissing { events.append($0) }
            } else {
                seen.state = nil
                tracker.note(seen) { events.append($0) }
            }
            events.append(.missed)
        }
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    /// Nobody reads.
    mutating func forget() {
        tracker = LinkTracker(name: Self.name)
        events.removeAll()
        missed = nil
    }

    /// A daemon begins to read: it knows whether the interface is there and up, and gets its state.
    mutating func begin(_ message: LinkMessage) {
        forget()
        tracker.note(message) { event in
            if case .state = event { events.append(event) }
        }
    }
}
