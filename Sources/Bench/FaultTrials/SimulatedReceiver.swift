import Geodesy
import Positioning
import Quantities
import RandomNumbers
import RoadMap

/// A receiver in a car: its reports, and what faults make of them.
struct SimulatedReceiver {
    private let traits: CarTraits
    private var random: SplitMix64
    private var report: MonotonicTime
    /// Reports on their way, in the order of their arrival.
    private var held: [(arrival: MonotonicTime, event: PositionEvent)] = []
    /// The faults of now.
    var faults: Set<Fault> = []
    /// The error of the receiver's clock.
    var clockError = Nanoseconds.zero

    /// A late report arrives so long after its measurement.
    static let delay = Nanoseconds.seconds(3)
    private static let start: Int64 = 1_767_254_400_000_000_000

    init(_ traits: CarTraits, seed: UInt64) {
        self.traits = traits
        random = SplitMix64(seed: seed &+ 77)
        // A receiver is not in step with the tick of POSITION.
        report = .zero + .milliseconds(Int64.random(in: 0..<100, using: &random))
    }

    /// When the next report is made, or arrives where somebody reads.
    func next(isRead: Bool) -> MonotonicTime {
        isRead ? min(report, held.first?.arrival ?? report) : report
    }

    /// Makes the report of now. Where nobody reads, the line holds the first ones and drops the next.
    mutating func report(_ car: SimulatedCar, at now: MonotonicTime) {
        guard report <= now else { return }
        let fix = car.fix(at: now)
        let second = (report - .zero).value
        report = report + traits.interval
        guard held.count < traits.heldReports, let fix else { return }
        measure(fix, at: now, UTCTime(nanoseconds: Self.start + second))
    }

    /// The reports that arrive now.
    mutating func take(
        _ car: SimulatedCar, at now: MonotonicTime, into events: inout [PositionEvent]
    ) {
        report(car, at: now)
        while let first = held.first, first.arrival <= now {
            events.append(first.event)
            held.removeFirst()
        }
    }

    private mutating func measure(_ truth: Fix, at now: MonotonicTime, _ time: UTCTime) {
        guard !faults.contains(.silence) else { return }
        var fix = truth
        fix.time = UTCTime(nanoseconds: time.nanoseconds + clockError.value)
        if !traits.hasSpeed { fix.speed = nil }
        if !traits.hasCourse { fix.course = nil }
        if !traits.statesAccuracy { fix.accuracy = nil }
        let isLate = faults.contains(.lateFixes)
        // What was measured earlier is not overtaken.
        let arrival = max(isLate ? now + Self.delay : now, held.last?.arrival ?? now)
        guard !faults.contains(.noFix) else {
            held.append((arrival, .noFix(NoFix(time: fix.time, reason: .void))))
            return
        }
        if faults.contains(.jumps) { fix.place = jumped(fix.place) }
        let count = faults.contains(.doubledFixes) ? 2 : 1
        for _ in 0..<count { held.append((arrival, .fix(fix))) }
    }

    private mutating func jumped(_ place: Coordinate) -> Coordinate {
        // Some 2 km in either direction.
        let north = Int32.random(in: -180_000...180_000, using: &random)
        let east = Int32.random(in: -240_000...240_000, using: &random)
        return Coordinate(
            latitudeE7: place.latitudeE7 + north, longitudeE7: place.longitudeE7 + east) ?? place
    }
}
