import Quantities

/// The times after which missing data of a receiver have a meaning: the end of an epoch, and for gpsd a lost device.
struct ReceiverSilence {
    /// The arrival time of the last bytes of an epoch; `nil` after its end.
    private var lastBytes: MonotonicTime?
    /// The time of the next request to gpsd; `nil` for other receivers.
    private var nextReminder: MonotonicTime?

    /// Without data for this time, the epoch is complete.
    static let epochEnd = Nanoseconds.milliseconds(200)
    /// gpsd reports at least every second. Without data for this time, it has lost its device.
    static let reminderPause = Nanoseconds.milliseconds(3000)

    /// The next of these times; `nil` without one.
    var deadline: MonotonicTime? {
        let end = lastBytes.map { $0 + Self.epochEnd }
        guard let end, let nextReminder else { return end ?? nextReminder }
        return min(end, nextReminder)
    }

    /// Takes note of bytes.
    mutating func noteBytes(at now: MonotonicTime) {
        lastBytes = now
        if nextReminder != nil { noteAsked(at: now) }
    }

    /// Takes note that gpsd was asked for reports.
    mutating func noteAsked(at now: MonotonicTime) { nextReminder = now + Self.reminderPause }

    /// Takes note that the connection has ended.
    mutating func noteDisconnected() {
        lastBytes = nil
        nextReminder = nil
    }

    /// Whether an epoch ended because no data followed, once.
    mutating func takeEpochEnd(at now: MonotonicTime) -> Bool {
        guard let lastBytes, now >= lastBytes + Self.epochEnd else { return false }
        self.lastBytes = nil
        return true
    }

    /// Whether gpsd is to be asked again.
    func isReminderDue(at now: MonotonicTime) -> Bool { nextReminder.map { now >= $0 } ?? false }
}
