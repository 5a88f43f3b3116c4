import ArgumentParser
import Horizon
import Positioning
import ProtocolTrials
import Quantities
import RoadMap

/// How long an update of the horizon takes, from the fix to the events for observers.
struct UpdatesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "updates",
        abstract: "Drives and measures updates of the tree: processor time, memory asked for.")

    @Option(help: "The map.") var map: String
    @Option(help: "The seed.") var seed: UInt64 = 1
    @Option(help: "How far to drive before anything is counted, km.") var warmUp = 50.0
    @Option(help: "How far to drive then at least, km.") var kilometres = 100.0
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "How far the tree reaches, m: the main path, its side paths, theirs."))
    var lookAhead: [Double] = [8000, 500]
    @Flag(help: "Measure that of side paths from where they leave.") var fromBranch = false
    @Flag(help: "Have illegal exits in the tree.") var illegalExits = false
    @Flag(help: "Include U-turns in the tree.") var uTurns = false

    @Flag(help: "Have the car say its speed, its heading and that it signals no turn.") var driver =
        false
    @Flag(inversion: .prefixedNo, help: "Look for where the driver may be going.")
    var destinations = true
    @Flag(help: "Learn turns.") var learning = false
    @Option(help: "Points that are objects of the host, spread over the map.") var objects = 0

    func run() throws {
        // All of the map in memory: the cache asks for memory for a part that it never had.
        let roads = try RoadMap(source: FileBlockSource(path: map), cacheBytes: 64 << 20)
        var source = RandomDrives(map: roads, seed: seed)
        var horizon = HorizonParameters()
        horizon.lookAhead = lookAhead.compactMap { Centimetres(rounding: Metres($0)) }
        horizon.lookAheadOrigin = fromBranch ? .branch : .vehicle
        horizon.showsIllegalExits = illegalExits
        horizon.showsUTurns = uTurns
        horizon.expectsDestinations = destinations
        horizon.learnsTurns = learning
        let isRight = horizon.lookAhead.allSatisfy { $0 > .zero }
        guard isRight, horizon.lookAhead.count == lookAhead.count else {
            throw ValidationError("--look-ahead: metres, more than 0")
        }
        var trial = try UpdateTrial(
            map: roads, horizon: horizon, objects: objects, saysDriver: driver)
        for (isCounted, way) in [(false, warmUp), (true, kilometres)] {
            // A car that is driven slowly has a fix a second on every metre.
            if isCounted { trial.forgetCounts(expecting: Int(way * 1000)) }
            var driven = 0.0
            while driven < way {
                guard
                    let (length, fixes) = try source.next(atLeast: Metres(3000), goesOn: driven > 0)
                else { throw ValidationError("no drives on this map") }
                for fix in fixes { try trial.take(fix) }
                driven += length.value / 1000
            }
        }
        print(trial)
    }

    private func print(_ trial: UpdateTrial) {
        let updates = trial.totals.count
        var line = Measurement()
        line.add("lookAhead", lookAhead.map { "\(Int($0))" }.joined(separator: " "))
        line.add("updates", updates)
        line.add("paths", Double(trial.pathCount) / Double(updates))
        line.add("links", Double(trial.linkCount) / Double(updates))
        line.add("events", Double(trial.eventCount) / Double(updates))
        for (part, times) in zip(UpdateTrial.Part.allCases, trial.times) {
            line.add(times, as: part.rawValue)
        }
        line.add(trial.totals, as: "update")
        line.add(trial.looks, as: "look")
        line.add("steady", trial.steadyUpdates)
        line.add("steadyWithAllocation", trial.steadyAllocations)
        line.print()
    }
}

extension Measurement {
    /// Adds median, 99th percentile and longest of times in microseconds.
    fileprivate mutating func add(_ times: [Double], as name: String) {
        let sorted = times.sorted()
        guard let last = sorted.last else { return }
        add("\(name)P50", sorted[sorted.count / 2])
        add("\(name)P99", sorted[sorted.count * 99 / 100])
        add("\(name)Max", last)
    }
}
