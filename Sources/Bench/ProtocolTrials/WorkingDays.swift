import ADASISv2
import Engine
import Horizon
import Positioning
public import Quantities
public import RoadMap
import Simulation

/// Days of a car that drives about, stands, loses its receiver in tunnels, is carried elsewhere by
/// ferries, and whose bus fails now and then; where it is expected to go may change at any time.
public struct WorkingDays {
    /// What happened, for the report.
    public private(set) var metres = 0.0
    /// How many drives there were.
    public private(set) var drives = 0
    /// How often the receiver lost its position.
    public private(set) var outages = 0
    /// How often the car was found elsewhere.
    public private(set) var jumps = 0
    /// How often the clients had lost everything.
    public private(set) var losses = 0
    /// How often another course was expected.
    public private(set) var courses = 0
    /// The time that has gone by.
    public private(set) var time = MonotonicTime.zero

    private var source: RandomDrives
    private let changesCourse: Bool

    /// Days on a map, with a receiver whose positions scatter by `noise` in each axis, and with courses that
    /// change or without any.
    public init(
        map: RoadMap, seed: UInt64, noise: Metres = Metres(3), changesCourse: Bool = false
    ) {
        source = RandomDrives(map: map, seed: seed)
        source.noise = noise
        self.changesCourse = changesCourse
    }

    /// Lets a car live so long. Each second is handed to `observe`.
    public mutating func run(
        _ drive: inout WatchedDrive, until end: MonotonicTime,
        observe: (WatchedDrive, MonotonicTime) -> Void = { _, _ in }
    ) throws(MapError) {
        while time < end {
            let jumps = Int.random(in: 0..<6, using: &source.random) == 0
            if jumps, drives > 0 { self.jumps += 1 }
            guard let next = try source.next(atLeast: Metres(500), goesOn: !jumps) else {
                // From a dead end of the map no road leads on.
                guard let other = try source.next(atLeast: Metres(500)) else { return }
                self.drive(other.fixes, &drive, until: end, observe)
                metres += other.length.value
                continue
            }
            self.drive(next.fixes, &drive, until: end, observe)
            metres += next.length.value
            guard let last = next.fixes.last else { continue }
            stand(last, &drive, until: end, observe)
        }
    }

    private mutating func drive(
        _ fixes: [Fix], _ drive: inout WatchedDrive, until end: MonotonicTime,
        _ observe: (WatchedDrive, MonotonicTime) -> Void
    ) {
        drives += 1
        // Receivers are not in step with the tick of POSITION.
        let phase = Nanoseconds.milliseconds(Int64.random(in: 0..<100, using: &source.random))
        var outage = 0
        for fix in fixes where time < end {
            drive.advance(to: time)
            observe(drive, time)
            if outage == 0, Int.random(in: 0..<300, using: &source.random) == 0 {
                outages += 1
                outage = Int.random(in: 1...40, using: &source.random)
            }
            if outage > 0 {
                outage -= 1
                drive.take(
                    .position(.noFix(NoFix(time: fix.time, reason: .void))), at: time + phase)
            } else {
                drive.take(.position(.fix(fix)), at: time + phase)
            }
            if Int.random(in: 0..<2000, using: &source.random) == 0 {
                losses += 1
                drive.take(.clientsLost, at: time + phase)
            }
            if Int.random(in: 0..<500, using: &source.random) == 0 {
                let kind = MessageKind.standard.randomElement(using: &source.random) ?? .stub
                let counter = CyclicCounter(raw: UInt8.random(in: 0...3, using: &source.random))
                drive.take(.request(kind, counter), at: time + phase)
            }
            if changesCourse, Int.random(in: 0..<15, using: &source.random) == 0 {
                courses += 1
                let links = course(in: drive.engine.tree)
                // Every second one is a calculated route.
                drive.take(courses % 2 == 0 ? .route(links) : .course(links), at: time + phase)
            }
            time = time + .milliseconds(1000)
        }
    }

    /// A course into one of the side paths ahead, whether the car will take it or not; now and then
    /// none, and where there is no side path.
    private mutating func course(in tree: PathTree) -> [DirectedLink] {
        let sides = tree.paths.filter { $0.branch != nil && $0.startDistance > .zero }
        guard Int.random(in: 0..<4, using: &source.random) > 0,
            var path = sides.randomElement(using: &source.random)
        else { return [] }
        var links = path.links.map(\.link)
        while let branch = path.branch, let parent = tree.path(branch.parent) {
            links = parent.links.prefix { $0.start < branch.offset }.map(\.link) + links
            path = parent
        }
        return links
    }

    private mutating func stand(
        _ last: Fix, _ drive: inout WatchedDrive, until end: MonotonicTime,
        _ observe: (WatchedDrive, MonotonicTime) -> Void
    ) {
        // The engine goes off in a garage, now and then: then there is no fix at all.
        let isInGarage = Int.random(in: 0..<4, using: &source.random) == 0
        var fix = last
        fix.speed = .zero
        fix.course = nil
        for _ in 0..<Int.random(in: 5...600, using: &source.random) where time < end {
            drive.advance(to: time)
            observe(drive, time)
            if isInGarage {
                drive.take(.position(.noFix(NoFix(time: nil, reason: .void))), at: time)
            } else {
                drive.take(.position(.fix(fix)), at: time)
            }
            time = time + .milliseconds(1000)
        }
    }
}
