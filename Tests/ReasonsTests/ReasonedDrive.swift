import ADASISv2
import CANFrames
import Engine
import FrameReasons
import Horizon
import HorizonProvider
import MapSketch
import Positioning
import ProtocolTrials
import Quantities
import RandomNumbers
import Reasons
import RoadMap
import Testing

/// A random drive on a random map with everything that may change a probability: learned turns, destinations, a
/// course or a route, turn indicators, speed, U-turns and illegal exits. Each event is observed.
struct ReasonedDrive {
    private(set) var engine: Engine
    private(set) var watch = TreeWatch()
    /// All frames in their order.
    private(set) var frames: [CANFrame] = []
    /// The messages of the frames, each with its reason.
    private(set) var sent: [(message: Message, reason: TransmissionReason, time: MonotonicTime)] =
        []
    private var transmissions: TransmissionWatch
    private var time = MonotonicTime.zero
    private var drives: RandomDrives
    private var random: SplitMix64

    init(seed: UInt64, keepsReasons: Bool = true) throws {
        let roads = try RandomRoads(seed: seed)
        var parameters = EngineParameters()
        parameters.provider.mask = MessagePreset.all.mask
        parameters.horizon.learnsTurns = true
        parameters.horizon.expectsDestinations = true
        parameters.horizon.showsUTurns = seed % 2 == 0
        parameters.horizon.showsIllegalExits = seed % 3 == 0
        parameters.horizon.pathChange = seed % 4 == 3 ? .newPath : .stub
        engine = Engine(map: roads.map, parameters: parameters)
        if keepsReasons { engine.keepReasons() }
        transmissions = TransmissionWatch(engine)
        drives = RandomDrives(map: roads.map, seed: seed)
        random = SplitMix64(seed: seed &+ 77)
        watch.setOn(true)
    }

    /// Drives so many seconds.
    mutating func run(
        seconds: Int, _ observe: (Engine, TreeChange?) throws -> Void = { _, _ in }
    ) throws {
        var left = seconds
        while left > 0 {
            let goesOn = Int.random(in: 0..<4, using: &random) > 0
            guard let next = try drives.next(atLeast: Metres(500), goesOn: goesOn) else {
                guard try drives.next(atLeast: Metres(500)) != nil else { return }
                continue
            }
            for fix in next.fixes where left > 0 {
                left -= 1
                try second(of: fix, observe)
            }
        }
    }

    private mutating func second(
        of fix: Fix, _ observe: (Engine, TreeChange?) throws -> Void
    ) throws {
        if Int.random(in: 0..<20, using: &random) == 0 {
            let isRoute = Bool.random(using: &random)
            let links = course()
            try take(isRoute ? .route(links) : .course(links), observe)
        }
        try take(.vehicle(VehicleMotion(speed: fix.speed)), observe)
        try take(.position(.fix(fix)), observe)
        let sides: [TurnIndicator] = [.off, .left, .right, .unknown]
        let side = sides[Int.random(in: 0..<4, using: &random)]
        for _ in 0..<10 {
            try take(.driver(DriverSignals(indicator: side, lane: .unknown)), observe)
            try take(.tick, observe)
            time = time + .milliseconds(100)
        }
    }

    /// An event of the bus or of a client at the present time.
    mutating func take(_ event: EngineEvent) throws { try take(event) { _, _ in } }

    private mutating func take(
        _ event: EngineEvent, _ observe: (Engine, TreeChange?) throws -> Void
    ) throws {
        try engine.ingest(event, at: time)
        watch.note(engine.tree, after: event)
        transmissions.note(engine, after: event, at: time)
        while let frame = engine.nextFrame(at: time) {
            frames.append(frame)
            if let message = try engine.parameters.provider.layout.decode(frame) {
                sent.append((message, transmissions.reason(of: message, at: time), time))
            }
            engine.frameWasSent(at: time)
        }
        try observe(engine, watch.take())
    }

    /// Links into a side path ahead, or none.
    private mutating func course() -> [DirectedLink] {
        let tree = engine.tree
        let sides = tree.paths.filter { $0.branch != nil && $0.startDistance > .zero }
        guard Int.random(in: 0..<4, using: &random) > 0,
            let side = sides.randomElement(using: &random)
        else { return [] }
        return tree.links(along: side.id)
    }
}
