import ArgumentParser
import Configuration
import Engine
import Horizon
import MapMatching
import Positioning
import Quantities
import RoadMap

/// The least probability of a turn off the main path at its first fix.
struct TurnsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "turns",
        abstract: "Drives a recorded drive with several values of turn_confirmation_probability.",
        discussion: """
            One line of JSON a value: fixes is how many there are whose true place is known, by every fix \
            and ten seconds of hindsight; right of them are those after which POSITION is on \
            the path that holds the true place, within 50 m of it; changes is how often the path was \
            another one than after the fix before; frames is what was sent.
            """)

    @Option(help: "The map.") var map: String
    @Option(help: "The drive.") var input: String
    @Option(help: "The least probability of a turn at its first fix; repeat it for several.")
    var sure: [Double] = [0.6]
    @OptionGroup var flags: MessageFlags

    func run() throws {
        guard let loaded = try flags.load() else { return }
        var parameters = loaded.settings.engineParameters
        let roads = try RoadMap(source: FileBlockSource(path: map))
        let fixes = try RecordedFixes.read(input)
        let way = try TrueWay(of: fixes, on: roads)
        for sure in sure {
            parameters.matching.answers.turnConfirmationProbability = sure
            var trial = TurnsTrial(engine: Engine(map: roads, parameters: parameters))
            for (index, fix) in fixes.enumerated() {
                try trial.drive(fix.fix, at: fix.arrival, truth: way.steps[index])
            }
            var line = Measurement()
            line.add("sure", sure)
            line.add("fixes", Double(trial.fixes))
            line.add("right", Double(trial.right))
            line.add("changes", Double(trial.changes))
            line.add("frames", Double(trial.frames))
            line.print()
        }
    }
}

/// One drive with one value.
private struct TurnsTrial {
    private(set) var fixes = 0
    private(set) var right = 0
    private(set) var changes = 0
    private(set) var frames = 0
    private var engine: Engine
    private var tick: MonotonicTime?
    private var path: PathID?

    /// The largest distance from the true position on the right path, metres.
    private static let tolerance = 50.0

    init(engine: Engine) { self.engine = engine }

    mutating func drive(
        _ fix: Fix, at time: MonotonicTime, truth: TrueWay.Step?
    ) throws(MapError) {
        var next = tick ?? time
        while next < time {
            try engine.ingest(.tick, at: next)
            while engine.nextFrame(at: next) != nil {
                engine.frameWasSent(at: next)
                frames += 1
            }
            next = next + .milliseconds(100)
        }
        tick = next
        try engine.ingest(.position(.fix(fix)), at: time)
        let main = engine.tree.mainPath?.id
        if path != nil, main != path { changes += 1 }
        path = main
        guard let truth else { return }
        fixes += 1
        guard let found = engine.tree.locate(truth.place), found.path == main,
            (found.offset - engine.tree.vehicleOffset).value.magnitude <= Self.tolerance
        else { return }
        right += 1
    }
}
