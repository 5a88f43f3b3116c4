import ADASISv2
import CANFrames
import Foundation
import Geodesy
import Horizon
import HorizonProvider
import HorizonReconstructor
import MapSketch
import Quantities
import RoadMap
import Routing
import Testing

/// The bus between a provider and a client, with what can happen to frames on the way.
struct FaultyBus {
    var random: SplitMix64
    /// The share of frames that is lost.
    var loss = 0.0
    /// The share that comes twice.
    var duplicates = 0.0
    /// The longest delay; longer ones overtake each other.
    var delay = Nanoseconds.zero
    private var onTheWay: [(due: MonotonicTime, message: Message)] = []

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func send(_ message: Message, at time: MonotonicTime) {
        guard Double.random(in: 0..<1, using: &random) >= loss else { return }
        let copies = Double.random(in: 0..<1, using: &random) < duplicates ? 2 : 1
        for _ in 0..<copies {
            let late = Nanoseconds(Int64.random(in: 0...delay.value, using: &random))
            onTheWay.append((time + late, message))
        }
    }

    mutating func deliver(until time: MonotonicTime, to client: inout HorizonReconstructor) {
        for (due, message) in onTheWay.filter({ $0.due <= time }).sorted(by: { $0.due < $1.due }) {
            _ = client.ingest(message, at: due)
        }
        onTheWay.removeAll { $0.due <= time }
        client.advance(to: time)
    }
}

/// A drive through random roads, its provider, a faulty bus and a client.
struct RandomDrive {
    var roads: RandomRoads
    var tree: PathTree
    var provider: HorizonProvider
    var client = HorizonReconstructor()
    var bus: FaultyBus
    var time = MonotonicTime.zero
    let parameters: ProviderParameters
    let layout: Layout

    init(seed: UInt64, _ change: (inout ProviderParameters) -> Void = { _ in }) throws {
        roads = try RandomRoads(seed: seed)
        var parameters = ProviderParameters()
        parameters.mask = MessagePreset.all.mask
        parameters.levels = [
            LevelParameters(reach: Metres(1000)), LevelParameters(reach: Metres(300)),
        ]
        change(&parameters)
        self.parameters = parameters
        layout = parameters.layout
        var horizon = HorizonParameters()
        horizon.lookAhead = parameters.levels.compactMap { Centimetres(rounding: $0.segment.reach) }
        tree = PathTree(map: roads.map, parameters: horizon)
        provider = HorizonProvider(
            map: roads.map, parameters: parameters, trailing: horizon.trailing)
        bus = FaultyBus(seed: seed ^ 0x5555)
    }

    /// Drives a second, some metres far, while the bus takes what it can.
    mutating func step(_ metres: Double) throws {
        try tree.advance(to: try roads.drive(metres))
        var vehicle = VehicleState(.onPath, time: time)
        vehicle.speed = MetresPerSecond(metres)
        try provider.update(tree: tree, vehicle: vehicle, at: time)
        let end = time + .milliseconds(1000)
        var tick = time
        while time < end {
            if time >= tick {
                provider.tick(at: time)
                tick = tick + .milliseconds(100)
            }
            if let frame = provider.nextFrame(at: time) {
                if let message = try layout.decode(frame) { bus.send(message, at: time) }
                provider.frameWasSent(at: time)
                time = time + Nanoseconds(270_000)
            } else {
                time = min(tick, provider.nextFrameTime(after: time) ?? tick, end)
            }
            bus.deliver(until: time, to: &client)
        }
    }
}

@Suite struct ReconstructionTests {
    /// How far is driven in all; `EHORIZON_DRIVE_KM` makes it more.
    static let kilometres =
        ProcessInfo.processInfo.environment["EHORIZON_DRIVE_KM"].flatMap(Double.init) ?? 200

    @Test(arguments: 1...10)
    func theClientHoldsWhatTheEngineKnows(seed: UInt64) throws {
        var drive = try RandomDrive(seed: seed)
        var compared = 0
        var driven = 0.0
        while driven < Self.kilometres * 100 {
            let metres = drive.roads.number(in: 5...30)
            driven += metres
            try drive.step(metres)
            guard drive.provider.isComplete else { continue }
            compared += 1
            // Comparing is the costly part; every tenth state is compared as a whole.
            if compared % 10 == 0 { try TreeComparison(drive).run() }
        }
        #expect(compared > Int(Self.kilometres) / 2)
    }

    @Test(arguments: [1, 2, 3, 4])
    func afterFaultsTheHorizonIsCompleteWithin300Metres(seed: UInt64) throws {
        var drive = try RandomDrive(seed: seed)
        for _ in 0..<6 {
            drive.bus.loss = 0.1
            drive.bus.duplicates = 0.1
            drive.bus.delay = .milliseconds(50)
            for _ in 0..<40 { try drive.step(drive.roads.number(in: 5...20)) }
            drive.bus.loss = 0
            drive.bus.duplicates = 0
            drive.bus.delay = .zero
            for _ in 0..<15 { try drive.step(20) }
            while !drive.provider.isComplete { try drive.step(1) }
            try TreeComparison(drive).run()
        }
    }

    @Test(arguments: [5, 6, 7, 8])
    func whoJoinsAStandingCarHasAllWithin30Seconds(seed: UInt64) throws {
        var drive = try RandomDrive(seed: seed)
        for _ in 0..<60 { try drive.step(15) }
        drive.client = HorizonReconstructor()
        for _ in 0..<30 { try drive.step(0) }
        try TreeComparison(drive).run()
    }
}
