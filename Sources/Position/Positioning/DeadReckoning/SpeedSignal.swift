/// The car's own speed, while its signal is recent.
struct SpeedSignal: Sendable {
    /// m/s, unscaled; `nil` where the signal is missing.
    private(set) var current: Double?
    private var lifetime = SignalLifetime()

    /// Takes in a value, m/s.
    mutating func ingest(_ speed: Double) {
        current = speed
        lifetime.renew()
    }

    /// Advances time. Returns the speed that held meanwhile.
    mutating func advance(_ seconds: Double) -> Double? {
        lifetime.advance(seconds)
        if !lifetime.isCurrent { current = nil }
        return current
    }
}
