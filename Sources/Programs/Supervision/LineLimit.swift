public import Quantities

/// Limits the daemon's lines. For each cause, some lines are written at once, then one every ten seconds. The others
/// are counted. The cause of a line is its text without numbers. Lines of ever new causes, as a hostile gpsd can make
/// them with names of devices, have a limit together, one for each ``LineSeverity``: such notices hide no warning.
public struct LineLimit: Sendable {
    /// The number of lines of one cause that are written in a row.
    public static let burst = 10
    /// The time after which one more line is written.
    public static let refill = Nanoseconds.seconds(10)
    /// The number of lines of all causes of one severity that are written in a row.
    public static let mostLines = 100
    /// The time after which one more line of any cause is written.
    public static let refillOfAll = Nanoseconds.seconds(1)
    /// The largest number of causes; a further one replaces the oldest.
    public static let mostCauses = 64

    /// Lines that may still be written.
    private struct Bucket: Sendable {
        var tokens: Int
        var time: MonotonicTime

        mutating func fill(_ most: Int, every refill: Nanoseconds, at now: MonotonicTime) {
            let regained = Int((now - time).value / refill.value)
            guard regained > 0 else { return }
            tokens = min(tokens + regained, most)
            time = time + Nanoseconds(refill.value * Int64(regained))
        }
    }

    private struct Cause {
        var bucket: Bucket
        var leftOut = 0
    }

    private var causes: [String: Cause] = [:]
    private var all: [LineSeverity: Bucket] = [:]
    /// The number of lines that nobody read, since the last written line.
    private var unread = 0

    /// A limit that has seen no line.
    public init() {}

    /// The text to write for a line: the line, with the number of suppressed lines of its kind before it; `nil` if
    /// the line is suppressed.
    public mutating func admit(_ line: String, at now: MonotonicTime) -> String? {
        let name = String(line.filter { !$0.isNumber })
        if causes[name] == nil, causes.count >= Self.mostCauses,
            let oldest = causes.min(by: { $0.value.bucket.time < $1.value.bucket.time })
        {
            causes[oldest.key] = nil
        }
        var cause = causes[name] ?? Cause(bucket: Bucket(tokens: Self.burst, time: now))
        cause.bucket.fill(Self.burst, every: Self.refill, at: now)
        let severity = LineSeverity(of: line)
        var all = all[severity] ?? Bucket(tokens: Self.mostLines, time: now)
        all.fill(Self.mostLines, every: Self.refillOfAll, at: now)
        defer {
            causes[name] = cause
            self.all[severity] = all
        }
        guard cause.bucket.tokens > 0, all.tokens > 0 else {
            cause.leftOut += 1
            return nil
        }
        cause.bucket.tokens -= 1
        all.tokens -= 1
        defer { cause.leftOut = 0 }
        guard cause.leftOut > 0 else { return line }
        return "\(line) (\(cause.leftOut) earlier lines of this kind were suppressed)"
    }

    /// Takes note whether the reader took a line.
    public mutating func noteWritten(_ isWritten: Bool) {
        unread = isWritten ? 0 : unread + 1
    }

    /// The line about lines that nobody read; `nil` if all were read.
    public var unreadLine: String? {
        unread == 0 ? nil : "\(unread) lines were lost, because standard error was not read"
    }
}
