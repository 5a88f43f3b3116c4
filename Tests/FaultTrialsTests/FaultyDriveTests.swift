import FaultTrials
import MapSketch
import Quantities
import RandomNumbers
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

    /// An interface that flaps is down for no time now and then. A block much later loses nothing, so that nothing is
    /// announced again after it.
    @Test(arguments: 101...140 as ClosedRange<UInt64>)
    func aBlockAfterFlappingLosesNothing(seed: UInt64) throws {
        func moment(_ seconds: Double) -> MonotonicTime { .zero + .seconds(seconds) }
        let plan = FaultPlan(seed: seed, duration: .seconds(70))
            .with([
                PlannedFault(.flapping, from: moment(30), to: moment(32)),
                PlannedFault(.blocked, from: moment(60), to: moment(61)),
            ])
        Self.expectNoBreach(plan, try Self.result(plan))
    }

    /// The bus comes back with another bit rate while the horizon of the start is being sent. The frames of the second
    /// before took their time on the bus at the former bit rate: META-DATA and POSITION have room at once (found by the
    /// simulated years, seed 130002564 in Andorra).
    @Test(arguments: [300, 593, 990, 1500])
    func aBusThatComesBackWithAnotherBitRateIsAnnounced(milliseconds: Int64) throws {
        for seed in 201...216 as ClosedRange<UInt64> {
            let plan = FaultPlan(seed: seed, duration: .seconds(40))
            guard plan.traits.hasController else { continue }
            let start = MonotonicTime.zero + .seconds(31.7)
            let change = start + .milliseconds(milliseconds)
            let faults = [
                PlannedFault(.powerCut, from: .zero + .seconds(30), to: start),
                PlannedFault(.otherBitRate, from: change, to: change + .milliseconds(10)),
            ]
            Self.expectNoBreach(plan, try Self.result(plan.with(faults), roads: seed))
        }
    }

    /// It comes back with another bit rate again and again, also within the second after a change.
    @Test(arguments: 301...316 as ClosedRange<UInt64>)
    func aBusThatChangesItsBitRateAgainAndAgain(seed: UInt64) throws {
        let plan = FaultPlan(seed: seed, duration: .seconds(240))
        guard plan.traits.hasController else { return }
        var random = SplitMix64(seed: seed)
        var faults: [PlannedFault] = []
        var time = MonotonicTime.zero + .seconds(1)
        while time < .zero + plan.duration {
            let end = time + .seconds(Double.random(in: 0.01...0.2, using: &random))
            faults.append(PlannedFault(.otherBitRate, from: time, to: end))
            time = end + .seconds(Double.random(in: 0.1...3, using: &random))
        }
        Self.expectNoBreach(plan, try Self.result(plan.with(faults), roads: seed))
    }

    /// The machine is suspended, and its controllers have lost their settings when it is back: the driver does not know
    /// that, and reports a controller in order. The daemon sets up its own interface again.
    @Test func aControllerThatHasLostItsSettingsIsSetUpAgain() throws {
        let plans = (401...440 as ClosedRange<UInt64>)
            .map { FaultPlan(seed: $0, duration: .seconds(150)) }
            .filter { $0.traits.isOwned && $0.traits.hasController }
        #expect(plans.count > 5)
        for plan in plans {
            let start = MonotonicTime.zero + .seconds(90)
            let faults = [PlannedFault(.suspended, from: start, to: start + .seconds(25))]
            let result = try Self.result(plan.with(faults), roads: plan.seed)
            Self.expectNoBreach(plan, result)
            // The start, and the return.
            #expect(result.completions.count == 2)
        }
    }

    /// Power is cut every twenty seconds on average, whatever is being written: what the next run begins with is the
    /// place and the turns of a moment before, or none. The first POSITION of each start is on the bus in 0.1 s.
    @Test(arguments: 31...34 as ClosedRange<UInt64>)
    func powerIsCutAtAnyWrite(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var faults: [PlannedFault] = []
        var time = MonotonicTime.zero
        while time < .zero + .seconds(1200) {
            time = time + .seconds(Double.random(in: 1...40, using: &random))
            let ends: [Fault] = [.powerCut, .powerCut, .killed, .stopped]
            let end = ends.randomElement(using: &random) ?? .powerCut
            faults.append(PlannedFault(end, from: time, to: time + .seconds(1)))
            // A map of another place, now and then.
            if Int.random(in: 0..<5, using: &random) == 0 {
                let moment = time + .seconds(5)
                faults.append(PlannedFault(.newMap, from: moment, to: moment + .milliseconds(1)))
            }
            time = time + .seconds(1)
        }
        let plan = FaultPlan(seed: seed, duration: .seconds(1200))
            .with(faults.sorted { $0.start < $1.start })
        let result = try Self.result(plan, roads: seed)
        #expect(result.starts > 30)
        Self.expectNoBreach(plan, result)
    }

    /// The memory of the process grows by 4 MiB a minute.
    @Test func aRunThatGrowsIsNoticed() throws {
        var bytes = 0
        var settings = SimulationSettings()
        settings.memory = {
            bytes += 4 << 20
            return bytes
        }
        let result = try SimulatedRun.result(
            of: FaultPlan(seed: 1, duration: .seconds(1200)).with([]),
            map: MemoryBlockSource(RandomRoads(seed: 1).file), settings: settings)
        #expect(result.breaches.map(\.rule) == [.memory])
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
