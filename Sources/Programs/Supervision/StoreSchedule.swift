public import Quantities

/// Decides when what has changed is stored: soon after the vehicle has stopped, since power is then cut, and seldom
/// while it drives, since flash memory wears off. While it stands nothing changes, and nothing is stored.
public struct StoreSchedule: Sendable, Hashable {
    /// How often something may be stored.
    public struct Limits: Sendable, Hashable {
        /// So many times in a row.
        let burst: Double
        /// Then once in this time, however often the vehicle stops.
        let interval: Nanoseconds
        /// Once in this time while it drives.
        let driving: Nanoseconds

        /// The place: 45 bytes in one block of the file system.
        public static let place = Limits(
            burst: 5, interval: .seconds(60), driving: .seconds(300))
        /// Learned turns: up to some hundred kilobytes.
        public static let turns = Limits(
            burst: 3, interval: .seconds(180), driving: .seconds(1800))
    }

    private let limits: Limits
    private var standingSince: MonotonicTime?
    private var lastStore: MonotonicTime
    /// The stores that are left at ``countTime``.
    private var left: Double
    private var countTime: MonotonicTime

    /// The speed below which a vehicle stands.
    private static let standstill = MetresPerSecond(0.5)
    /// A stop this long is one.
    public static let stopTime = Nanoseconds.seconds(2)

    /// A schedule of a run that begins now.
    public init(_ limits: Limits, start: MonotonicTime) {
        self.limits = limits
        left = limits.burst
        lastStore = start
        countTime = start
    }

    /// Takes note of the speed, `nil` if unknown. Returns whether something that has changed is to be stored now.
    public mutating func note(speed: MetresPerSecond?, at now: MonotonicTime) -> Bool {
        let isStanding = speed.map { $0.value.magnitude < Self.standstill.value } ?? false
        standingSince = isStanding ? standingSince ?? now : nil
        if let standingSince, now - standingSince >= Self.stopTime { return count(at: now) >= 1 }
        return now - lastStore >= limits.driving
    }

    /// Takes note that something was stored.
    public mutating func noteStored(at now: MonotonicTime) {
        left = max(count(at: now) - 1, 0)
        countTime = now
        lastStore = now
    }

    private func count(at now: MonotonicTime) -> Double {
        min(left + (now - countTime).seconds / limits.interval.seconds, limits.burst)
    }
}
