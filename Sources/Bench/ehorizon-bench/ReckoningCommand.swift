import ArgumentParser
import Configuration
import Engine
import Horizon
import Positioning
import Quantities
import RandomNumbers
import RoadMap
import Simulation

/// Dead reckoning on a recorded drive of which fixes are taken away.
struct ReckoningCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reckoning",
        abstract: "Drives with holes in the fixes and looks where the car is at the end of each.",
        discussion: """
            One line of JSON a hole: error_m is how much further along the road the car is reckoned to \
            be than it was, deviation_m what the engine says of that. The truth is the way along the \
            roads with every fix and ten seconds of hindsight. The place is reckoned however little is \
            known of it.
            """)

    @Option(help: "The map.") var map: String
    @Option(help: "The drive.") var input: String
    @Option(help: "How long the holes are, s.") var seconds = 60
    @Option(help: "How long fixes come between them, s.") var between = 90
    @Option(help: "The seed of where they are, and of the noise of the speed.") var seed: UInt64 = 1
    @Flag(help: "The car says its speed.") var speed = false
    @Flag(help: "The car says its yaw rate, by the courses of the fixes.") var yawRate = false
    @OptionGroup var errors: SignalErrors
    @OptionGroup var flags: MessageFlags

    func run() throws {
        guard let loaded = try flags.load() else { return }
        var parameters = loaded.settings.engineParameters
        parameters.reckoning.longestError = Metres(.infinity)
        parameters.reckoning.leastProbability = 0
        let roads = try RoadMap(source: FileBlockSource(path: map))
        let fixes = try RecordedFixes.read(input)
        var random = SplitMix64(seed: seed)
        var car = errors.signals(of: fixes, on: try TrueWay(of: fixes, on: roads), &random)
        car.saysSpeed = speed
        car.saysYawRate = yawRate
        var trial = ReckoningTrial(
            engine: Engine(map: roads, parameters: parameters), car: car, random: random)
        try trial.drive(holes: .seconds(Double(seconds)), between: .seconds(Double(between)))
    }
}

/// One drive with holes.
struct ReckoningTrial {
    private var engine: Engine
    /// The drive, its true way and what the car says on it.
    private var car: TrueSignals
    private var random: SplitMix64
    private var tick: MonotonicTime

    init(engine: Engine, car: TrueSignals, random: SplitMix64) {
        self.engine = engine
        self.car = car
        self.random = random
        tick = car.times.first ?? .zero
    }

    private var fixes: [(fix: Fix, arrival: MonotonicTime)] { car.fixes }
    private var times: [MonotonicTime] { car.times }
    private var way: TrueWay { car.way }

    /// Drives with holes of that length, each after fixes for at least `between`.
    mutating func drive(holes: Nanoseconds, between: Nanoseconds) throws {
        var begin = nextHole(after: times.first ?? .zero, between)
        var index = 0
        while index < fixes.count {
            try advance(to: index)
            try engine.ingest(.position(.fix(fixes[index].fix)), at: times[index])
            guard times[index] >= begin, let end = end(of: holes, after: index) else {
                index += 1
                continue
            }
            let start = startAlong(index)
            for missing in index + 1...end { try advance(to: missing) }
            try engine.ingest(.tick, at: times[end])
            if let start { report(from: index, at: start, to: end) }
            begin = nextHole(after: times[end], between)
            index = end
        }
    }

    private mutating func nextHole(
        after time: MonotonicTime, _ between: Nanoseconds
    ) -> MonotonicTime {
        time + between + .milliseconds(Int64(random.next() % 30) * 1000)
    }

    /// The fix at which a hole after another one ends; `nil` where the true way is not known so far, or
    /// fixes are missing anyway.
    private func end(of hole: Nanoseconds, after start: Int) -> Int? {
        guard let first = way.steps[start] else { return nil }
        for index in start + 1..<max(fixes.count, start + 1) {
            guard way.steps[index]?.stretch == first.stretch,
                times[index] - times[index - 1] <= .seconds(3)
            else { return nil }
            if times[index] - times[start] >= hole { return index }
        }
        return nil
    }

    /// Where the fix before a hole lies on the line that the engine reckons on; `nil` where the engine
    /// has another road.
    private func startAlong(_ index: Int) -> Metres? {
        way.steps[index].flatMap { engine.along($0.place) }
    }

    /// Ticks and the car's own speed up to a fix.
    private mutating func advance(to index: Int) throws {
        while tick < times[index] {
            if let motion = car.motion(at: tick, upTo: index) {
                try engine.ingest(.vehicle(motion), at: tick)
            }
            try engine.ingest(.tick, at: tick)
            tick = tick + .milliseconds(100)
        }
    }

    private func report(from start: Int, at startAlong: Metres, to end: Int) {
        guard let first = way.steps[start], let last = way.steps[end],
            let along = engine.reckoning.along
        else { return }
        let driven = last.along - first.along
        var line = Measurement()
        line.add("start_s", (times[start] - times[0]).seconds)
        line.add("driven_m", driven)
        line.add("error_m", (along - startAlong).value - driven)
        line.add("deviation_m", engine.reckoning.deviation.value)
        line.add("scale", engine.reckoning.scale.value)
        let isOnPath = engine.tree.locate(last.place)?.path == engine.tree.mainPath?.id
        line.add("on_path", isOnPath ? 1 : 0)
        line.print()
    }
}
