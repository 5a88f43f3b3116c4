import ADASISv2
import Quantities

/// Sees whether META-DATA and POSITION come at once when the daemon announces everything again, and META-DATA when clients
/// have dropped it because they got no POSITION.
struct AnnouncementWitness {
    /// The longest time from the announcement to both messages.
    static let longest = Nanoseconds.milliseconds(100)

    /// The announcement, and the messages of it that are not sent yet.
    private var open: (since: MonotonicTime, missing: [MessageKind])?

    private var lastPosition: MonotonicTime?

    /// What was to come at once could not.
    mutating func forgive() { open = nil }

    /// The daemon announces everything again, of the messages that the mask lets through.
    mutating func note(_ kinds: [MessageKind], at time: MonotonicTime) {
        open = kinds.isEmpty ? nil : (time, kinds)
    }

    /// The kernel took a frame.
    /// - Parameter timeout: Clients without POSITION for longer drop everything.
    mutating func noteSent(
        _ kind: MessageKind, _ mask: MessageMask, timeout: Nanoseconds, at time: MonotonicTime
    ) {
        if kind == .position {
            let isDropped = lastPosition.map { time - $0 > timeout } ?? false
            if isDropped, open == nil { note([.metaData].filter(mask.allows), at: time) }
            lastPosition = time
        }
        open?.missing.removeAll { $0 == kind }
        if open?.missing.isEmpty ?? false { open = nil }
    }

    /// Looks whether one is late. Returns what is wrong.
    /// - Parameter readySince: Since when the bus takes frames; `nil` if it takes none.
    mutating func look(readySince: MonotonicTime?, at time: MonotonicTime) -> String? {
        guard let open else { return nil }
        guard let readySince, readySince <= open.since else {
            self.open = nil
            return nil
        }
        guard time - open.since > Self.longest else { return nil }
        self.open = nil
        return "\(open.missing.map(\.name)) not sent \((time - open.since).seconds) s after it"
    }
}
