import Quantities

/// Sees the lines of the daemon about the bus: few of them, and one for each change that lasts.
struct BusLineWitness {
    /// The most lines in ``window``.
    static let most = 10
    private static let window = Nanoseconds.seconds(20)
    /// The time from a lasting change to its line: a blocked bus is reported after a second.
    static let longestSilence = Nanoseconds.seconds(2)

    private var times: [MonotonicTime] = []
    /// What the interface had transmitted when the bus was reported as blocked.
    private var transmitted: Int?
    /// Whether the bus takes frames, since when, and whether that needs no line any more.
    private var state: (isReady: Bool, since: MonotonicTime, isSettled: Bool)?

    /// The daemon starts: what was before is no change of its.
    init() {}

    /// A line about the bus. Returns what is wrong.
    /// - Parameter count: The frames that the interface has transmitted by now.
    mutating func note(
        _ line: String, transmitted count: Int, at time: MonotonicTime
    ) -> String? {
        times.append(time)
        if line.contains("the bus is blocked") { transmitted = count }
        if line.contains("transmitted again"), count == transmitted { return "not so: \(line)" }
        times.removeAll { time - $0 > Self.window }
        guard times.count > Self.most else { return nil }
        defer { times.removeAll() }
        return "\(times.count) lines in 20 s: \(line)"
    }

    /// The daemon was halted until now: only from now on a change is to have its line, if it had none before.
    mutating func noteHalt(at time: MonotonicTime) {
        guard let state else { return }
        let isSettled = state.isSettled || times.contains { $0 >= state.since }
        self.state = (state.isReady, time, isSettled)
    }

    /// Looks whether a change has no line in time. A line in ``window`` counts, and so do suppressed lines that wait for
    /// their summary.
    mutating func look(
        isReady: Bool, waitsForSummary: Bool, notice: Nanoseconds, at time: MonotonicTime
    ) -> String? {
        guard let state else {
            if isReady { self.state = (isReady, time, true) }
            return nil
        }
        let isLasting = time - state.since > Self.longestSilence + notice
        guard isReady == state.isReady else {
            // A change that was too short for a line may come back without one.
            self.state = (isReady, time, isReady && !isLasting && !state.isSettled)
            return nil
        }
        guard !state.isSettled, isLasting, !waitsForSummary else { return nil }
        self.state?.isSettled = true
        guard !times.contains(where: { time - $0 < Self.window }) else { return nil }
        let seconds = (time - state.since).seconds
        return "none \(seconds) s after the bus \(isReady ? "takes" : "took no") frames"
    }
}
