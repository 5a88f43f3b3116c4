import Quantities

/// The times at which a receiver's silence means something: the end of an epoch, and for gpsd a lost device.
struct ReceiverSilence {
    /// When the last bytes of an epoch came; `nil` once it is over.
    private var lastBytes: MonotonicTime?
    /// When gpsd is asked again; `nil` for other receivers.
    private var nextReminder: MonotonicTime?

    /// A receiver that sends nothing for this time has sent all of its epoch.
    static let epochEnd = Nanoseconds.milliseconds(200)
    /// gpsd reports at least every second; silent for this time, it has lost its device.
    static let reminderPause = Nanoseconds.milliseconds(3000)

    /// When silence means something next; `nil` where nothing is waited for.
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

    /// Whether an epoch ended by silence, once.
    mutating func takeEpochEnd(at now: MonotonicTime) -> Bool {
        guard let lastBytes, now >= lastBytes + Self.epochEnd else { return false }
        self.lastBytes = nil
        return true
    }

    /// Whether gpsd is to be asked again.
    func isReminderDue(at now: MonotonicTime) -> Bool { nextReminder.map { now >= $0 } ?? false }
}
