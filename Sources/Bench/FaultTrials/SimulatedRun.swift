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
    private let plan: FaultPlan
    private let settings: SimulationSettings
    private let texts: ConfigurationTexts
    /// The map file that is in place, and others that may come.
    private var maps: [FaultyMapSource]
    private let interface: SimulatedInterface
    private let state: SimulatedState
    private let lines = SimulatedDaemon.LineBox()
    private var daemon: SimulatedDaemon?
    private var nextStart = MonotonicTime.zero
    private var starts = 0
    private var receiver: SimulatedReceiver
    private var witness: Witness
    private var random: SplitMix64
    private var now = MonotonicTime.zero
    private var faultIndex = 0
    private var active: [PlannedFault] = []
    private var nextPulse = MonotonicTime.zero
    private var nextMeasurement = MonotonicTime.zero
    private var lossesBefore = -1
    /// Whether clients have yet to ask for all messages again, and when they have them.
    private var unmasking = (isDue: false, end: MonotonicTime.zero)

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
        var run = SimulatedRun(
            plan, settings, try ConfigurationTexts(preset: settings.preset.rawValue),
            [map, other].compactMap(\.self).map(FaultyMapSource.init),
            roads: try RoadMap(source: map))
        try run.drive()
        return SimulationResult(
            breaches: run.witness.breaches, frames: run.witness.frames,
            completions: run.witness.completions, starts: run.starts)
    }

    private init(
        _ plan: FaultPlan, _ settings: SimulationSettings, _ texts: ConfigurationTexts,
        _ maps: [FaultyMapSource], roads: RoadMap
    ) {
        self.plan = plan
        self.settings = settings
        self.texts = texts
        self.maps = maps
        let provider = settings.parameters.provider
        interface = SimulatedInterface(
            plan.traits, bitRate: provider.pace.bitRate, seed: plan.seed &+ 5)
        state = SimulatedState(SimulatedDisk(seed: plan.seed &+ 7), records: plan.records)
        receiver = SimulatedReceiver(map: roads, seed: plan.seed)
        witness = Witness(provider, plan.traits, completeWithin: settings.completeWithin)
        random = SplitMix64(seed: plan.seed &+ 3)
    }

    private mutating func drive() throws {
        let end = MonotonicTime.zero + plan.duration
        try takeFaults()
        try start()
        while now < end {
            var earliest = EarliestDeadline()
            earliest.add(daemon?.deadline(at: now) ?? max(nextStart, now + .milliseconds(1)))
            earliest.add(receiver.next)
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
            try start()
            unmask()
            if daemon == nil {
                // The car drives on.
                var unread: [PositionEvent] = []
                if receiver.next <= now { try receiver.take(into: &unread) }
            } else {
                try daemon?.round(interface, &receiver, &witness, at: now)
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
        guard daemon == nil, now >= nextStart, !active.contains(where: { $0.fault.endsTheDaemon })
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
            at: now, witness.state)
        try daemon?.begin(at: now)
    }

    /// Ends the daemon.
    private mutating func finish(by end: StateWitness.End) {
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

    private mutating func observe() {
        for delivery in interface.takeDeliveries() {
            witness.noteDelivered(delivery.frame, sentAt: delivery.sent, at: delivery.start)
        }
        for line in lines.bus {
            witness.noteBusLine(line, at: now)
            witness.noteLine(line, at: now)
        }
        for line in lines.others { witness.noteLine(line, at: now) }
        lines.removeAll()
        witness.lookAtFiles(at: now)
        guard daemon != nil else { return }
        // An interface may go down and come up again between two looks at it.
        if interface.readySince != nil, interface.sureLosses > lossesBefore {
            witness.noteReturn(at: now)
            lossesBefore = interface.sureLosses
        }
        witness.look(
            at: interface, hasCause: active.contains { $0.fault.keepsTheBusAway }, at: now)
        let waits = daemon?.bus.waitsForSummary ?? false
        witness.lookAtBusLines(isReady: interface.readySince != nil, waits, at: now)
        let path = daemon?.horizon.engine.tree.mainPath?.length.metres
        let vehicle = daemon?.horizon.engine.tree.vehicleOffset ?? .zero
        witness.look(
            readySince: interface.readySince,
            hasHorizon: path != nil && !maps[0].isUnreadable && !unmasking.isDue
                && now >= unmasking.end
                && !active.contains { [.masks, .jumps, .reload].contains($0.fault) },
            reach: path.map { $0.value - vehicle.value } ?? 0, at: now)
        guard let memory = settings.memory, now >= nextMeasurement else { return }
        nextMeasurement = now + .seconds(60)
        let own = state.disk.byteCount + (daemon?.simulatedBytes ?? 0)
        witness.noteMemory(memory() - own, at: now)
    }

    // MARK: Faults

    private var nextFault: MonotonicTime? {
        var earliest = EarliestDeadline()
        if faultIndex < plan.faults.count { earliest.add(plan.faults[faultIndex].start) }
        for fault in active { earliest.add(fault.end) }
        if active.contains(where: { $0.fault.isPulsed }) { earliest.add(nextPulse) }
        return earliest.time
    }

    private mutating func takeFaults() throws {
        let over = active.filter { $0.end <= now }
        active.removeAll { $0.end <= now }
        for fault in over { try end(fault.fault) }
        while faultIndex < plan.faults.count, plan.faults[faultIndex].start <= now {
            let fault = plan.faults[faultIndex]
            faultIndex += 1
            active.append(fault)
            try begin(fault.fault)
        }
        if now >= nextPulse {
            nextPulse = now + .milliseconds(Int64.random(in: 20...500, using: &random))
            for fault in active { pulse(fault.fault) }
        }
        witness.note(bitRate: interface.wire.bitRate)
        receiver.faults = Set(active.map(\.fault))
        state.disk.faults = receiver.faults
    }

    private mutating func begin(_ fault: Fault) throws {
        interface.begin(fault)
        switch fault {
        case .unreadableMap: for map in maps { map.isUnreadable = true }
        case .clock:
            let hours = Bool.random(using: &random) ? 1.0 : -1
            receiver.clockError = .seconds(3600 * hours)
        case .newMap:
            guard maps.count > 1, !maps[0].isUnreadable else { return }
            maps.swapAt(0, 1)
            guard let roads = try? RoadMap(source: maps[0]) else { return }
            daemon?.change(to: SimulatedMap(roads: roads), at: now)
        case .damagedMap: try daemon?.refuseMap(at: now)
        case .ignitionOff: daemon?.setIgnition(false, &witness, at: now)
        case .flippedBit:
            state.disk.flipBit(
                of: Bool.random(using: &random) ? StoredState.placeName : StoredState.turnsName)
        default:
            guard let end = fault.end else { return }
            finish(by: end)
            if fault == .powerCut { interface.powerOff() } else { interface.forgetDaemon() }
        }
    }

    private mutating func end(_ fault: Fault) throws {
        interface.end(fault, &random)
        switch fault {
        case .unreadableMap: for map in maps { map.isUnreadable = false }
        case .clock: receiver.clockError = .zero
        case .damagedMap where !maps[0].isUnreadable:
            daemon?.change(to: SimulatedMap(roads: try RoadMap(source: maps[0])), at: now)
        case .ignitionOff:
            let isOff = active.contains { $0.fault == .ignitionOff }
            daemon?.setIgnition(!isOff, &witness, at: now)
        case .masks: unmasking.isDue = true
        case .reload: daemon?.apply(texts.first, &witness, at: now)
        default: break
        }
    }

    /// Clients ask for all messages again once they are heard, and get them within a second.
    private mutating func unmask() {
        guard unmasking.isDue, interface.readySince != nil else { return }
        unmasking = (false, now + RequestSupervision.maskInterval)
        ask(1, 0xFF)
    }

    /// A client asks for messages, for everything, or for fewer messages, in the plain layout.
    private func ask(_ first: UInt8, _ mask: UInt8) {
        var frame = CANFrame(identifier: RequestLayout.plainIdentifier, clampedLength: 2)
        (frame.bytes[0], frame.bytes[1]) = (first, mask)
        interface.hearRequest(frame)
    }

    /// Does again and again what a fault consists of.
    private mutating func pulse(_ fault: Fault) {
        switch fault {
        case .flapping:
            let isShort = Int.random(in: 0..<4, using: &random) == 0
            if interface.isUp { interface.goDown() } else { interface.bringUp() }
            if isShort { interface.bringUp() }
        case .forgedErrors:
            interface.socket.tell(
                Bool.random(using: &random) ? .busOff : .restarted, isLocal: true)
        case .foreignSender:
            guard let own = settings.parameters.provider.layout.identifiers.first else { return }
            interface.socket.hear(CANFrame(identifier: own, clampedLength: 8))
        case .requests:
            // Of all kinds but masks, now and then as fast as the bus carries them.
            let count = Bool.random(using: &random) ? 1 : Int.random(in: 1...300, using: &random)
            for _ in 0..<count { ask(UInt8.random(in: 0...255, using: &random) & ~1, 0) }
        case .masks: ask(1, UInt8.random(in: 0...255, using: &random))
        case .reload: daemon?.apply(texts.random(&random), &witness, at: now)
        default: break
        }
    }
}
