import ADASISv2
import Engine
import Geodesy
import HorizonProvider
import MapSketch
import Positioning
import ProtocolChecker
import Quantities
import RandomNumbers
import RoadMap
import Routing
import Testing

/// Where the car may be at several places, POSITION tells each with its own probability.
@Suite struct CandidateTests {
    private static func crossing() throws -> MapSketch {
        try MapSketch(
            """
                      E
                      |
                      |
            A---------B---------C
                      |
                      |
                      D
            """, gridMetres: 20,
            roads: [
                .init("AB", class: 3), .init("BC", class: 3), .init("BD", class: 4),
                .init("BE", class: 4),
            ])
    }

    private static func drive(_ sketch: MapSketch) throws -> ReckonedDrive {
        try ReckonedDrive(sketch) {
            $0.provider.timing.positionCandidates = 4
            $0.provider.timing.candidateProbability = 0.02
        }
    }

    /// The POSITIONs of each moment: that of the best place, and those of the others after it.
    private func moments(_ drive: ReckonedDrive) -> [[PositionMessage]] {
        var moments: [[PositionMessage]] = []
        for position in drive.positions {
            if position.positionIndex.raw == 0 { moments.append([]) }
            moments[moments.count - 1].append(position)
        }
        return moments
    }

    private func check(_ moment: [PositionMessage]) throws {
        guard moment.count > 1 else { return }
        let sum = moment.reduce(0) { $0 + Int($1.positionProbability.raw) }
        #expect(sum <= 30, "\(moment)")
        for (index, one) in moment.enumerated() {
            for other in moment[..<index] where other.pathIndex == one.pathIndex {
                let apart = try #require(one.offset.metres) - #require(other.offset.metres)
                #expect(abs(apart) >= 25, "\(moment)")
            }
        }
    }

    @Test func theRoadsOfAJunctionCountOnceEach() throws {
        var drive = try Self.drive(Self.crossing())
        // Just before the junction, on a way that leads as well into one road as into the other.
        try drive.fix(east: 194, south: 1, speed: 5, course: 125)
        try drive.pass(10)
        try drive.fix(east: 198, south: 4, speed: 5, course: 135)
        try drive.pass(10)
        let moments = moments(drive)
        #expect(moments.contains { $0.count > 1 })
        for moment in moments { try check(moment) }
    }

    /// The road behind the car is once more in the tree, where that has come around the block.
    @Test func theRoadBehindIsNoOtherPlace() throws {
        let sketch = try MapSketch(
            """
            A-------B-------C
            |               |
            D---------------E
            """, gridMetres: 20,
            roads: [.init("AB"), .init("BC"), .init("CE"), .init("ED"), .init("DA")])
        var drive = try Self.drive(sketch)
        try drive.fix(east: 161, speed: 10)
        try drive.pass(1)
        let moment = try #require(moments(drive).last)
        #expect(moment.count == 1, "\(moment)")
        #expect(moment[0].positionProbability.raw >= 28, "\(moment)")
    }

    /// The first fix beyond a gap lies between two side roads, and none of it on the road that is told: one
    /// of them is believed once the next fix shows it as well.
    @Test func aTurnThatIsNotSureLeavesTheRoadThatIsReportedAProbability() throws {
        let sketch = try MapSketch(
            """
            A-------------------B-C---------------D
                                | |
                                | |
                                | |
                                | |
                                | |
                                | |
                                E F
            """, gridMetres: 12,
            roads: [
                .init("ABCD", class: 3), .init("BE", class: 4, name: "E"),
                .init("CF", class: 4, name: "F"),
            ])
        var least = 30
        for east in stride(from: 252.0, through: 264, by: 1) {
            var drive = try Self.drive(sketch)
            try drive.drive(from: 120, speed: 12, seconds: 9)
            try drive.pass(20)
            try drive.fix(east: east, south: 28, speed: 12, course: 180)
            try drive.pass(3)
            let moment = try #require(moments(drive).last)
            let own = Int(moment[0].positionProbability.raw)
            #expect(own > 0, "\(east) m: \(moment)")
            least = min(least, own)
            try check(moment)
        }
        #expect(least == 1)
    }

    /// Of a fix that says that it is inexact a side road is a place of its own, as of an exact one.
    @Test(arguments: [15.0, 25, 35]) func aSideRoadIsAnotherPlace(accuracy: Double) throws {
        var drive = try Self.drive(Self.crossing())
        for second in 0..<12 {
            try drive.fix(east: 100 + 8 * Double(second), speed: 8, accuracy: accuracy)
            try drive.pass(10)
        }
        for step in 1...8 {
            let aside = 5 * Double(step)
            try drive.fix(
                east: 193 + aside, south: aside, speed: 8, course: 135, accuracy: accuracy)
            try drive.pass(10)
        }
        // As long as it may be on either.
        let aside = moments(drive).suffix(80).prefix(70).map(\.count)
        #expect(aside.allSatisfy { $0 > 1 }, "\(aside)")
        for moment in moments(drive) { try check(moment) }
    }

    /// Where the map cannot be read, the tree stays behind the fixes.
    @Test func nothingAddsUpToMoreWhereTheMapFails() throws {
        var (told, errors) = (0, 0)
        for seed in 1...4 as ClosedRange<UInt64> {
            var roads = try RandomRoads(seed: seed, size: 40)
            let disk = FailingDisk(roads.file, seed: seed)
            let map = try RoadMap(source: disk, cacheBytes: 1 << 10)
            disk.fails = true
            var parameters = EngineParameters()
            parameters.provider.timing.positionCandidates = 4
            parameters.provider.timing.candidateProbability = 0.02
            parameters.candidateTrees = 3
            var engine = Engine(map: map, parameters: parameters)
            var observer = HorizonObserver()
            observer.start()
            var random = SplitMix64(seed: seed)
            for half in 0..<240 {
                let now = MonotonicTime.zero + .milliseconds(Int64(half) * 500)
                func take(_ event: EngineEvent) {
                    do { try engine.ingest(event, at: now) } catch { errors += 1 }
                }
                if half.isMultiple(of: 2) {
                    let place = try coordinate(of: roads.drive(35), on: roads.map)
                    let error = PlanarVector(
                        x: Double.random(in: -15...15, using: &random),
                        y: Double.random(in: -15...15, using: &random))
                    let seen = try #require(LocalFrame(around: place).unproject(error))
                    take(.position(.fix(Fix(time: nil, place: seen))))
                }
                take(.tick)
                observer.observe(engine, at: now)
                guard case .position(let position) = observer.events.last,
                    let own = position.probability
                else { continue }
                let sum = position.candidates.reduce(own) { $0 + $1.probability }
                #expect(sum <= 1.000001, "seed \(seed), \(half) half seconds")
                told += position.candidates.isEmpty ? 0 : 1
            }
        }
        #expect(told > 50 && errors > 20, "\(told) moments, \(errors) errors")
    }

    private func coordinate(of place: LinkPlace, on map: RoadMap) throws -> Coordinate {
        let link = try map.link(place.link.link)
        var shape = Shape()
        try map.appendShape(of: link, to: &shape)
        let isForward = place.link.direction == .forward
        return shape.place(at: isForward ? place.offset : link.length.metres - place.offset)
    }

    @Test func noMomentOfDrivesAroundBlocksAddsUpToMore() throws {
        let sketch = try MapSketch(
            """
            A---B---C---D
            |   |   |   |
            E---F---G---H
            |   |   |   |
            I---J---K---L
            """, gridMetres: 20,
            roads: [
                .init("ABCD", class: 4), .init("EFGH", class: 3), .init("IJKL", class: 4),
                .init("AEI", class: 4), .init("BFJ", class: 3), .init("CGK", class: 4),
                .init("DHL", class: 4),
            ])
        var told = 0
        for seed in 1...6 as ClosedRange<UInt64> {
            let drive = try wander(sketch, seed: seed)
            #expect(drive.checker.violations.isEmpty, "seed \(seed)")
            let moments = moments(drive)
            for moment in moments { try check(moment) }
            told += moments.count { $0.count > 1 }
        }
        #expect(told >= 40)
    }

    /// A minute through streets 80 m and 40 m apart, by any of the roads at each junction.
    private func wander(_ sketch: MapSketch, seed: UInt64) throws -> ReckonedDrive {
        var drive = try Self.drive(sketch)
        var random = SplitMix64(seed: seed)
        var (east, south, heading) = (0.0, 0.0, 90.0)
        for _ in 0..<60 {
            func noise() -> Double { Double.random(in: -10...10, using: &random) }
            try drive.fix(
                east: east + noise(), south: south + noise(), speed: 8, course: heading + noise())
            try drive.pass(10)
            // At each junction it goes on by one of the roads there.
            if east.remainder(dividingBy: 80) == 0, south.remainder(dividingBy: 40) == 0 {
                let ways = [0.0, 90, 180, 270].filter { way in
                    (way != 0 || south > 0) && (way != 180 || south < 80)
                        && (way != 270 || east > 0) && (way != 90 || east < 240)
                        && abs((way - heading).remainder(dividingBy: 360)) < 170
                }
                heading = ways.randomElement(using: &random) ?? heading
            }
            switch heading {
            case 0: south -= 8
            case 90: east += 8
            case 180: south += 8
            default: east -= 8
            }
        }
        return drive
    }
}

/// A disk of which seven reads in ten fail.
private final class FailingDisk: BlockSource {
    private let file: MemoryBlockSource
    private var random: SplitMix64
    var fails = false

    init(_ bytes: [UInt8], seed: UInt64) {
        file = MemoryBlockSource(bytes)
        random = SplitMix64(seed: seed)
    }

    var length: UInt64 { file.length }

    func read(at offset: UInt64, into buffer: inout [UInt8], count: Int) throws(MapError) {
        if fails, Int.random(in: 0..<10, using: &random) < 7 {
            throw .cannotRead(offset: offset, reason: "it is a test")
        }
        try file.read(at: offset, into: &buffer, count: count)
    }
}
