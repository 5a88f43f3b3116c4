import FaultTrials
import MapSketch
import Quantities
import RoadMap
import Testing

/// The short version of what tools/check years does for thousands of hours and on real maps.
@Suite struct FaultyDriveTests {
    private static func result(_ plan: FaultPlan, roads seed: UInt64 = 1) throws -> SimulationResult
    {
        try SimulatedRun.result(
            of: plan, map: MemoryBlockSource(RandomRoads(seed: seed).file),
            other: MemoryBlockSource(RandomRoads(seed: seed + 1).file))
    }

    private static func expectNoBreach(_ plan: FaultPlan, _ result: SimulationResult) {
        for breach in result.breaches.prefix(3) {
            Issue.record("seed \(plan.seed), \(plan.traits), \(plan.faults): \(breach)")
        }
    }

    /// Twenty minutes with a fault a minute, on interfaces of all kinds.
    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func nothingSilencesTheDaemon(seed: UInt64) throws {
        let plan = FaultPlan(seed: seed, duration: .seconds(1200))
        let result = try Self.result(plan, roads: seed)
        #expect(result.frames > 10_000)
        Self.expectNoBreach(plan, result)
    }

    /// A single fault of 5 s, on four kinds of interfaces.
    @Test(arguments: Fault.allCases)
    func oneFaultAlone(fault: Fault) throws {
        for seed in 21...24 as ClosedRange<UInt64> {
            let start = MonotonicTime.zero + .seconds(30)
            let plan = FaultPlan(seed: seed, duration: .seconds(60))
                .with([PlannedFault(fault, from: start, to: start + .seconds(5))])
            Self.expectNoBreach(plan, try Self.result(plan))
        }
    }

    @Test func theSameSeedGivesTheSameDrive() throws {
        let plan = FaultPlan(seed: 5, duration: .seconds(300))
        let first = try Self.result(plan)
        let second = try Self.result(plan)
        #expect(first.frames == second.frames && first.completions == second.completions)
    }

    /// Of forty faults only two matter, and only together.
    @Test func aPlanIsShrunkToWhatMatters() {
        let plan = FaultPlan(seed: 9)
        #expect(plan.faults.count > 10)
        let wanted = [plan.faults[2], plan.faults[plan.faults.count - 1]]
        var tries = 0
        let short = shortest(plan) { plan in
            tries += 1
            return wanted.allSatisfy(plan.faults.contains)
        }
        #expect(short.faults == wanted)
        #expect(tries < 200)
    }
}
