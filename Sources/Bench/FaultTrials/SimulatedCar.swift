import Geodesy
import Positioning
import ProtocolTrials
import Quantities
import RandomNumbers
import RoadMap
import Simulation

/// A car that drives from place to place of a map and stands between. From a dead end no road leads on, and now and
/// then a ferry carries it: then it is elsewhere at once.
struct SimulatedCar {
    /// The car at the beginning of a second.
    struct Moment {
        /// What a receiver of these traits measures.
        var fix: Fix
        /// The driven distance, m.
        var distance = 0.0
        /// Whether the car has been carried here.
        var isCarried = false
    }

    private var source: RandomDrives
    private var random: SplitMix64
    private var fixes: ArraySlice<Fix> = []
    private var standing = 0
    private var second: Int64 = -1
    /// The beginning and the end of ``second``.
    private var before: Moment?
    private var after: Moment?

    init(map: RoadMap, noise: Metres, seed: UInt64) {
        source = RandomDrives(map: map, seed: seed)
        source.noise = noise
        random = SplitMix64(seed: seed &+ 77)
    }

    /// Whether the car has been carried to another place in this second.
    var isCarried: Bool { after?.isCarried ?? false }

    /// Drives on to a moment. Moments never go back.
    mutating func drive(to time: MonotonicTime) throws(MapError) {
        while second < time.nanoseconds / 1_000_000_000 {
            before = after
            after = try nextMoment()
            second += 1
            // The first second begins with its beginning.
            if before == nil { before = after }
        }
    }

    /// What its receiver measures; `nil` on a map without a drive.
    func fix(at time: MonotonicTime) -> Fix? {
        guard let before, let after else { return nil }
        guard !after.isCarried else { return before.fix }
        var fix = before.fix
        let share = share(of: (time - .zero).seconds)
        let frame = LocalFrame(around: fix.place)
        fix.place = frame.unproject(frame.project(after.fix.place) * share) ?? fix.place
        return fix
    }

    /// The true motion at a time, seconds; for a while ago that of the beginning of the second.
    func motion(at seconds: Double) -> TrueMotion? {
        guard let before, let after else { return nil }
        let share = share(of: seconds)
        let speeds = [before, after].map { $0.fix.speed?.value ?? 0 }
        var turn = 0.0
        if !after.isCarried, let from = before.fix.course, let to = after.fix.course {
            turn = to.turn(from: from).value
        }
        return TrueMotion(
            speed: speeds[0] + share * (speeds[1] - speeds[0]), yawRate: turn,
            distance: before.distance + share * (after.distance - before.distance))
    }

    private func share(of seconds: Double) -> Double { min(max(seconds - Double(second), 0), 1) }

    private mutating func nextMoment() throws(MapError) -> Moment? {
        guard let (fix, isCarried) = try nextFix() else { return nil }
        guard let after else { return Moment(fix: fix) }
        let speeds = (after.fix.speed?.value ?? 0) + (fix.speed?.value ?? 0)
        return Moment(fix: fix, distance: after.distance + speeds / 2, isCarried: isCarried)
    }

    private mutating func nextFix() throws(MapError) -> (fix: Fix, isCarried: Bool)? {
        if standing > 0, var fix = after?.fix {
            standing -= 1
            fix.speed = .zero
            fix.course = nil
            return (fix, false)
        }
        var isCarried = false
        while fixes.isEmpty {
            let goesOn = Int.random(in: 0..<6, using: &random) > 0
            var drive = try source.next(atLeast: Metres(500), goesOn: goesOn)
            isCarried = !goesOn || drive == nil
            if drive == nil { drive = try source.next(atLeast: Metres(500)) }
            guard let drive else { return nil }
            fixes = drive.fixes[...]
            standing = after == nil ? 0 : Int.random(in: 5...300, using: &random)
        }
        // It stands where it has arrived before it drives on.
        if standing > 0, !isCarried { return try nextFix() }
        return (fixes.removeFirst(), isCarried)
    }
}
