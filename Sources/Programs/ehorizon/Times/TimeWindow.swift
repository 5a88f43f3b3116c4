import TextFiles

/// The times that a command writes, `--from` to `--to`, or up to a moment, `--at`. What comes before is read all the
/// same, so that the part is the same as in the whole.
struct TimeWindow {
    /// Where a time is.
    enum Place { case before, inside, after }

    private let from: TimeArgument?
    private let to: TimeArgument?
    /// Whether the end is a moment of which the state is wanted.
    private let isMoment: Bool
    /// The limits in nanoseconds, once the first time is known.
    private var limits: ClosedRange<Int64>?
    /// The first time and the last one of what was read.
    private var span: ClosedRange<Int64>?
    private var isEmpty = true
    /// So many times in a row were after the window.
    private var late = 0
    /// Whether all of the window was read. A clock that jumps for a frame does not end it.
    var isPast: Bool { late >= Self.mostLate }

    private static let mostLate = 10

    /// Frames of several interfaces may stand in a log in another order than that of their times.
    private static let mostDisorder: Int64 = 1_000_000_000

    init(from: TimeArgument?, to: TimeArgument?) {
        self.from = from
        self.to = to
        isMoment = false
    }

    /// All up to a moment.
    init(at moment: TimeArgument) {
        from = nil
        to = moment
        isMoment = true
    }

    /// Whether something at this time, in nanoseconds, is to be written.
    mutating func takes(_ time: Int64) throws(Failure) -> Bool { try place(of: time) == .inside }

    /// Where a time is, in nanoseconds. Times of day are the first ones after that of the first call.
    mutating func place(of time: Int64) throws(Failure) -> Place {
        span = span.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
        let limits = if let limits { limits } else { try resolved(from: time) }
        self.limits = limits
        let isLate = time > limits.upperBound && time - limits.upperBound > Self.mostDisorder
        late = isLate ? min(late + 1, Self.mostLate) : 0
        guard limits.contains(time) else { return time < limits.lowerBound ? .before : .after }
        isEmpty = false
        return .inside
    }

    /// Reports a window without anything of an input that has something, and a moment after its end.
    func finish(of name: String) throws(Failure) {
        guard let span, let limits, from != nil || to != nil else { return }
        let (beyond, overflows) = limits.upperBound.subtractingReportingOverflow(span.upperBound)
        guard isEmpty || isMoment && (overflows || beyond > Self.mostDisorder) else { return }
        let end = isMoment ? "--at" : "--to"
        let given = [from.map { "--from \($0.text)" }, to.map { "\(end) \($0.text)" }]
        let start = momentText(Double(span.lowerBound) / 1e9)
        // A pipe is not read to its end.
        let known =
            isPast
            ? "begins at \(start) and has nothing there"
            : "is from \(start) to \(momentText(Double(span.upperBound) / 1e9))"
        throw Failure("\(given.compactMap(\.self).joined(separator: " ")): \(name) \(known)")
    }

    private func resolved(from start: Int64) throws(Failure) -> ClosedRange<Int64> {
        // Whole microseconds, as times are written; beyond the years of a log all are alike.
        func microsecond(_ time: TimeArgument) -> Int64 {
            let seconds = time.seconds(from: Double(start) / 1e9)
            return Int64((min(max(seconds, -9e9), 9e9) * 1e6).rounded())
        }
        let lower = from.map { microsecond($0) * 1000 } ?? .min
        let upper = to.map { microsecond($0) * 1000 + 999 } ?? .max
        guard let from, let to, lower > upper else { return lower...max(lower, upper) }
        throw Failure("--from \(from.text) --to \(to.text): the end is before the start")
    }
}
