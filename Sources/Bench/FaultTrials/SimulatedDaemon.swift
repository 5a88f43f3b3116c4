import ADASISv2
import CANFrames
import Configuration
import Engine
import Horizon
import HorizonProvider
import Positioning
import Quantities
import Recording
import RoadMap
import SocketCAN
import Supervision
import TextFiles

/// The daemon from a start to an end, in virtual time: its supervision of bus, positions, map, configuration and
/// files, and its engine. A round does what a round of the daemon's loop does, in its order.
final class SimulatedDaemon {
    private(set) var horizon: SimulatedHorizon
    private(set) var bus: BusSender<SimulatedPort>
    private var positions: PositionSupervision
    private var vehicleBus: SimulatedVehicleBus?
    private var schedule: RunSchedule
    private var store: SimulatedStore?
    private let state: SimulatedState?
    private let recording: SimulatedRecording?
    private(set) var configuration: RunningConfiguration
    private let lines: LineBox
    /// The place at the end of the run before.
    private let place: LastPlace?
    private var feed = SimulatedFeed()
    private var events: [PositionEvent] = []
    private var answers: [EngineEvent] = []

    /// The lines since the last look: of the bus, and all others.
    final class LineBox {
        private(set) var bus: [String] = []
        private(set) var others: [String] = []
        /// Lines about requests have limits of their own.
        func addOfBus(_ line: String) {
            let isOfRequests = line.contains("request") || line.contains("a client asks")
            if isOfRequests { add(line) } else { bus.append(line) }
        }
        func add(_ line: String) { others.append(line) }
        func removeAll() {
            bus.removeAll(keepingCapacity: true)
            others.removeAll(keepingCapacity: true)
        }
    }

    /// Reads what is stored, and begins a recording.
    init(
        _ start: SimulatedStart, _ signals: SimulatedSignals?, at now: MonotonicTime,
        _ witness: StateWitness
    ) {
        let lines = start.lines
        let map = start.map
        state = start.state
        let known = start.state?.read(on: map.roads, at: now, lines, witness)
        recording = start.state?.recording(
            of: map.identity, turns: known?.turns, at: now, say: lines.add)
        horizon = SimulatedHorizon(
            map, start.parameters, turns: known?.turns,
            recorder: Self.recorder(recording, of: map.identity, known, at: now, lines))
        store = start.state?.store(known, on: map.identity, at: now, lines, witness)
        let provider = start.parameters.provider
        bus = BusSender(
            SimulatedPort(start.interface), bitRate: BitRateWatch(provider),
            own: start.isOwner ? LinkSettings(bitRate: provider.pace.bitRate) : nil,
            requests: RequestSupervision(.plain(), mask: provider.mask, extent: provider.extent),
            say: lines.addOfBus)
        positions = PositionSupervision(start: now)
        if let signals { vehicleBus = SimulatedVehicleBus(signals, at: now, say: lines.add) }
        schedule = RunSchedule(start: now)
        configuration = RunningConfiguration(start.configuration)
        place = known?.place
        self.lines = lines
    }

    private static func recorder(
        _ recording: SimulatedRecording?, of map: MapIdentity, _ known: SimulatedState.Known?,
        at now: MonotonicTime, _ lines: LineBox
    ) -> EventRecorder<SimulatedRecording>? {
        guard let recording else { return nil }
        return EventRecorder(
            to: recording, path: SimulatedRecording.name, limit: SimulatedState.recordLimit,
            header: SimulatedState.header(of: map, known?.turns, at: now), say: lines.add)
    }

    /// Begins to run.
    func begin(at now: MonotonicTime) throws {
        try bus.begin(at: now)
        if let place { horizon.ingest(.lastPlace(place), at: now) }
    }

    /// When something is due although nothing happens.
    func deadline(at now: MonotonicTime) -> MonotonicTime? {
        var earliest = EarliestDeadline()
        earliest.add(schedule.nextTick)
        earliest.add(bus.deadline)
        earliest.add(vehicleBus?.deadline)
        if positions.hasEvent { earliest.add(now) }
        earliest.add(
            bus.sendTime(
                of: horizon.nextFrameTime(after: now),
                isPositionDue: horizon.isPositionDue, at: now))
        return earliest.time
    }

    /// What a round of the loop does.
    func round(
        _ interface: SimulatedInterface, _ vehicle: inout SimulatedVehicle,
        _ witness: inout Witness, at now: MonotonicTime
    ) throws {
        witness.noteRound(at: now)
        recording?.work(to: now)
        do {
            if interface.link.hasEvents { try bus.readLink(at: now) }
            if !interface.socket.received.isEmpty || bus.wantsRoom { bus.receive(at: now) }
            if !interface.socket.requests.isEmpty, bus.readsRequests {
                bus.receiveRequests(at: now)
            }
        } catch {
            witness.note(.failure, "\(error)", at: now)
        }
        bus.recover(at: now)
        if let change = bus.takeBitRateChange() { horizon.ingest(change, at: now) }
        if bus.takeClientsLost() {
            horizon.ingest(.clientsLost, at: now)
            witness.noteAnnouncement(
                losses: interface.losses, mask: horizon.engine.mask, at: now)
        }
        answerRequests(&witness, at: now)
        takePositions(&vehicle, at: now)
        takeSignals(vehicle.signals, at: now)
        if schedule.nextTick <= now { tick(&witness, at: now) }
        send(&witness, at: now)
    }

    private func answerRequests(_ witness: inout Witness, at now: MonotonicTime) {
        answers.removeAll(keepingCapacity: true)
        bus.answerRequests(at: now, isRepeating: horizon.engine.isRepeating, into: &answers)
        for event in answers {
            if case .clientsLost = event { witness.noteAnswerWithAll(at: now) }
            horizon.ingest(event, at: now)
        }
    }

    private func takePositions(_ vehicle: inout SimulatedVehicle, at now: MonotonicTime) {
        events.removeAll(keepingCapacity: true)
        vehicle.takePositions(at: now, into: &events)
        for event in events.compactMap({ feed.event($0, at: now) }) {
            if let line = positions.add(event, at: now) { lines.add(line) }
        }
        let bounds = horizon.maps.current.roads.header.bounds
        if let event = positions.next(on: bounds, at: now, lines.add) {
            horizon.ingest(.position(event), at: now)
        }
    }

    private func takeSignals(_ signals: SimulatedSignals?, at now: MonotonicTime) {
        guard let signals else { return }
        answers.removeAll(keepingCapacity: true)
        vehicleBus?.receive(signals, at: now, into: &answers)
        for event in answers { horizon.ingest(event, at: now) }
    }

    private func tick(_ witness: inout Witness, at now: MonotonicTime) {
        vehicleBus?.reportMissing(at: now)
        positions.look(horizon.engine.match, isOver: false, at: now, lines.add)
        horizon.ingest(.tick, at: now)
        schedule.noteTick(
            at: now, every: horizon.engine.parameters.provider.timing.positionInterval)
        guard store != nil else { return }
        witness.state.note(horizon.lastPlace, on: horizon.mapIdentity)
        store?.note(horizon, at: now)
        state?.settle(now)
    }

    private func send(_ witness: inout Witness, at now: MonotonicTime) {
        while bus.isOpen(isPositionDue: horizon.isPositionDue, at: now),
            let frame = horizon.nextFrame(at: now)
        {
            let isSent = bus.send(frame, at: now)
            horizon.note(frame, isSent: isSent, at: now)
            if isSent { witness.noteSent(frame, horizon.engine.mask, at: now) }
        }
    }

    // MARK: What others do

    /// Applies a configuration that was read again.
    func apply(
        _ read: ReadConfiguration, _ witness: inout Witness, at now: MonotonicTime
    ) {
        let before = configuration.loaded
        let change = configuration.apply(read)
        for line in change.lines { lines.add(line) }
        if let event = change.event { horizon.ingest(bus.following(event), at: now) }
        witness.noteConfiguration(
            from: before, by: read, to: configuration.loaded, event: change.event, at: now)
    }

    /// The machine was suspended until now, for so long.
    func noteSuspension(of time: Nanoseconds, at now: MonotonicTime) {
        bus.noteSuspension(of: time, at: now)
    }

    /// The ignition is switched off or on.
    func setIgnition(_ isOn: Bool, _ witness: inout Witness, at now: MonotonicTime) {
        bus.setIgnition(isOn, at: now)
        if bus.takeClientsLost() { horizon.ingest(.clientsLost, at: now) }
        witness.noteIgnition(isOn, at: now)
    }

    func refuseMap(at now: MonotonicTime) throws { try horizon.refuseMap(at: now) }

    func change(to map: SimulatedMap, at now: MonotonicTime) {
        horizon.change(to: map, at: now)
    }

    /// Ends in good order: on SIGTERM.
    func stop(_ witness: inout Witness, at now: MonotonicTime) {
        witness.state.note(horizon.lastPlace, on: horizon.mapIdentity)
        store?.finish(horizon, at: now)
        horizon.end()
    }

    /// What is wrong with the stored files after an orderly end on a disk in order; `nil` if nothing is.
    var stateProblem: String? {
        state?.problem(after: horizon.lastPlace, on: horizon.mapIdentity, horizon.learnedTurns)
    }

    /// What is wrong with the recording after the end.
    func recordingProblem(after end: StateWitness.End, at now: MonotonicTime) -> String? {
        recording?.problem(after: end, at: now)
    }

    /// The memory that is the simulation's own.
    var simulatedBytes: Int { recording?.byteCount ?? 0 }
}
