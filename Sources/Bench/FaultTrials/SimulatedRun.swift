import ADASISv2
import CANFrames
public import Engine
import Horizon
import HorizonProvider
import Positioning
public import Quantities
import RandomNumbers
public import RoadMap
import SocketCAN
import Supervision
import TextFiles

/// The result of an hour of simulated driving.
public struct SimulationResult: Sendable {
    /// What the daemon did that it must not do.
    public let breaches: [Breach]
    /// The frames that went over the bus.
    public let frames: Int
    /// How long clients waited for the whole main path after returns of the bus.
    public let completions: [Nanoseconds]
}

/// The daemon in virtual time: its supervision of bus, positions and map, and its engine, between a simulated
/// receiver and a simulated interface. A round does what a round of the daemon's loop does, in its order.
public struct SimulatedRun: ~Copyable {
    private let plan: FaultPlan
    private var engine: Engine
    private var maps: MapHistory<SimulatedMap>
    private var others: [SimulatedMap]
    private let mapSource: FaultyMapSource
    private var bus: BusSender<SimulatedPort>
    private let interface: SimulatedInterface
    private var receiver: SimulatedReceiver
    private var positions = PositionSupervision(start: .zero)
    private var schedule = RunSchedule(start: .zero)
    private var witness: Witness
    private var random: SplitMix64
    private var now = MonotonicTime.zero
    private var nextTurn = MonotonicTime.zero
    private var faultIndex = 0
    private var active: [PlannedFault] = []
    private var nextPulse = MonotonicTime.zero
    private var events: [PositionEvent] = []
    private var wasReady = false
    private var lossesBefore = -1

    /// Drives a plan on a map to its end.
    /// - Parameters:
    ///   - other: A map that is there now and then in place of the first one.
    ///   - completeWithin: The longest time until a client has the whole main path after a return of the bus.
    public static func result(
        of plan: FaultPlan, map: any BlockSource, other: (any BlockSource)? = nil,
        parameters: EngineParameters,
        completeWithin: Nanoseconds = .seconds(4)
    ) throws -> SimulationResult {
        let source = FaultyMapSource(map)
        var run = SimulatedRun(
            plan, source, SimulatedMap(roads: try RoadMap(source: source)),
            others: try other.map {
                [SimulatedMap(roads: try RoadMap(source: $0))]
            } ?? [],
            roads: try RoadMap(source: map), parameters,
            completeWithin: completeWithin)
        try run.drive()
        return SimulationResult(
            breaches: run.witness.breaches, frames: run.witness.frames,
            completions: run.witness.completions)
    }

    private init(
        _ plan: FaultPlan, _ source: FaultyMapSource, _ map: SimulatedMap, others: [SimulatedMap],
        roads: RoadMap, _ parameters: EngineParameters, completeWithin: Nanoseconds
    ) {
        self.plan = plan
        engine = Engine(map: map.roads, parameters: parameters)
        maps = MapHistory(map)
        self.others = others
        mapSource = source
        let bitRate = parameters.provider.pace.bitRate
        interface = SimulatedInterface(plan.traits, bitRate: bitRate, seed: plan.seed &+ 5)
        witness = Witness(
            parameters.provider, plan.traits, completeWithin: completeWithin)
        let lines = LineBox()
        said = lines
        bus = BusSender(
            SimulatedPort(interface), bitRate: BitRateWatch(parameters.provider),
            own: plan.traits.isOwned ? LinkSettings(bitRate: bitRate) : nil
        ) { lines.lines.append($0) }
        receiver = SimulatedReceiver(map: roads, seed: plan.seed)
        random = SplitMix64(seed: plan.seed &+ 3)
    }

    /// The lines about the bus since the last round.
    private final class LineBox { var lines: [String] = [] }
    private let said: LineBox

    private mutating func drive() throws {
        try takeFaults()
        try bus.begin(at: now)
        let end = MonotonicTime.zero + plan.duration
        while now < end {
            var earliest = EarliestDeadline()
            earliest.add(schedule.nextTick)
            earliest.add(receiver.next)
            earliest.add(interface.nextEvent)
            earliest.add(bus.deadline)
            earliest.add(nextFault)
            if positions.hasEvent { earliest.add(now) }
            earliest.add(
                bus.isOpen(isPositionDue: engine.isPositionDue, at: now)
                    ? engine.nextFrameTime(after: now) : bus.windowDeadline(at: now))
            now = max(now, earliest.time ?? end)
            // Now and then other programs keep the processor.
            if Int.random(in: 0..<1000, using: &random) == 0 {
                now = now + .milliseconds(Int64.random(in: 1...60, using: &random))
            }
            interface.advance(to: now)
            try takeFaults()
            try round()
            interface.advance(to: now)
            observe()
        }
    }

    // MARK: The daemon

    private mutating func round() throws {
        witness.noteRound(at: now)
        do {
            if !interface.links.isEmpty { try bus.readLink(at: now) }
            if !interface.received.isEmpty || bus.wantsRoom { try bus.receive(at: now) }
            try bus.recover(at: now)
        } catch {
            witness.noteFailure(error, at: now)
        }
        if bus.takeClientsLost() {
            witness.noteAnnouncement(losses: interface.losses, at: now)
            ingest(.clientsLost)
        }
        if receiver.next <= now {
            events.removeAll(keepingCapacity: true)
            try receiver.take(into: &events)
            for event in events { _ = positions.add(event, at: now) }
        }
        if let event = positions.next(on: maps.current.roads.header.bounds, at: now, { _ in }) {
            ingest(.position(event))
        }
        if schedule.nextTick <= now {
            positions.look(engine.match, isOver: false, at: now) { _ in }
            ingest(.tick)
            schedule.noteTick(at: now, every: engine.parameters.provider.timing.positionInterval)
        }
        while bus.isOpen(isPositionDue: engine.isPositionDue, at: now),
            let frame = engine.nextFrame(at: now)
        {
            do {
                guard try bus.send(frame, at: now) else { continue }
            } catch {
                witness.noteFailure(error, at: now)
                return
            }
            witness.noteSent(frame, at: now)
            engine.frameWasSent(at: now)
        }
    }

    private mutating func ingest(_ event: EngineEvent) {
        do throws(MapError) {
            try engine.ingest(event, at: now)
        } catch {
            if case .goBack(let former) = maps.noteFailure() { use(former) }
        }
    }

    private mutating func use(_ map: SimulatedMap) {
        engine.offer(map.roads)
        ingest(.map(map.identity))
    }

    private mutating func observe() {
        for delivery in interface.takeDeliveries() {
            witness.noteDelivered(delivery.frame, sentAt: delivery.sent, at: delivery.start)
        }
        for line in said.lines { witness.noteLine(line, at: now) }
        said.lines.removeAll(keepingCapacity: true)
        let isReady = interface.readySince != nil
        if isReady, !wasReady, interface.sureLosses > lossesBefore {
            witness.noteReturn(at: now)
            lossesBefore = interface.sureLosses
        }
        wasReady = isReady
        witness.look(
            at: interface, hasCause: active.contains { $0.fault.stopsTheBus }, at: now)
        witness.look(
            readySince: interface.readySince,
            hasHorizon: engine.tree.mainPath != nil && !mapSource.isUnreadable
                && !active.contains { $0.fault == .masks || $0.fault == .jumps },
            reach: engine.tree.mainPath.map {
                $0.length.metres.value - engine.tree.vehicleOffset.value
            } ?? 0,
            at: now)
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
        for fault in over { end(fault.fault) }
        while faultIndex < plan.faults.count, plan.faults[faultIndex].start <= now {
            let fault = plan.faults[faultIndex]
            faultIndex += 1
            active.append(fault)
            begin(fault.fault)
        }
        if now >= nextPulse {
            nextPulse = now + .milliseconds(Int64.random(in: 20...500, using: &random))
            for fault in active { pulse(fault.fault) }
        }
        receiver.faults = Set(active.map(\.fault))
    }

    private mutating func begin(_ fault: Fault) {
        switch fault {
        case .busOff: interface.goBusOff(isShorted: true)
        case .shortBusOff: interface.goBusOff(isShorted: false)
        case .down: interface.goDown()
        case .gone: interface.disappear()
        case .blocked: interface.block(alone: false)
        case .alone: interface.block(alone: true)
        case .queueFull: interface.isQueueFull = true
        case .traffic: interface.wire.traffic = .milliseconds(5)
        case .errors: interface.countErrors(.warning)
        case .lostConfirmations: interface.losesConfirmations = true
        case .doubledConfirmations: interface.doublesConfirmations = true
        case .unreadableMap: mapSource.isUnreadable = true
        case .clock:
            let hours = Bool.random(using: &random) ? 1.0 : -1
            receiver.clockError = .seconds(3600 * hours)
        case .newMap:
            guard let next = others.popLast(), maps.isNew(next) else { return }
            others.append(maps.current)
            maps.change(to: next)
            use(next)
        default: break
        }
    }

    private mutating func end(_ fault: Fault) {
        switch fault {
        case .busOff, .shortBusOff: interface.endShort()
        case .down, .flapping: interface.bringUp()
        case .gone: interface.appear()
        case .blocked, .alone: interface.unblock()
        case .queueFull: interface.isQueueFull = false
        case .traffic: interface.wire.traffic = .zero
        case .errors: interface.countErrors(.active)
        case .lostConfirmations: interface.losesConfirmations = false
        case .doubledConfirmations: interface.doublesConfirmations = false
        case .unreadableMap: mapSource.isUnreadable = false
        case .clock: receiver.clockError = .zero
        case .masks: ingest(.mask(engine.parameters.provider.mask))
        default: break
        }
    }

    /// Does again and again what a fault consists of.
    private mutating func pulse(_ fault: Fault) {
        switch fault {
        case .flapping: if interface.isUp { interface.goDown() } else { interface.bringUp() }
        case .forgedErrors: interface.forge(Bool.random(using: &random) ? .busOff : .restarted)
        case .foreignSender:
            let position = engine.parameters.provider.layout.identifiers.first
            if let position { interface.hear(CANFrame(identifier: position, clampedLength: 8)) }
        case .requests:
            let kind = MessageKind.standard.randomElement(using: &random) ?? .stub
            let counter = CyclicCounter(raw: UInt8.random(in: 0...3, using: &random))
            ingest(.request(kind, Bool.random(using: &random) ? counter : nil))
        case .masks:
            // POSITION stays on, and nothing is on that is off at the end.
            var mask = engine.parameters.provider.mask
            if Bool.random(using: &random) { mask.set(.segment, to: false) }
            ingest(.mask(mask))
        default: break
        }
    }
}
