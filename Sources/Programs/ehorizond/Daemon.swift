import ADASISv2
import Configuration
import Engine
import Glibc
import Horizon
import HorizonProvider
import LinuxLoop
import MapSignature
import Positioning
import Quantities
import Receivers
import Recording
import RoadMap
import SocketCAN
import Supervision
import TextFiles

/// The daemon's one loop: position, engine, bus, timers. It blocks in `epoll` alone; what may block runs on
/// another thread and comes back through the wake-up.
///
/// It decides nothing: the types of Supervision do, and its parts carry out what they decide.
struct Daemon: ~Copyable {
    private var loop: EventLoop
    private var feed: PositionFeed
    private var bus: BusSender<SocketPort>
    private var vehicle: VehicleBus?
    private var horizon: HorizonRun
    private var configuration: ConfigurationReload
    private var service: ServiceManager?
    private var store: FileStore?
    private var schedule: RunSchedule
    private var positions: PositionSupervision
    // Used again and again, so that reading does not allocate.
    private var positionEvents: [PositionEvent] = []
    private var engineEvents: [EngineEvent] = []

    private init(
        loop: consuming EventLoop, bus: consuming BusSender<SocketPort>,
        vehicle: consuming VehicleBus?,
        feed: consuming PositionFeed, horizon: consuming HorizonRun,
        configuration: consuming ConfigurationReload, store: FileStore?
    ) {
        self.loop = loop
        self.bus = bus
        self.vehicle = vehicle
        self.feed = feed
        self.horizon = horizon
        self.configuration = configuration
        self.store = store
        service = ServiceManager.ofEnvironment(start: monotonicNow())
        schedule = RunSchedule(start: monotonicNow())
        positions = PositionSupervision(start: monotonicNow())
    }

    /// Opens everything; what cannot be opened is one line. `reload` reads the configuration again, on
    /// another thread.
    static func open(
        map: OpenedMap, mapKey: MapKey?, guide: RouteGuide?, known: KnownState,
        source: PositionSource, interface: String,
        loaded: LoadedSettings, reload: @escaping @Sendable () -> ReadConfiguration
    ) throws -> Daemon {
        let settings = loaded.settings
        let parameters = settings.engineParameters
        let wakeup = try Wakeup()
        // The loop comes first: it blocks signals before there is another thread.
        return Daemon(
            loop: try EventLoop.open(wakeup),
            bus: BusSender(
                try SocketPort.open(
                    interface: interface, isFlexible: settings.isFlexible,
                    identifiers: parameters.provider.layout.identifiers,
                    requests: settings.requests.reader?.identifier,
                    mustExist: settings.daemon.requiresInterface),
                bitRate: BitRateWatch(loaded.providerParameters),
                own: LinkSettings(settings.daemon),
                requests: settings.requests.reader.map {
                    RequestSupervision($0, mask: settings.mask, extent: parameters.provider.extent)
                }, say: report),
            vehicle: try vehicleBus(settings, otherwise: interface),
            feed: try PositionFeed.open(
                source, earliest: map.earliestDrive, wakeup: wakeup, say: report),
            horizon: HorizonRun(
                map: map, watcher: MapWatcher(map, key: mapKey, wakeup: wakeup),
                route: settings.route, guide: guide, known: known, parameters: parameters,
                mapAge: MapAge(days: settings.daemon.mapAge),
                recorder: recorder(loaded, map, known.turns), wakeup: wakeup),
            configuration: ConfigurationReload(loaded, wakeup: wakeup, read: reload),
            store: known.store(start: monotonicNow()))
    }

    private static func vehicleBus(
        _ settings: Settings, otherwise interface: String
    ) throws(Failure) -> VehicleBus? {
        guard let signals = settings.vehicle.signals else { return nil }
        return try VehicleBus.open(
            interface: settings.vehicle.interface ?? interface, signals: signals,
            mustExist: settings.daemon.requiresInterface, at: monotonicNow())
    }

    /// The recorder of the settings. If it cannot create its file, the daemon transmits without a recording.
    private static func recorder(
        _ loaded: LoadedSettings, _ map: OpenedMap, _ learned: LearnedTurns?
    ) -> EventRecorder<RecordingFile>? {
        let settings = loaded.settings.daemon
        guard let path = settings.record else { return nil }
        let header = RecordingHeader(
            start: monotonicNow(), startUTC: systemNow(), map: map.roads.identity,
            configuration: Array(loaded.toml.utf8), learnedTurns: learned?.bytes ?? [])
        do {
            return EventRecorder(
                to: try RecordingFile(path: path, header: header), path: path,
                limit: settings.recordLimit << 20, header: header, say: report)
        } catch {
            report("\(error); nothing is recorded")
            return nil
        }
    }

    /// Runs until a signal, or until a recorded drive is over.
    mutating func run() throws {
        defer { horizon.end() }
        try bus.begin(at: monotonicNow())
        vehicle?.begin(at: monotonicNow())
        try loop.watch(bus.port.linkDescriptor, as: .link)
        schedule = RunSchedule(start: monotonicNow())
        feed.begin(at: schedule.nextTick)
        try horizon.begin(at: monotonicNow())
        try loop.armTick(at: schedule.nextTick)
        while !schedule.isOver {
            let ready = try wait()
            let now = monotonicNow()
            if ready.has(.signals) { try takeSignals() }
            if ready.has(.wakeup), try loop.takeWakeup() { takeResults(at: now) }
            if ready.has(.link) { try bus.readLink(at: now) }
            if ready.has(.bus) { bus.receive(at: now) }
            if ready.has(.requests) { bus.receiveRequests(at: now) }
            bus.recover(at: now)
            if let change = bus.takeBitRateChange() { horizon.ingest(change, at: now) }
            if bus.takeClientsLost() { horizon.ingest(.clientsLost, at: now) }
            answerRequests(at: now)
            if ready.has(.vehicle) { try takeVehicle(at: now) }
            vehicle?.recover(at: now)
            takePositions(at: now)
            if ready.has(.tick), try loop.takeTick() { try tick(at: now) }
            horizon.send(on: &bus)
            schedule.noteRound(at: now)
        }
        service?.noteStop()
        vehicle?.reportMissing(at: monotonicNow(), isEnd: true)
        store?.finish(horizon, at: monotonicNow())
        if var tally = feed.tally {
            tally.drop(positions.thinned, as: "fixes that came too fast")
            report("position: \(tally)")
        }
        report("\(bus.framesSent) frames sent")
        // A file without a position is refused at the start; of a pipe that is known at its end.
        if schedule.hasEndedWithoutPositions {
            throw Failure("\(PositionSource.standardInput): there is no position in it")
        }
    }

    /// Waits until a source is ready, or until something may be due although nothing reports it.
    private mutating func wait() throws(SystemError) -> EventLoop.Ready {
        try loop.watch(
            bus: bus.port.watch(reads: bus.reads, wantsRoom: bus.wantsRoom),
            requests: bus.port.watchRequests(reads: bus.readsRequests), vehicle: vehicle?.watch,
            position: feed.watch)
        let now = monotonicNow()
        var earliest = EarliestDeadline()
        earliest.add(bus.deadline)
        earliest.add(schedule.readsPositions ? feed.deadline : schedule.drainDeadline)
        if positions.hasEvent { earliest.add(now) }
        earliest.add(vehicle?.deadline)
        earliest.add(
            bus.isOpen(isPositionDue: horizon.isPositionDue, at: now)
                ? horizon.nextFrameTime(after: now) : bus.windowDeadline(at: now))
        return try loop.wait(until: earliest.time)
    }

    private mutating func takeSignals() throws(SystemError) {
        while let signal = try loop.nextSignal() {
            if signal == SIGHUP {
                if configuration.start() { service?.noteReload(at: monotonicNow()) }
            } else {
                schedule.noteStop()
            }
        }
    }

    /// Takes what other threads have handed over.
    private mutating func takeResults(at now: MonotonicTime) {
        feed.takeConnection(at: now)
        if let change = configuration.takeChange() {
            if let event = change.event { horizon.ingest(bus.following(event), at: now) }
            for line in change.lines { report(line) }
            if change.readsRoute { horizon.readRoute(configuration.settings.route, at: now) }
            service?.noteReloaded()
        }
        horizon.takeMap(at: now)
        horizon.takeRoute(at: now)
    }

    private mutating func takePositions(at now: MonotonicTime) {
        if schedule.readsPositions {
            positionEvents.removeAll(keepingCapacity: true)
            let progress = feed.read(at: now, into: &positionEvents)
            for index in positionEvents.indices {
                schedule.notePosition()
                if let line = positions.add(positionEvents[index], at: now) { report(line) }
            }
            if case .ended = progress { schedule.noteEndOfPositions(at: now) }
        }
        guard let event = positions.next(on: horizon.mapBounds, at: now, report) else { return }
        horizon.ingest(.position(event), at: now)
        horizon.followRoute(at: now)
    }

    private mutating func takeVehicle(at now: MonotonicTime) throws(Failure) {
        engineEvents.removeAll(keepingCapacity: true)
        try vehicle?.receive(at: now, into: &engineEvents)
        for index in engineEvents.indices { horizon.ingest(engineEvents[index], at: now) }
    }

    private mutating func answerRequests(at now: MonotonicTime) {
        engineEvents.removeAll(keepingCapacity: true)
        bus.answerRequests(at: now, into: &engineEvents)
        for index in engineEvents.indices { horizon.ingest(engineEvents[index], at: now) }
    }

    private mutating func tick(at now: MonotonicTime) throws(SystemError) {
        vehicle?.reportMissing(at: now)
        positions.look(horizon.match, isOver: !schedule.readsPositions, at: now, report)
        horizon.ingest(.tick, at: now)
        schedule.noteTick(at: now, every: horizon.tickInterval)
        try loop.armTick(at: schedule.nextTick)
        store?.note(horizon, at: now)
        service?.look(
            ServiceNotices.State(
                interface: bus.port.interface, bus: bus.condition, hasMap: horizon.mapBounds != nil,
                positionsSent: horizon.positionsSent, position: positions.words(horizon.match)),
            at: now)
    }
}
