import Quantities

/// The position on the line that dead reckoning counts along, as fixes show it. It decides whether
/// a fix corrects the position, is in doubt, or shows that the car is somewhere else.
struct LinePosition: Sendable {
    /// The position at the last correction or beginning, metres, and its variance; `nil` where the
    /// car is on no line.
    private(set) var anchor: (along: Double, variance: Double)?
    /// The variance that fixes have in common, which none of them shows.
    private(set) var common = 0.0
    /// The last fix whose place was used or doubted.
    private var lastFix: MonotonicTime?
    /// How far the last fix was off; `nil` unless it was doubted.
    private var doubt: Double?
    private let parameters: DeadReckoningParameters

    /// After a gap this long between fixes there is no next one to wait for.
    private static let longDoubt = Nanoseconds.seconds(3)

    init(_ parameters: DeadReckoningParameters) { self.parameters = parameters }

    /// A fix against the position of dead reckoning.
    struct FixComparison {
        /// How far the fix is off, metres.
        var miss: Double
        /// The standard deviation of the fix alone, metres.
        var deviation: Double
        /// The variance of the position of dead reckoning, m².
        var variance: Double
        /// The variance of the way since the moment at which the fix was true, m².
        var late: Double
    }

    /// What a fix does.
    enum Verdict: Equatable {
        /// It corrects the position by that share of its miss, which has that variance.
        case taken(gain: Double, variance: Double)
        /// It is too far off; the next one decides.
        case doubted
        /// It is too far off, and so was the one before.
        case moved
    }

    /// The standard deviation that counts for a fix that states one, or none.
    func deviation(stated: Metres?) -> Double {
        max(stated ?? parameters.fixDeviation, parameters.bestFix).value
    }

    /// The car is on no line.
    mutating func leave() {
        anchor = nil
        doubt = nil
    }

    /// The car is at the beginning of another line.
    mutating func begin(at time: MonotonicTime) {
        doubt = nil
        lastFix = time
        common = 0
    }

    /// Counts from another position on.
    mutating func setAnchor(_ along: Double, variance: Double) { anchor = (along, variance) }

    /// Judges a fix.
    mutating func judge(_ fix: FixComparison, at time: MonotonicTime) -> Verdict {
        let own = fix.deviation * fix.deviation
        let interval = lastFix.map { time - $0 } ?? Self.longDoubt
        lastFix = time
        // Fixes that follow each other fast repeat one error.
        let repeats = max(parameters.fixErrorTime / max(interval.seconds, 0.01), 1)
        let sum = fix.variance + (own * repeats + fix.late)
        if fix.miss * fix.miss > 9 * sum {
            let isConfirmed = doubt.map { (fix.miss - $0).magnitude < 3 * fix.deviation } ?? false
            guard isConfirmed || interval >= Self.longDoubt else {
                doubt = fix.miss
                return .doubted
            }
            return .moved
        }
        doubt = nil
        common = own * (1 - 1 / repeats)
        return .taken(gain: fix.variance / sum, variance: sum)
    }
}
