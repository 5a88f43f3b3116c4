/// The car's own speed, while its signal is recent.
struct SpeedSignal: Sendable {
    /// A signal without a value for so many seconds is missing.
    private static let lifetime = 0.5

    /// m/s, unscaled; `nil` where the signal is missing.
    private(set) var current: Double?
    private var age = 0.0

    /// Whether the car drives backwards.
    var isBackwards: Bool { current.map { $0 < 0 } ?? false }

    mutating func ingest(_ speed: Double) {
        current = speed
        age = 0
    }

    /// Advances time. Returns the speed that held meanwhile.
    mutating func advance(_ seconds: Double) -> Double? {
        age += seconds
        if age > Self.lifetime { current = nil }
        return current
    }
}
