import SocketCAN

/// The kernel's messages about a link as the daemon's monitor reads them, with its own ``LinkTracker``.
struct SimulatedLink {
    static let name = "can0"

    private var tracker = LinkTracker(name: name)
    /// What the daemon has not read yet.
    private var events: [LinkEvent] = []
    /// Whether messages are lost: the socket's buffer is full.
    var areLost = false
    /// Whether some were lost since the daemon has read.
    private var hasMissed = false

    /// Whether the daemon's monitor has the interface.
    var isKnown: Bool { tracker.index != nil }

    /// Whether the daemon's monitor has the interface up.
    var isUp: Bool { tracker.isUp }

    /// Whether there is something to read.
    var hasEvents: Bool { !events.isEmpty || hasMissed }

    /// A message of the kernel, or its answer to a question.
    mutating func tell(_ message: LinkMessage, isAnswer: Bool = false) {
        guard !areLost || isAnswer else {
            hasMissed = true
            return
        }
        tracker.note(message) { events.append($0) }
    }

    /// The daemon reads. Where messages were lost it learns that, and looks whether the interface exists and is up.
    /// - Parameter present: The link as it is now.
    mutating func takeEvents(_ present: LinkMessage) -> [LinkEvent] {
        if hasMissed {
            hasMissed = false
            var seen = present
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
        hasMissed = false
    }

    /// A daemon begins to read: it knows whether the interface is there and up, and gets its state.
    mutating func begin(_ message: LinkMessage) {
        forget()
        tracker.note(message) { event in
            if case .state = event { events.append(event) }
        }
    }
}
