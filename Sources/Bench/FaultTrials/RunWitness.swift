import ADASISv2
import Configuration
import Engine
import Quantities
import Supervision

/// Sees what a run of the daemon does besides sending frames: its start, its lines, its settings, its memory. Each
/// function returns what is wrong.
struct RunWitness {
    /// When the run has started.
    let start: MonotonicTime
    private var hasPosition = false
    private var limit = LineLimit()
    private var linesOfCause: [String: [MonotonicTime]] = [:]
    /// What the configuration lets through, since when.
    private var mask: (allowed: MessageMask, since: MonotonicTime)?
    private var memory: Int?
    private var rounds: (second: Int64, count: Int) = (0, 0)
    /// When a client got the whole horizon again on its request.
    private var lastAnswer: MonotonicTime?

    /// So late the first POSITION is on the bus at most.
    static let longestStart = Nanoseconds.milliseconds(100)
    /// So many lines of one kind are written in 20 s at most about what clients ask for.
    static let mostOfRequests = 3
    /// So many lines of one cause are written in 20 s at most.
    static let mostOfCause = LineLimit.burst + 3
    /// The shortest time from one whole horizon on request to the next: a horizon takes up to 4 s.
    static let shortestAnswer = Nanoseconds.seconds(5)
    /// So many times in a second the loop goes round at most: frames, confirmations and reports come one by one.
    static let mostRounds = 20_000
    /// Frames that wait already are sent after a change of the mask.
    static let maskTime = Nanoseconds.seconds(1)
    /// The memory of a run is settled after this time: caches are filled, most turns are learned.
    static let settlingTime = Nanoseconds.seconds(900)
    /// It grows by this at most from then on, bytes.
    static let mostGrowth = 8 << 20

    /// A run that begins now.
    init(at start: MonotonicTime) { self.start = start }

    /// A POSITION began on the bus, or the bus is ready since that moment.
    mutating func notePosition() { hasPosition = true }

    /// Looks whether the first POSITION is late.
    /// - Parameter readySince: Since when the bus takes frames.
    mutating func lookAtStart(readySince: MonotonicTime, at now: MonotonicTime) -> String? {
        guard !hasPosition, readySince <= start, now - start > Self.longestStart else { return nil }
        hasPosition = true
        return "none \((now - start).seconds) s after the start"
    }

    /// The loop goes round.
    mutating func noteRound(at now: MonotonicTime) -> String? {
        let second = now.nanoseconds / 1_000_000_000
        rounds = second == rounds.second ? (second, rounds.count + 1) : (second, 1)
        return rounds.count == Self.mostRounds ? "\(rounds.count) in a second" : nil
    }

    /// A client gets the whole horizon again on its request.
    mutating func noteAnswerWithAll(at now: MonotonicTime) -> String? {
        defer { lastAnswer = now }
        guard let lastAnswer, now - lastAnswer < Self.shortestAnswer else { return nil }
        return "on request \((now - lastAnswer).seconds) s after the last time"
    }

    /// A line of the daemon, which its limit may leave out.
    mutating func noteLine(_ line: String, at now: MonotonicTime) -> String? {
        if line.contains("a client asks for ") {
            let isMask = !line.contains("whole horizon")
            return count(isMask ? "mask" : "whole", line, at: now, most: Self.mostOfRequests)
        }
        guard let line = limit.admit(line, at: now) else { return nil }
        let cause = String(line.prefix { $0 != "(" }.filter { !$0.isNumber })
        return count(cause, line, at: now, most: Self.mostOfCause)
    }

    private mutating func count(
        _ cause: String, _ line: String, at now: MonotonicTime, most: Int
    ) -> String? {
        linesOfCause[cause, default: []].append(now)
        linesOfCause[cause]?.removeAll { now - $0 > .seconds(20) }
        let count = linesOfCause[cause]?.count ?? 0
        guard count > most else { return nil }
        linesOfCause[cause] = nil
        return "\(count) in 20 s: \(line)"
    }

    /// A configuration was read again.
    mutating func noteConfiguration(
        from before: LoadedSettings, by read: ReadConfiguration, to after: LoadedSettings,
        event: EngineEvent?, at now: MonotonicTime
    ) -> String? {
        let changes = after.changes(from: before)
        guard read.problems.isEmpty else {
            let isSame = changes.running.isEmpty && changes.restart.isEmpty
            return isSame && event == nil ? nil : "a wrong one has changed \(changes)"
        }
        guard changes.restart.isEmpty else {
            return "changed without a restart: \(changes.restart)"
        }
        guard read.loaded.changes(from: after).running.isEmpty else { return "it is not applied" }
        guard let event else {
            return changes.running.isEmpty ? nil : "the engine does not know it"
        }
        guard case .mask(let allowed, _) = event, allowed == read.loaded.settings.mask else {
            return "the engine gets another mask"
        }
        mask = (allowed, now)
        return nil
    }

    /// A frame was sent.
    mutating func noteSent(_ kind: MessageKind, at now: MonotonicTime) -> String? {
        guard let mask, now - mask.since > Self.maskTime, !mask.allowed.allows(kind) else {
            return nil
        }
        self.mask = nil
        return "\(kind.name) is sent, which it leaves out"
    }

    /// The memory of the run, bytes.
    mutating func noteMemory(_ bytes: Int, at now: MonotonicTime) -> String? {
        guard now - start > Self.settlingTime else { return nil }
        guard let memory else {
            memory = bytes
            return nil
        }
        guard bytes - memory > Self.mostGrowth else { return nil }
        self.memory = bytes
        return "it has grown by \(bytes - memory) bytes"
    }
}
