import ADASISv2
import ArgumentParser
import CAllocations
import Console
import Engine
import FaultTrials
import HorizonProvider
import Quantities
import RoadMap

/// Years of driving with faults.
struct YearsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "years",
        abstract:
            "Drives hour after hour in virtual time while everything around the daemon fails.",
        discussion: """
            Each hour follows from its seed. An hour in which the daemon does what it must not do is driven again \
            with fewer faults, until none can be left out, and printed.
            """)

    @Option(help: "The map.") var map: String
    @Option(help: "A map that arrives now and then in place of it.") var otherMap: String?
    @Option(help: "The number of hours.") var hours = 10
    @Option(help: "The seed of the first hour; the next ones follow.") var seed: UInt64 = 1
    @Option(help: "The duration of an hour, s.") var seconds = 3600
    @Option(help: "The preset of the messages that are sent.") var mask = "default"
    @Option(help: "A client has the whole main path so long after a return of the bus, s.")
    var completeWithin = 4.0
    @Option(help: "End after this number of hours with a breach.") var most = 3
    @Flag(inversion: .prefixedNo, help: "Look for the shortest history of an hour with a breach.")
    var shrinking = true

    func run() throws {
        guard MessagePreset(rawValue: mask) != nil else {
            throw ValidationError("--mask \(mask): no preset of this name")
        }
        var line = Measurement()
        var frames = 0
        var broken = 0
        var driven = 0
        var starts = 0
        var completions: [Double] = []
        for hour in 0..<UInt64(hours) {
            let plan = FaultPlan(seed: seed &+ hour, duration: .seconds(Double(seconds)))
            let result = try drive(plan)
            driven += 1
            starts += result.starts
            frames += result.frames
            completions += result.completions.map(\.seconds)
            guard let first = result.breaches.first else { continue }
            broken += 1
            Program.say("years: seed \(plan.seed): \(first), \(result.breaches.count) breaches")
            guard shrinking else {
                if broken >= most { break }
                continue
            }
            // What comes after the breach cannot be its cause.
            let short = try shortest(plan.with(plan.faults.filter { $0.start <= first.time })) {
                try drive($0).breaches.contains { $0.rule == first.rule }
            }
            Program.say("years: \(plan.traits)")
            Program.say("years: \(plan.car)")
            for fault in short.faults { Program.say("years:   \(fault)") }
            for breach in try drive(short).breaches.prefix(5) { Program.say("years:   \(breach)") }
            if broken >= most { break }
        }
        completions.sort()
        line.add("hours", Double(driven) * Double(seconds) / 3600)
        line.add("broken", broken)
        line.add("frames", frames)
        line.add("starts", starts)
        line.add("returns", completions.count)
        if let longest = completions.last {
            line.add("median", completions[completions.count / 2])
            line.add("p99", completions[completions.count * 99 / 100])
            line.add("longest", longest)
        }
        line.print()
        if broken > 0 { throw ExitCode.failure }
    }

    private func drive(_ plan: FaultPlan) throws -> SimulationResult {
        var settings = SimulationSettings()
        if let preset = MessagePreset(rawValue: mask) { settings.preset = preset }
        settings.completeWithin = .seconds(completeWithin)
        settings.memory = { Int(allocated_bytes()) }
        return try SimulatedRun.result(
            of: plan, map: FileBlockSource(path: map),
            other: otherMap.map { try FileBlockSource(path: $0) }, settings: settings)
    }
}
