public import Quantities
import RandomNumbers

/// What a receiver and a car's own signals report and do not report. Receivers and cars differ in all of this.
public struct CarTraits: Sendable, Hashable {
    /// The signals of a car.
    public struct Signals: Sendable, Hashable {
        /// The time between two frames of each kind.
        public let interval: Nanoseconds
        /// When the first of them is sent: a control unit begins with its ignition.
        public let start: MonotonicTime
        /// Whether there is a speed.
        public let hasSpeed: Bool
        /// Whether there is a yaw rate.
        public let hasYawRate: Bool
        /// Whether there is an odometer.
        public let hasOdometer: Bool
        /// Whether there is a turn indicator.
        public let hasIndicator: Bool
    }

    /// The time between two reports of the receiver.
    public let interval: Nanoseconds
    /// Whether the receiver reports the speed.
    public let hasSpeed: Bool
    /// Whether the receiver reports the course.
    public let hasCourse: Bool
    /// Whether the receiver states its accuracy.
    public let statesAccuracy: Bool
    /// The standard deviation of the receiver's places in each axis.
    public let noise: Metres
    /// The car's own signals; `nil` without any.
    public let signals: Signals?
    /// So many reports wait in the line while nobody reads: those of a serial line are few.
    public let heldReports: Int

    private static let milliseconds: [Int64] = [
        1000, 1000, 1000, 1000, 1000, 200, 500, 2000, 5000, 10_000, 30_000,
    ]

    init(from random: inout SplitMix64) {
        interval = .milliseconds(Self.milliseconds.randomElement(using: &random) ?? 1000)
        hasSpeed = Int.random(in: 0..<3, using: &random) > 0
        hasCourse = Int.random(in: 0..<3, using: &random) > 0
        statesAccuracy = Int.random(in: 0..<3, using: &random) > 0
        noise = Metres([1, 3, 3, 3, 8].randomElement(using: &random) ?? 3)
        signals =
            Int.random(in: 0..<3, using: &random) > 0 ? Signals(from: &random) : nil
        heldReports = [20, 60, 10_000].randomElement(using: &random) ?? 60
    }
}

extension CarTraits.Signals {
    private static let milliseconds: [Int64] = [20, 50, 100, 100, 200, 1000]

    fileprivate init(from random: inout SplitMix64) {
        interval = .milliseconds(Self.milliseconds.randomElement(using: &random) ?? 100)
        let isLate = Int.random(in: 0..<3, using: &random) == 0
        start = .zero + .seconds(isLate ? Double.random(in: 0...600, using: &random) : 0)
        hasSpeed = Int.random(in: 0..<4, using: &random) > 0
        hasYawRate = Int.random(in: 0..<3, using: &random) > 0
        hasOdometer = Int.random(in: 0..<3, using: &random) == 0
        hasIndicator = Bool.random(using: &random)
    }
}
