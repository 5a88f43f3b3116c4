import ADASISv2
import Engine
import HorizonProvider
import MapSketch
import ProtocolChecker
import Quantities
import RoadMap
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
            let moments = try moments(wander(sketch, seed: seed))
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
