import Foundation
import Horizon
import HorizonProvider
import HorizonReconstructor
import MapSketch
import RandomNumbers
import Testing

/// Provider, bus and client on random roads with random configurations; what a client holds is compared
/// with the map and the path tree, and not by way of the provider's code.
///
/// A failure prints seed and step; `EHORIZON_DRIVE_SEED=7` runs that seed alone, and with
/// `EHORIZON_DRIVE_STEP=512` nothing is compared before that step and the drive ends with it.
@Suite("A client of the provider's frames") struct ReconstructionTests {
    private static func number(_ name: String) -> Double? {
        ProcessInfo.processInfo.environment[name].flatMap(Double.init)
    }

    /// How far is driven in all; `EHORIZON_DRIVE_KM` makes it more.
    static let kilometres = number("EHORIZON_DRIVE_KM") ?? 200
    private static let onlySeed = number("EHORIZON_DRIVE_SEED").map { UInt64($0) }
    private static let onlyStep = number("EHORIZON_DRIVE_STEP").map { Int($0) }
    /// Each of them has roads and a configuration of its own, and drives as far as the others.
    static let seeds: [UInt64] =
        onlySeed.map { [$0] } ?? Array(1...UInt64(max(20, kilometres / 10)))
    private static let metresPerSeed = kilometres * 1000 / max(20, kilometres / 10)
    static let faultySeeds: [UInt64] = onlySeed.map { [$0] } ?? Array(1...12)

    /// One step in so many is compared as a whole, at random: comparing is the costly part.
    private static let share = 0.1

    @Test(
        "holds what the engine knows whenever nothing waits, and before that no untruth",
        arguments: ReconstructionTests.seeds)
    func theClientHoldsWhatTheEngineKnows(seed: UInt64) throws {
        var drive = try RandomDrive(seed: seed)
        var random = SplitMix64(seed: seed ^ 0xC0FFEE)
        var compared = 0
        var complete = 0
        while drive.driven < Self.metresPerSeed {
            try drive.step(drive.roads.number(in: 5...30))
            let isChosen = Double.random(in: 0..<1, using: &random) < Self.share
            guard Self.onlyStep.map({ drive.steps >= $0 }) ?? isChosen else { continue }
            compared += 1
            if drive.provider.isComplete { complete += 1 }
            guard report(try Self.problems(of: drive), in: drive), Self.onlyStep == nil else {
                return
            }
        }
        // A property that is never looked at holds always.
        guard Self.onlyStep == nil, drive.driven > 2000 else { return }
        #expect(
            complete > Int(drive.driven / 2000),
            "seed \(seed): \(complete) of \(compared) states were complete")
    }

    @Test(
        "has all within 300 m, and no untruth before, once faults have stopped",
        arguments: ReconstructionTests.faultySeeds)
    func afterFaultsTheHorizonIsCompleteWithin300Metres(seed: UInt64) throws {
        var drive = try RandomDrive(seed: seed, repeatsInTime: true)
        for _ in 0..<3 {
            guard try driveWithFaults(&drive) else { return }
            // Complete by then: the last steps of the 300 m say so, whichever of them has sent all.
            var last: [String]? = nil
            for metres in stride(from: 15, through: 300, by: 15) {
                try drive.step(15)
                guard report(HeldComparison.problems(of: drive), in: drive) else { return }
                if metres > 225, drive.provider.hasRepeatedAll {
                    last = try TreeComparison.problems(of: drive)
                }
            }
            guard report(last ?? ["the provider was never done"], in: drive) else { return }
        }
    }

    @Test(
        "has all within 30 s where the car stands, once faults have stopped",
        arguments: ReconstructionTests.faultySeeds)
    func afterFaultsTheHorizonIsCompleteWithin30Seconds(seed: UInt64) throws {
        var drive = try RandomDrive(seed: seed, repeatsInTime: true)
        for _ in 0..<3 {
            guard try driveWithFaults(&drive) else { return }
            for _ in 0..<30 {
                try drive.step(0)
                guard report(HeldComparison.problems(of: drive), in: drive) else { return }
            }
            let missing =
                drive.provider.hasRepeatedAll
                ? try TreeComparison.problems(of: drive) : ["the provider was never done"]
            guard report(missing, in: drive) else { return }
        }
    }

    /// Drives for a while with faults. A new client joins at some moment of it or at its end, or none.
    private func driveWithFaults(_ drive: inout RandomDrive) throws -> Bool {
        drive.bus.setFaults(true)
        let steps = Int(drive.roads.number(in: 20...60))
        let joins = Int(drive.roads.number(in: 0...80))
        for step in 0..<steps {
            if step == joins { drive.join() }
            let stands = drive.roads.number(in: 0...1) < 0.2
            try drive.step(stands ? 0 : drive.roads.number(in: 5...20))
            guard report(HeldComparison.problems(of: drive), in: drive) else { return false }
        }
        if joins >= 60 { drive.join() }
        drive.bus.setFaults(false)
        return true
    }

    private static func problems(of drive: RandomDrive) throws -> [String] {
        var problems = HeldComparison.problems(of: drive)
        if drive.provider.isComplete { problems += try TreeComparison.problems(of: drive) }
        return problems
    }

    /// Records problems with what it takes to see them again; `false` where there are any.
    private func report(_ problems: [String], in drive: RandomDrive) -> Bool {
        guard !problems.isEmpty else { return true }
        Issue.record(
            """
            EHORIZON_DRIVE_SEED=\(drive.seed) EHORIZON_DRIVE_STEP=\(drive.steps): \
            \(problems.count) problems, the first of them:
            \(problems.prefix(5).joined(separator: "\n"))
            """)
        return false
    }
}
