import ADASISv2
import Engine
import Geodesy
import Horizon
import HorizonProvider
import MapMatching
import MapSketch
import Positioning
import ProtocolChecker
import Quantities
import RandomNumbers
import RoadMap
import Routing
import Testing

/// A read of the map that fails leaves no half of anything: each read of a drive fails once.
@Suite struct FailingReadTests {
    /// Twenty seconds of a drive with everything on. Returns the numbers of reads and of errors, and the frames.
    private func drive(
        _ places: [Coordinate], _ file: [UInt8], failing number: Int?, broken: UInt64? = nil
    ) throws -> Outcome {
        let disk = CountingDisk(file)
        // Next to no cache, so that nearly all that is asked for is read.
        let map = try RoadMap(source: disk, cacheBytes: 1 << 10)
        disk.count = 0
        disk.failing = number
        disk.offsets = []
        disk.broken = broken
        // It shows where the car is by the parts that can be read.
        let other = CountingDisk(file)
        var matcher = MapMatcher(map: try RoadMap(source: other, cacheBytes: 1 << 10))
        other.broken = broken
        var outcome = Outcome()
        var parameters = EngineParameters()
        parameters.horizon.lookAhead = [40_000, 20_000, 10_000].map { Centimetres($0) }
        parameters.horizon.learnsTurns = true
        parameters.horizon.expectsDestinations = true
        parameters.horizon.showsIllegalExits = true
        parameters.horizon.showsUTurns = true
        parameters.provider.timing.positionCandidates = 4
        parameters.candidateTrees = 3
        var engine = Engine(map: map, parameters: parameters)
        var checker = ProtocolChecker(parameters: CheckerParameters())
        let layout = parameters.provider.layout
        for (second, place) in places.enumerated() {
            for tenth in 0..<10 {
                var now =
                    MonotonicTime.zero + .milliseconds(Int64(second) * 1000 + Int64(tenth) * 100)
                func take(_ event: EngineEvent) {
                    do { try engine.ingest(event, at: now) } catch { outcome.errors += 1 }
                }
                var isFound = false
                if tenth == 0 {
                    let time = UTCTime(nanoseconds: (1_767_254_400 + Int64(second)) * 1_000_000_000)
                    var fix = Fix(time: time, place: place)
                    fix.speed = MetresPerSecond(50)
                    take(.position(.fix(fix)))
                    if case .onRoad? = try? matcher.ingest(fix, at: now) { isFound = true }
                }
                // A closure has to be looked up then.
                if second == 9, tenth == 5 { map.emptyCaches() }
                if tenth == 5 { for event in events(after: second, of: engine) { take(event) } }
                take(.tick)
                if isFound {
                    outcome.found += 1
                    let isOnPath = engine.vehicle.place == .onPath && !engine.tree.paths.isEmpty
                    if !isOnPath { outcome.lost += 1 }
                }
                outcome.sides = max(outcome.sides, engine.tree.paths.count - 1)
                if second == 9, tenth == 4 { outcome.closing = disk.count }
                if second == 9, tenth == 5 { outcome.closed = disk.count }
                if second == 11, tenth == 9 {
                    outcome.leadsIntoClosed = engine.tree.mainPath?.links.dropFirst().contains {
                        engine.tree.restrictions.closes($0.link)
                    }
                }
                while let frame = engine.nextFrame(at: now) {
                    if let kind = engine.waitingKind { outcome.kinds[kind, default: 0] += 1 }
                    engine.frameWasSent(at: now)
                    checker.check(frame, at: now, layout: layout)
                    outcome.frames += 1
                    now = now + Nanoseconds(270_000)
                }
            }
        }
        outcome.violations = checker.violations.count
        (outcome.reads, outcome.offsets) = (disk.count, disk.offsets)
        return outcome
    }

    private struct Outcome {
        var (reads, errors, frames, violations) = (0, 0, 0, 0)
        /// How often a matcher found the car, and how often it was on no path all the same.
        var (found, lost) = (0, 0)
        /// The frames by message.
        var kinds: [MessageKind: Int] = [:]
        /// The most side paths.
        var sides = 0
        /// The reads before and after a road is closed.
        var (closing, closed) = (0, 0)
        /// Whether the main path leads into the closed road 2 s later.
        var leadsIntoClosed: Bool?
        /// The places of the reads in the file.
        var offsets: Set<UInt64> = []
    }

    /// The driver indicates turns, the road gets wet and dry, and after some seconds a route is set and a road on it
    /// is closed.
    private func events(after second: Int, of engine: Engine) -> [EngineEvent] {
        var signals = DriverSignals()
        signals.indicator = second % 2 == 0 ? .left : .right
        var events: [EngineEvent] = [.driver(signals), .surface(second % 2 == 0 ? .dry : .wet)]
        if second == 4, let main = engine.tree.mainPath {
            events.append(.route(main.links.map(\.link)))
        }
        if second == 9, let last = engine.tree.mainPath?.links.last?.link {
            events.append(
                .restrictions([
                    RoadRestriction(last, from: .zero, to: Centimetres(1_000_000), .closed)
                ]))
        }
        return events
    }

    /// Twenty places of a drive, a second apart.
    private func places(
        on roads: inout RandomRoads, step: Double = 250
    ) throws -> [Coordinate] {
        var places: [Coordinate] = []
        for _ in 0..<20 {
            let place = try roads.drive(step)
            let link = try roads.map.link(place.link.link)
            var shape = Shape()
            try roads.map.appendShape(of: link, to: &shape)
            let isForward = place.link.direction == .forward
            places.append(
                shape.place(at: isForward ? place.offset : link.length.metres - place.offset))
        }
        return places
    }

    @Test(arguments: [1, 3, 6] as [UInt64])
    func eachReadFailsOnce(seed: UInt64) throws {
        var roads = try RandomRoads(seed: seed, size: 40)
        let places = try places(on: &roads)
        let whole = try drive(places, roads.file, failing: nil)
        #expect(whole.errors == 0 && whole.violations == 0 && whole.reads >= 10, "\(whole)")
        var errors = 0
        for number in 0..<whole.reads {
            let one = try drive(places, roads.file, failing: number)
            errors += one.errors
            #expect(one.violations == 0, "read \(number)")
            #expect(one.frames > whole.frames / 2, "read \(number)")
        }
        #expect(errors >= 5)
    }

    /// A closure that cannot be applied at once, because a read fails, is applied soon after.
    @Test(arguments: [1, 6] as [UInt64])
    func aClosureIsTriedAgain(seed: UInt64) throws {
        var roads = try RandomRoads(seed: seed, size: 40)
        let places = try places(on: &roads, step: 30)
        let whole = try drive(places, roads.file, failing: nil)
        #expect(whole.leadsIntoClosed == false && whole.closing < whole.closed, "\(whole)")
        var errors = 0
        for number in whole.closing..<whole.closed {
            let one = try drive(places, roads.file, failing: number)
            errors += one.errors
            #expect(one.leadsIntoClosed == false, "read \(number): \(one)")
        }
        // Where another junction shows the closure all the same, there is no error.
        #expect(errors > 0)
    }

    /// A part of the map that can never be read takes the roads in it, and nothing of the roads around the car: wherever
    /// the matcher finds the car, it is on its path, and clients have a horizon.
    @Test(arguments: [1, 3, 6] as [UInt64])
    func aPartThatIsBrokenTakesOnlyItsRoads(seed: UInt64) throws {
        var roads = try RandomRoads(seed: seed, size: 40)
        let places = try places(on: &roads, step: 30)
        let whole = try drive(places, roads.file, failing: nil)
        let parts = whole.offsets.sorted()
        #expect(whole.errors == 0 && whole.found > 10 && whole.lost == 0, "\(whole)")
        var (partsAhead, found) = (0, 0)
        for part in parts {
            let one = try drive(places, roads.file, failing: nil, broken: part)
            #expect(one.violations == 0 && one.lost == 0, "at \(part): \(one)")
            found += one.found
            if one.found == whole.found, one.errors > 0 {
                partsAhead += 1
                #expect(one.sides > 0, "at \(part): \(one)")
                for kind in [MessageKind.stub, .segment] {
                    #expect(
                        one.kinds[kind, default: 0] > whole.kinds[kind, default: 0] / 2,
                        "at \(part): \(one)")
                }
            }
        }
        // Parts around the car, and parts ahead of it that it never came to.
        #expect(found < parts.count * whole.found && partsAhead > 0, "\(partsAhead) \(found)")
    }
}

/// A disk of which one read fails, or each read of one place.
private final class CountingDisk: BlockSource {
    private let file: MemoryBlockSource
    var count = 0
    var failing: Int?
    var broken: UInt64?
    var offsets: Set<UInt64> = []

    init(_ bytes: [UInt8]) { file = MemoryBlockSource(bytes) }

    var length: UInt64 { file.length }

    func read(at offset: UInt64, into buffer: inout [UInt8], count: Int) throws(MapError) {
        defer { self.count += 1 }
        offsets.insert(offset)
        if self.count == failing { throw .cannotRead(offset: offset, reason: "it is a test") }
        if offset == broken { throw .damaged(part: .block(0), offset: offset) }
        try file.read(at: offset, into: &buffer, count: count)
    }
}
