import Geodesy
import Positioning
import ProtocolTrials
import Quantities
import RandomNumbers
import RoadMap

/// A receiver in a car that drives from place to place and stands between: an event each second, and what faults
/// make of it.
struct SimulatedReceiver {
    private var source: RandomDrives
    private var random: SplitMix64
    private var fixes: ArraySlice<Fix> = []
    private var standing = 0
    private var last: Fix?
    private var second: Int64 = 0
    private let phase: Nanoseconds
    /// The faults of now.
    var faults: Set<Fault> = []
    /// The error of the receiver's clock.
    var clockError = Nanoseconds.zero

    init(map: RoadMap, seed: UInt64) {
        source = RandomDrives(map: map, seed: seed)
        random = SplitMix64(seed: seed &+ 77)
        // A receiver is not in step with the tick of POSITION.
        phase = .milliseconds(Int64.random(in: 0..<100, using: &random))
    }

    /// When the next second of the receiver is.
    var next: MonotonicTime { .zero + .seconds(Double(second)) + phase }

    /// The events of this second, with the time from their measurement to their arrival.
    mutating func take(into events: inout [PositionEvent]) throws(MapError) {
        let time = UTCTime(nanoseconds: 1_767_254_400_000_000_000 + second * 1_000_000_000)
        second += 1
        guard var fix = try nextFix() else { return }
        fix.time = UTCTime(nanoseconds: time.nanoseconds + clockError.value)
        guard !faults.contains(.silence) else { return }
        if faults.contains(.noFix) {
            events.append(.noFix(NoFix(time: fix.time, reason: .void)))
            return
        }
        if faults.contains(.jumps) { fix.place = jumped(fix.place) }
        if faults.contains(.lateFixes) { fix.delay = .seconds(3) }
        events.append(.fix(fix))
        if faults.contains(.doubledFixes) { events.append(.fix(fix)) }
    }

    private mutating func nextFix() throws(MapError) -> Fix? {
        if standing > 0, var fix = last {
            standing -= 1
            fix.speed = .zero
            fix.course = nil
            return fix
        }
        while fixes.isEmpty {
            // From a dead end of the map no road leads on, and now and then a ferry carries the car.
            let goesOn = Int.random(in: 0..<6, using: &random) > 0
            var drive = try source.next(atLeast: Metres(500), goesOn: goesOn)
            if drive == nil { drive = try source.next(atLeast: Metres(500)) }
            guard let drive else { return nil }
            fixes = drive.fixes[...]
            standing = last == nil ? 0 : Int.random(in: 5...300, using: &random)
            if standing > 0 { return try nextFix() }
        }
        last = fixes.removeFirst()
        return last
    }

    private mutating func jumped(_ place: Coordinate) -> Coordinate {
        // Some 2 km in either direction.
        let north = Int32.random(in: -180_000...180_000, using: &random)
        let east = Int32.random(in: -240_000...240_000, using: &random)
        return Coordinate(
            latitudeE7: place.latitudeE7 + north, longitudeE7: place.longitudeE7 + east) ?? place
    }
}
