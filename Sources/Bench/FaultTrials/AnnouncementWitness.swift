import ADASISv2
import Quantities

/// Sees whether META-DATA and POSITION come at once when the daemon announces everything again.
struct AnnouncementWitness {
    /// The longest time from the announcement to both messages.
    static let longest = Nanoseconds.milliseconds(100)

    /// The announcement, and the messages of it that are not sent yet.
    private var open: (since: MonotonicTime, missing: [MessageKind])?

    /// The daemon announces everything again, of the messages that the mask lets through.
    mutating func note(_ kinds: [MessageKind], at time: MonotonicTime) {
        open = kinds.isEmpty ? nil : (time, kinds)
    }

    /// The kernel took a frame.
    mutating func noteSent(_ kind: MessageKind) {
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
