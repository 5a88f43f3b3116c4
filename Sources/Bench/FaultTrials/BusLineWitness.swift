import Quantities

/// Sees the lines of the daemon about the bus: few of them, and one for each change that lasts.
struct BusLineWitness {
    /// So many lines are written in 20 s at most.
    static let most = 10
    private static let window = Nanoseconds.seconds(20)
    /// A change that lasts so long is a line by then: a blocked bus is one after a second, the summary of many changes
    /// five seconds after the last one, which a foreign sender may put off a few times.
    static let longestSilence = Nanoseconds.seconds(15)

    private var times: [MonotonicTime] = []
    /// Whether the bus takes frames, since when, and whether that is a line that was missed already.
    private var state: (isReady: Bool, since: MonotonicTime, isReported: Bool)?

    /// The daemon starts: what was before is no change of its.
    init() {}

    /// A line about the bus. Returns what is wrong.
    mutating func note(_ line: String, at time: MonotonicTime) -> String? {
        times.append(time)
        times.removeAll { time - $0 > Self.window }
        guard times.count > Self.most else { return nil }
        defer { times.removeAll() }
        return "\(times.count) lines in 20 s: \(line)"
    }

    /// Looks whether a change is still no line: then neither it nor one of the seconds before, which it may be summed up
    /// with, has been reported.
    mutating func look(isReady: Bool, notice: Nanoseconds, at time: MonotonicTime) -> String? {
        guard let state else {
            if isReady { self.state = (isReady, time, true) }
            return nil
        }
        guard isReady == state.isReady else {
            // A short change may be over before anyone can notice it, and so is the next one.
            let wasLong = time - state.since > Self.longestSilence + notice
            self.state = (isReady, time, isReady && !wasLong && !state.isReported)
            return nil
        }
        guard !state.isReported, time - state.since > Self.longestSilence + notice else {
            return nil
        }
        self.state?.isReported = true
        guard !times.contains(where: { time - $0 < Self.window }) else { return nil }
        return
            "none \((time - state.since).seconds) s after the bus \(isReady ? "takes" : "took no") frames"
    }
}
