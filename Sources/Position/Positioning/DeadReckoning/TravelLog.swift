import Quantities

/// The recent states of dead reckoning, for fixes that come late.
struct TravelLog: Sendable {
    /// The state at a moment.
    struct Entry: Sendable {
        var time = MonotonicTime.zero
        /// Metres driven since the beginning.
        var distance = 0.0
        /// Metres per second.
        var speed = 0.0
        /// The sum of the corrections of the speed by fixes so far, metres per second. They show an error of the
        /// estimate, no motion of the vehicle.
        var corrections = 0.0
        /// Metres by the car's own speed, unscaled.
        var counted = 0.0
        /// Degrees clockwise by the yaw rate, without jumps.
        var heading = 0.0
    }

    /// The log holds 12.8 s at any rate of the signals: the longest latency of a receiver that can
    /// be set, 10 s, and the longest further delay that lasts, 2 s (``ReceiverClock``).
    private static let capacity = 256
    private static let leastStep = Nanoseconds.milliseconds(50)

    private var entries: [Entry] = []
    private var next = 0

    init() { entries.reserveCapacity(Self.capacity) }

    /// Notes a state. Times never go back.
    mutating func note(_ entry: Entry) {
        if let last, entry.time - last.time < Self.leastStep { return }
        if entries.count < Self.capacity {
            entries.append(entry)
        } else {
            entries[next] = entry
        }
        next = (next + 1) % Self.capacity
    }

    /// The state at a moment up to `now`; before the oldest entry that entry.
    func entry(at time: MonotonicTime, now: Entry) -> Entry {
        var after = now
        for back in 1...Self.capacity where back <= entries.count {
            let before = entries[(next - back + Self.capacity) % Self.capacity]
            if before.time <= time { return Self.between(before, after, at: time) }
            after = before
        }
        return after
    }

    private var last: Entry? {
        entries.isEmpty ? nil : entries[(next - 1 + Self.capacity) % Self.capacity]
    }

    private static func between(
        _ before: Entry, _ after: Entry, at time: MonotonicTime
    ) -> Entry {
        let span = (after.time - before.time).seconds
        guard span > 0, time < after.time else { return after }
        let share = (time - before.time).seconds / span
        func between(_ first: Double, _ second: Double) -> Double {
            first + share * (second - first)
        }
        return Entry(
            time: time, distance: between(before.distance, after.distance),
            speed: between(before.speed, after.speed),
            corrections: between(before.corrections, after.corrections),
            counted: between(before.counted, after.counted),
            heading: between(before.heading, after.heading))
    }
}
