/// How long the last value of a signal of the car holds: three of the signal's own intervals, at
/// least 0.5 s and at most 2 s. A signal that is older is missing.
///
/// Signals come at very different rates: a wheel speed 50 times a second, the speed of OBD twice a
/// second (SAE J1979 sets no rate). The interval is the median of the last three, so that neither a
/// single loss nor a burst counts as a rate.
struct SignalLifetime: Sendable {
    private static let intervals = 3.0
    private static let shortest = 0.5
    private static let longest = 2.0

    /// The last three intervals, seconds; 0 where there has been none.
    private var gaps = (0.0, 0.0, 0.0)
    /// The age of the last value, seconds; `nil` before the first one.
    private var age: Double?

    /// Whether the last value still holds.
    var isCurrent: Bool { age.map { $0 <= lifetime } ?? false }

    private var lifetime: Double {
        let median = max(min(gaps.0, gaps.1), min(max(gaps.0, gaps.1), gaps.2))
        return min(max(Self.intervals * median, Self.shortest), Self.longest)
    }

    /// Advances time.
    mutating func advance(_ seconds: Double) { age = age.map { $0 + seconds } }

    /// A value has come.
    mutating func renew() {
        if let age { gaps = (gaps.1, gaps.2, age) }
        age = 0
    }
}
