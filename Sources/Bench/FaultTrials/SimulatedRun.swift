import ADASISv2
import CANFrames
import Engine
import Horizon
import HorizonProvider
import Positioning
import Quantities
import RandomNumbers
public import RoadMap
import SocketCAN
import Supervision
import TextFiles

/// The daemon in virtual time, between a simulated receiver, a simulated interface and a simulated disk, with all
/// that goes wrong with them. It ends and starts again now and then.
public struct SimulatedRun: ~Copyable {
    let plan: FaultPlan
    let settings: SimulationSettings
    let texts: ConfigurationTexts
    /// The map file that is in place, and others that may come.
    var maps: [FaultyMapSource]
    let interface: SimulatedInterface
    let state: SimulatedState
    private let lines = SimulatedDaemon.LineBox()
    var daemon: SimulatedDaemon?
    private var nextStart = MonotonicTime.zero
    private var starts = 0
    var vehicle: SimulatedVehicle
    /// The map that the car drives on.
    private let home: MapIdentity
    private var place: PlaceWitness
    var witness: Witness
    var random: SplitMix64
    var now = MonotonicTime.zero
    var faultIndex = 0
    var active: [PlannedFault] = []
    var nextPulse = MonotonicTime.zero
    private var nextMeasurement = MonotonicTime.zero
    private var lossesBefore = -1
    /// When the daemon was halted last.
    var haltStart = MonotonicTime.zero
    var isHalted: Bool { active.contains { $0.fault.haltsTheDaemon } }
    /// Whether clients have yet to ask for all messages again, and when they have them.
    var unmasking = (isDue: false, end: MonotonicTime.zero)

    /// Drives a plan on a map to its end.
    /// - Parameters:
    ///   - other: A map that is there now and then in place of the first one.
    public static func result(
        of plan: FaultPlan, map: any BlockSource, other: (any BlockSource)? = nil,
        settings: SimulationSettings = SimulationSettings()
    ) throws -> SimulationResult {
        var settings = settings
        settings.parameters.horizon.learnsTurns = true
        settings.parameters.provider.mask = settings.preset.mask
        var run = try SimulatedRun(
            plan, settings, try ConfigurationTexts(preset: settings.preset.rawValue),
            [map, other].compactMap(\.self).map(FaultyMapSource.init),
            on: try RoadMap(source: map))
        try run.drive()
        return SimulationResult(
            breaches: run.witness.breaches, frames: run.witness.frames,
            completions: run.witness.completions, starts: run.starts)
    }

    private init(
        _ plan: FaultPlan, _ settings: SimulationSettings, _ texts: ConfigurationTexts,
        _ maps: [FaultyMapSource], on roads: RoadMap
    ) throws {
        self.plan = plan
        self.settings = settings
        self.texts = texts
        self.maps = maps
        let provider = settings.parameters.provider
        interface = SimulatedInterface(
            plan.traits, bitRate: provider.pace.bitRate, seed: plan.seed &+ 5)
        state = SimulatedState(SimulatedDisk(seed: plan.seed &+ 7), records: plan.records)
        vehicle = try SimulatedVehicle(plan.car, on: roads, seed: plan.seed)
        home = roads.identity
        place = PlaceWitness(plan.car)
        witness = Witness(provider, plan.traits, completeWithin: settings.completeWithin)
        random = SplitMix64(seed: plan.seed &+ 3)
    }

    private mutating func drive() throws {
        let end = MonotonicTime.zero + plan.duration
        try takeFaults()
        try start()
        while now < end {
            var earliest = EarliestDeadline()
            if !isHalted {
                earliest.add(
                    daemon?.deadline(at: now) ?? max(nextStart, now + .milliseconds(1)))
            }
            earliest.add(vehicle.next(isRead: !isHalted))
            earliest.add(interface.nextEvent)
            earliest.add(nextFault)
            now = max(now, earliest.time ?? end)
            // Now and then other programs keep the processor.
            if Int.random(in: 0..<1000, using: &random) == 0 {
                now = now + .milliseconds(Int64.random(in: 1...60, using: &random))
            }
            interface.advance(to: now)
            state.disk.settle(to: now)
            try takeFaults()
            try vehicle.advance(to: now)
            try start()
            unmask()
            if daemon == nil {
                // The car drives on.
                var unread: [PositionEvent] = []
                vehicle.takePositions(at: now, into: &unread)
                vehicle.forgetDaemon()
            } else if isHalted {
                vehicle.report(at: now)
            } else {
                try daemon?.round(interface, &vehicle, &witness, at: now)
            }
            interface.advance(to: now)
            observe()
        }
        finish(by: .stopped)
        witness.lookAtFiles(at: now)
    }

    // MARK: The daemon

    /// Starts the daemon where it is to run. Without a readable map it ends at once and is started again later.
    private mutating func start() throws {
        guard daemon == nil, now >= nextStart, !isHalted,
            !active.contains(where: { $0.fault.endsTheDaemon })
        else { return }
        nextStart = now + .seconds(1)
        guard !maps[0].isUnreadable else { return }
        let map = SimulatedMap(roads: try RoadMap(source: maps[0]))
        interface.beginDaemon(isDown: active.contains { $0.fault == .down })
        witness.noteStart(at: now)
        starts += 1
        daemon = SimulatedDaemon(
            SimulatedStart(
                parameters: settings.parameters, configuration: texts.first.loaded,
                interface: interface, isOwner: plan.traits.isOwned, map: map, state: state,
                lines: lines),
            vehicle.signals, at: now, witness.state)
        try daemon?.begin(at: now)
    }

    /// Ends the daemon.
    mutating func finish(by end: StateWitness.End) {
        guard daemon != nil else {
            // Power is cut while it does not run.
            if end == .powerCut {
                state.disk.cut(at: now)
                state.noteEnd(end)
            }
            return
        }
        var over = now
        switch end {
        case .powerCut: state.disk.cut(at: now)
        case .killed: state.disk.kill(at: now)
        case .stopped:
            daemon?.stop(&witness, at: now)
            over = now + .seconds(60)
            state.disk.settle(to: over)
            if !active.contains(where: { $0.fault.isOfTheDisk }) {
                witness.note(.state, daemon?.stateProblem, at: now)
            }
        }
        witness.state.noteEnd(at: over)
        state.noteEnd(end)
        witness.note(.recording, daemon?.recordingProblem(after: end, at: now), at: now)
        daemon = nil
    }

    /// Looks where the car is by POSITION. Its place is to be expected on the map that it drives on.
    private mutating func lookAtPlace() {
        guard place.isDue(at: now), let daemon else { return }
        let isExpected =
            daemon.horizon.mapIdentity == home && !vehicle.car.isCarried
            && !active.contains { $0.fault.spoilsThePlace }
        let truth = isExpected ? vehicle.car.fix(at: now) : nil
        witness.note(.place, place.look(daemon.horizon.engine, truth: truth, at: now), at: now)
    }

    private mutating func observe() {
        for delivery in interface.takeDeliveries() {
            witness.noteDelivered(delivery.frame, sentAt: delivery.sent, at: delivery.start)
        }
        for line in lines.bus {
            witness.noteBusLine(line, transmitted: interface.transmitted, at: now)
            witness.noteLine(line, at: now)
        }
        for line in lines.others { witness.noteLine(line, at: now) }
        lines.removeAll()
        witness.lookAtFiles(at: now)
        guard daemon != nil, !isHalted else { return }
        let readySince = interface.readySince
        // An interface may go down and come up again between two looks at it.
        if readySince != nil, interface.sureLosses > lossesBefore {
            witness.noteReturn(at: now)
            lossesBefore = interface.sureLosses
        }
        witness.look(
            at: interface, hasCause: active.contains { interface.isKeptAway(by: $0.fault) }, at: now
        )
        lookAtPlace()
        let waits = daemon?.bus.waitsForSummary ?? false
        witness.lookAtBusLines(isReady: readySince != nil, waits, at: now)
        let mainPath = daemon?.horizon.engine.tree.mainPath
        let path = mainPath?.length.metres
        let vehicle = daemon?.horizon.engine.tree.vehicleOffset ?? .zero
        witness.look(
            readySince: readySince,
            hasHorizon: path != nil && !maps[0].isUnreadable && !unmasking.isDue
                && now >= unmasking.end
                && !active.contains { [.masks, .jumps, .reload].contains($0.fault) },
            mainPath: mainPath?.id, reach: path.map { $0.value - vehicle.value } ?? 0, at: now)
        guard let memory = settings.memory, now >= nextMeasurement else { return }
        nextMeasurement = now + .seconds(60)
        let own = state.disk.byteCount + (daemon?.simulatedBytes ?? 0)
        witness.noteMemory(memory() - own, at: now)
    }
}
