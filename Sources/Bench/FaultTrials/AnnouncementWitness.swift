import ADASISv2
import Quantities

/// Sees whether META-DATA and POSITION come at once when the daemon announces everything again.
struct AnnouncementWitness {
    /// The longest time from the announcement to both messages.
    static let longest = Nanoseconds.milliseconds(100)

    /// The second in which the load limit counts frames.
    private static let window = Nanoseconds.milliseconds(1000)

    /// The announcement, the messages of it that are not sent yet, and how much later they may come.
    private var open: (since: MonotonicTime, missing: [MessageKind], grace: Nanoseconds)?

    /// The daemon announces everything again, of the messages that the mask lets through. If the frames of the last
    /// second leave no room for them, the load limit itself makes them wait until that second is over.
    mutating func note(_ kinds: [MessageKind], hasRoom: Bool, at time: MonotonicTime) {
        open = kinds.isEmpty ? nil : (time, kinds, hasRoom ? .zero : Self.window)
    }

    /// The kernel took a frame.
    mutating func noteSent(_ kind: MessageKind) {
        open?.missing.removeAll { $0 == kind }
        if open?.missing.isEmpty ?? false { open = nil }
    }

    /// Looks whether one is late. Returns what is wrong.
    /// - Parameters:
    ///   - readySince: Since when the bus takes frames; `nil` if it takes none.
    ///   - slowness: How many times slower the bus is than the settings have it: the load limit follows its bit rate.
    mutating func look(
        readySince: MonotonicTime?, slowness: Double, at time: MonotonicTime
    ) -> String? {
        guard let open else { return nil }
        guard let readySince, readySince <= open.since else {
            self.open = nil
            return nil
        }
        let longest = open.grace + .seconds(Self.longest.seconds * slowness)
        guard time - open.since > longest else { return nil }
        self.open = nil
        return "\(open.missing.map(\.name)) not sent \((time - open.since).seconds) s after it"
    }
}
