public import Quantities

/// Decides when changed data are stored: soon after a stop of the vehicle, because its power may then be cut, and
/// seldom while it drives, because flash memory wears out. While the vehicle stands, no data change or are stored.
public struct StoreSchedule: Sendable, Hashable {
    /// The limits on how often data are stored.
    public struct Limits: Sendable, Hashable {
        /// The number of times in a row.
        let burst: Double
        /// After these, once in this time, independent of the number of stops.
        let interval: Nanoseconds
        /// Once in this time while it drives.
        let driving: Nanoseconds

        /// The last position: 45 bytes in one block of the file system.
        public static let place = Limits(
            burst: 5, interval: .seconds(60), driving: .seconds(300))
        /// Learned turns: at most 1 MiB.
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
    /// The shortest time of a stop.
    public static let stopTime = Nanoseconds.seconds(2)

    /// A schedule of a run that begins now.
    public init(_ limits: Limits, start: MonotonicTime) {
        self.limits = limits
        left = limits.burst
        lastStore = start
        countTime = start
    }

    /// Takes note of the speed, `nil` if unknown. Returns whether changed data are stored now.
    public mutating func note(speed: MetresPerSecond?, at now: MonotonicTime) -> Bool {
        let isStanding = speed.map { $0.value.magnitude < Self.standstill.value } ?? false
        standingSince = isStanding ? standingSince ?? now : nil
        if let standingSince, now - standingSince >= Self.stopTime { return count(at: now) >= 1 }
        return now - lastStore >= limits.driving
    }

    /// Takes note that data were stored.
    public mutating func noteStored(at now: MonotonicTime) {
        left = max(count(at: now) - 1, 0)
        countTime = now
        lastStore = now
    }

    private func count(at now: MonotonicTime) -> Double {
        min(left + (now - countTime).seconds / limits.interval.seconds, limits.burst)
    }
}
