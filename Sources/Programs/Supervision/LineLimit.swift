public import Quantities

/// Limits the daemon's lines. For each cause, some lines are written at once, then one every ten seconds. The others
/// are counted. The cause of a line is its text without numbers.
public struct LineLimit: Sendable {
    /// The number of lines of one cause that are written in a row.
    public static let burst = 10
    /// The time after which one more line is written.
    public static let refill = Nanoseconds.seconds(10)
    /// The largest number of causes; a further one replaces the oldest.
    public static let mostCauses = 64

    private struct Cause {
        var tokens = LineLimit.burst
        var time: MonotonicTime
        var leftOut = 0
    }

    private var causes: [String: Cause] = [:]
    /// The number of lines that nobody read, since the last written line.
    private var unread = 0

    /// A limit that has seen no line.
    public init() {}

    /// The text to write for a line: the line, with the number of suppressed lines of its kind before it; `nil` if
    /// the line is suppressed.
    public mutating func admit(_ line: String, at now: MonotonicTime) -> String? {
        let name = String(line.filter { !$0.isNumber })
        if causes[name] == nil, causes.count >= Self.mostCauses,
            let oldest = causes.min(by: { $0.value.time < $1.value.time })
        {
            causes[oldest.key] = nil
        }
        var cause = causes[name] ?? Cause(time: now)
        let regained = Int((now - cause.time).value / Self.refill.value)
        if regained > 0 {
            cause.tokens = min(cause.tokens + regained, Self.burst)
            cause.time = cause.time + Nanoseconds(Self.refill.value * Int64(regained))
        }
        defer { causes[name] = cause }
        guard cause.tokens > 0 else {
            cause.leftOut += 1
            return nil
        }
        cause.tokens -= 1
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
