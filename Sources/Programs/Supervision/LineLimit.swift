public import Quantities

/// Limits the daemon's lines: of each cause some are written at once and then one in ten seconds; what was left out
/// is counted. The cause of a line is its words without numbers.
public struct LineLimit: Sendable {
    /// So many lines of one cause are written in a row.
    public static let burst = 10
    /// After this time one more is written.
    public static let refill = Nanoseconds.seconds(10)
    /// So many causes are kept apart; of more, the one of longest ago gives way.
    public static let mostCauses = 64

    private struct Cause {
        var tokens = LineLimit.burst
        var time: MonotonicTime
        var leftOut = 0
    }

    private var causes: [String: Cause] = [:]
    /// Lines that nobody read, since the last one that was written.
    private var unread = 0

    /// A limit that has seen no line.
    public init() {}

    /// What to write for a line: the line, with how many of its kind were left out before it; `nil` if it is left
    /// out.
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
        return "\(line) (and \(cause.leftOut) lines of this kind before)"
    }

    /// Takes note whether the reader took a line.
    public mutating func noteWritten(_ isWritten: Bool) {
        unread = isWritten ? 0 : unread + 1
    }

    /// The line about lines that nobody read; `nil` if all were read.
    public var unreadLine: String? {
        unread == 0 ? nil : "\(unread) lines were lost: nobody read them"
    }
}
