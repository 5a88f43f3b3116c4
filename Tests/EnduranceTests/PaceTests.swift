import CANFrames
import ADASISv2
import Engine
import Horizon
import HorizonProvider
import MapSketch
import Positioning
import ProtocolTrials
import Quantities
import Testing

/// The budget in each second that one may look at, and what is made of it.
@Suite struct PaceTests {
    @Test(arguments: [1.5, 2, 5, 10], [1, 4, 16, nil])
    func theBudgetHoldsAndIsUsed(percent: Double, package: Int?) throws {
        for isExtended in [false, true] {
            let roads = try RandomRoads(seed: 3)
            var parameters = EnduranceTests.parameters {
                $0.pace.busLoadPercent = percent
                $0.pace.packageSize = package
            }
            // The tree of the first horizon stays as it is while it is sent.
            parameters.horizon.expectsDestinations = false
            if isExtended {
                for (number, kind) in MessageKind.standard.enumerated() {
                    let identifier = try #require(
                        CANIdentifier(extended: 0x18FF_0000 + UInt32(number)))
                    parameters.provider.layout.setIdentifier(identifier, of: kind)
                }
            }
            // With 29 bits POSITION alone takes what 1.5 % has.
            if Double(parameters.provider.bitsSetAside) > percent * 5000 - 1600 { continue }
            var source = RandomDrives(map: roads.map, seed: 3)
            let (_, fixes) = try #require(try source.next(atLeast: Metres(1500)))
            var drive = WatchedDrive(map: roads.map, parameters: parameters)
            var time = MonotonicTime.zero
            var next = 0
            for second in 0..<60 where next < fixes.count {
                // It stands until the first horizon is out.
                var fix = fixes[next]
                if second <= 20 { fix.speed = .zero }
                drive.take(.position(.fix(fix)), at: time)
                time = time + .milliseconds(1000)
                if drive.engine.tree.mainPath == nil || second > 20 { next += 1 }
            }
            drive.finish(at: time)
            let budget = percent * 5000
            #expect(Double(drive.load.mostBits) <= budget)
            let first = try #require(drive.firstComplete)
            // Of budget and packages the smaller holds: in frames of 135 bits at least; where none is set
            // they have room for the budget. The tree may come right behind a package, whose interval is
            // 20 ms.
            let rate = package.map { min(budget, Double($0 * 135) / 0.02) } ?? budget
            #expect(first.duration.seconds <= 1.05 * Double(first.bits) / rate + 0.02)
            EnduranceTests.expectClean(drive)
        }
    }
}
