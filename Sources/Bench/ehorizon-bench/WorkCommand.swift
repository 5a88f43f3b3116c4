import ArgumentParser
import CLibrary
import Geodesy
import Positioning
import ProtocolTrials
import Quantities
import RandomNumbers
import RoadMap

/// The longest update on maps that are made to take work.
struct WorkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "work",
        abstract: "Searches for the valid map with the longest update, or measures a real one.")

    @Option(help: "A map to drive on instead.") var map: String?
    @Option(help: "How far to drive on it, km.") var kilometres = 50.0
    @Option(help: "A map to measure, as the search prints it; repeated for --seconds.")
    var genes: String?
    @Option(help: "The seed.") var seed: UInt64 = 1
    @Option(help: "How long to search, processor time in seconds.") var seconds = 60.0
    @Flag(help: "Print each map that is worse than those before.") var verbose = false

    func run() throws {
        if let map { return try measure(map) }
        if let genes { return try measure(genes: genes) }
        try search()
    }

    private func measure(_ path: String) throws {
        let roads = try RoadMap(source: FileBlockSource(path: path))
        var source = RandomDrives(map: roads, seed: seed)
        var trial = WorkTrial()
        var driven = 0.0
        while driven < kilometres {
            guard let (length, fixes) = try source.next(atLeast: Metres(3000)) else {
                throw ValidationError("no drives on this map")
            }
            trial.drive(fixes, on: roads)
            driven += length.value / 1000
        }
        print(trial, Measurement())
    }

    /// Drives again and again on one map.
    private func measure(genes: String) throws {
        guard let map = HostileMap(genes), let (file, places) = try map.written() else {
            throw ValidationError("no such map, or a writer refuses it")
        }
        let roads = try RoadMap(source: MemoryBlockSource(file))
        var problems = 0
        MapVerification(of: roads).run { _ in
            problems += 1
            return false
        }
        let start = WorkTrial.processorTime()
        var times: [Double] = []
        var trial = WorkTrial()
        repeat {
            trial = longest(of: places, on: roads, map)
            times.append(trial.longest)
        } while WorkTrial.processorTime() - start < seconds * 1000
        var line = Measurement()
        line.add("refusedByVerification", problems)
        line.add("drives", times.count)
        line.add("least", times.min() ?? 0)
        print(trial, line)
    }

    /// Hill climbing with new beginnings. A map that its verification refuses counts apart: the daemon
    /// does not use it, and must get over it all the same until that is known.
    private func search() throws {
        var random = SplitMix64(seed: seed)
        let start = WorkTrial.processorTime()
        // With the default reach, and with a wider one.
        var worst: [(map: HostileMap, trial: WorkTrial)?] = [nil, nil]
        var refused: (map: HostileMap, trial: WorkTrial)?
        var current: (map: HostileMap, longest: Double)?
        var counts = (maps: 0, refused: 0, unwritten: 0, fruitless: 0)
        var slowest = 0.0
        while WorkTrial.processorTime() - start < seconds * 1000 {
            if counts.fruitless > 25 {
                current = nil
                counts.fruitless = 0
            }
            let map = current?.map.changed(&random) ?? HostileMap(&random)
            guard let (file, places) = try map.written() else {
                counts.unwritten += 1
                continue
            }
            counts.maps += 1
            let roads = try RoadMap(source: MemoryBlockSource(file))
            let begin = WorkTrial.processorTime()
            var isRefused = false
            MapVerification(of: roads).run { _ in
                isRefused = true
                return false
            }
            let verified = (WorkTrial.processorTime() - begin) / Double(file.count) * 1e6
            slowest = max(slowest, verified)
            // A second drive shows what is not chance.
            var trial = longest(of: places, on: roads, map)
            let again = longest(of: places, on: roads, map)
            if again.longest < trial.longest { trial = again }
            if isRefused {
                counts.refused += 1
                if trial.longest > refused?.trial.longest ?? 0 { refused = (map, trial) }
            } else if trial.longest > worst[map[.options]]?.trial.longest ?? 0 {
                worst[map[.options]] = (map, trial)
                if verbose {
                    Swift.print("\(trial.longest) ms \(trial.event): \(map)")
                    fflush(nil)
                }
            }
            let share = trial.longestOfShare
            if share > current?.longest ?? 0, !isRefused || current == nil {
                current = (map, isRefused ? share / 2 : share)
                counts.fruitless = 0
            } else {
                counts.fruitless += 1
            }
        }
        var line = Measurement()
        line.add("maps", counts.maps)
        line.add("refusedByVerification", counts.refused)
        line.add("refusedByWriter", counts.unwritten)
        line.add("verificationMillisecondsPerMegabyte", slowest)
        if let refused {
            line.add("worstRefused", "\(refused.map)")
            line.add("worstRefusedMilliseconds", refused.trial.longest)
        }
        if let wide = worst[1] {
            line.add("worstOfWideReach", "\(wide.map)")
            line.add("worstOfWideReachMilliseconds", wide.trial.longest)
            line.add("stepLimitOfWideReach", wide.trial.stepLimit)
        }
        guard let worst = worst[0] else { return line.print() }
        line.add("worst", "\(worst.map)")
        print(worst.trial, line)
    }

    private func longest(
        of places: [Coordinate], on roads: RoadMap, _ map: HostileMap
    ) -> WorkTrial {
        var trial = WorkTrial()
        trial.drive(
            places.enumerated().map { second, place in
                // A minute begins during the drive, and with it what holds at times.
                Fix(
                    time: UTCTime(nanoseconds: (1_767_254_392 + Int64(second)) * 1_000_000_000),
                    place: place, accuracy: Metres(5))
            }, on: roads, options: map[.options] == 1)
        return trial
    }

    private func print(_ trial: WorkTrial, _ line: Measurement) {
        var line = line
        line.add("updates", trial.updates)
        line.add("errors", trial.errors)
        line.add("steps", trial.steps)
        line.add("stepLimit", trial.stepLimit)
        line.add("event", trial.event)
        line.add("longestMilliseconds", trial.longest)
        line.print()
    }
}
