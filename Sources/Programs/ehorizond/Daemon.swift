import ADASISv2
import CLibrary
import Configuration
import Engine
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
import StatusProtocol
import Supervision
import TextFiles

/// The daemon's one loop: position, engine, bus, timers. It blocks in `epoll` alone; what may block runs on
/// another thread and comes back through the wake-up.
///
/// It decides nothing: the types of Supervision do, and its parts carry out what they decide.
struct Daemon: ~Copyable {
    private var loop: EventLoop
    private(set) var feed: PositionFeed
    private(set) var bus: BusSender<SocketPort>
    private var vehicle: VehicleBus?
    private(set) var horizon: HorizonRun
    private var configuration: ConfigurationReload
    private var service: ServiceManager?
    private var store: FileStore?
    private(set) var schedule: RunSchedule
    private(set) var positions: PositionSupervision
    private(set) var control: ControlServer?
    private var events = EventBuffers()

    private init(
        loop: consuming EventLoop, bus: consuming BusSender<SocketPort>,
        vehicle: consuming VehicleBus?, feed: consuming PositionFeed, horizon: consuming HorizonRun,
        configuration: consuming ConfigurationReload, store: FileStore?,
        control: consuming ControlServer?
    ) {
        self.loop = loop
        self.bus = bus
        self.vehicle = vehicle
        self.feed = feed
        self.horizon = horizon
        self.configuration = configuration
        self.store = store
        self.control = control
        service = ServiceManager.ofEnvironment(start: monotonicNow())
        schedule = RunSchedule(start: monotonicNow())
        positions = PositionSupervision(start: monotonicNow())
    }

    /// Opens everything; what cannot be opened is one line. `reload` reads the configuration again, on
    /// another thread.
    static func open(
        map: OpenedMap, mapKey: MapKey?, guide: RouteGuide?, known: KnownState,
        source: OpenedSource, interface: String,
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
                objects: HostObjects(file: settings.daemon.objects, wakeup: wakeup),
                recorders: recorders(loaded, map, known.turns), wakeup: wakeup),
            configuration: ConfigurationReload(loaded, wakeup: wakeup, read: reload),
            store: known.store(start: monotonicNow()),
            control: ControlServer.open(settings.daemon.controlSocket))
    }

    /// Runs until a signal, or until a recorded drive is over.
    mutating func run() throws {
        defer {
            horizon.end()
            control?.end()
        }
        try bus.begin(at: monotonicNow())
        vehicle?.begin(at: monotonicNow())
        try loop.watch(bus.port.linkDescriptor, as: .link)
        schedule = RunSchedule(start: monotonicNow())
        feed.begin(at: schedule.nextTick)
        try horizon.begin(at: monotonicNow())
        try loop.armTick(at: schedule.nextTick)
        var end = monotonicNow()
        while !schedule.isOver {
            let ready = try wait(at: end)
            let now = monotonicNow()
            let gap = schedule.takeSuspension(suspendedTime())
            if let gap { bus.noteSuspension(of: gap, at: now) }
            if ready.has(.signals) { try takeSignals() }
            if ready.has(.wakeup), try loop.takeWakeup() { takeResults(at: now) }
            if ready.has(.link) { try bus.readLink(at: now) }
            if ready.has(.bus) { bus.receive(at: now) }
            if ready.has(.requests) { bus.receiveRequests(at: now) }
            bus.recover(at: now)
            if let change = bus.takeBitRateChange() { horizon.ingest(change, at: now) }
            if bus.takeClientsLost() { horizon.ingest(.clientsLost, at: now) }
            answerRequests(at: now)
            if ready.has(.vehicle) { takeVehicle(at: now) }
            vehicle?.recover(at: now)
            takePositions(at: now)
            serve(isReady: ready.has(.control), at: now)
            if ready.has(.tick), try loop.takeTick() { try tick(at: now) }
            end = horizon.send(on: &bus)
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

    /// Waits from `now` until a source is ready, or until something may be due although nothing reports it.
    private mutating func wait(at now: MonotonicTime) throws(SystemError) -> EventLoop.Ready {
        try loop.watch(
            bus: bus.port.watch(reads: bus.reads, wantsRoom: bus.wantsRoom),
            requests: bus.port.watchRequests(reads: bus.readsRequests), vehicle: vehicle?.watch,
            position: feed.watch, control: control?.watch)
        var earliest = EarliestDeadline()
        earliest.add(bus.deadline)
        earliest.add(schedule.readsPositions ? feed.deadline : schedule.drainDeadline)
        if positions.hasEvent { earliest.add(now) }
        earliest.add(vehicle?.deadline)
        earliest.add(control?.deadline(at: now))
        let next = horizon.nextFrameTime(after: now)
        earliest.add(bus.sendTime(of: next, isPositionDue: horizon.isPositionDue, at: now))
        // The tick has a timer of its own: a later deadline needs none.
        return try loop.wait(until: earliest.time.flatMap { $0 < schedule.nextTick ? $0 : nil })
    }

    private mutating func takeSignals() throws(SystemError) {
        while let signal = try loop.nextSignal() {
            if signal == SIGHUP {
                if configuration.start() { service?.noteReload(at: awakeNow()) }
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
        horizon.takeObjects(at: now)
    }

    private mutating func takePositions(at now: MonotonicTime) {
        if schedule.readsPositions {
            events.positions.removeAll(keepingCapacity: true)
            let progress = feed.read(at: now, into: &events.positions)
            for index in events.positions.indices {
                schedule.notePosition()
                if let line = positions.add(events.positions[index], at: now) { report(line) }
            }
            if case .ended = progress { schedule.noteEndOfPositions(at: now) }
        }
        guard let event = positions.next(on: horizon.mapBounds, at: now, report) else { return }
        horizon.ingest(.position(event), at: now)
        horizon.followRoute(at: now)
    }

    private mutating func takeVehicle(at now: MonotonicTime) {
        events.engine.removeAll(keepingCapacity: true)
        vehicle?.receive(at: now, into: &events.engine)
        for index in events.engine.indices { horizon.ingest(events.engine[index], at: now) }
        if vehicle?.takeEvent() ?? false { _ = horizon.writeRing(.signal) }
        if let ignition = vehicle?.takeIgnition() ?? nil {
            bus.setIgnition(ignition, at: now)
            if bus.takeClientsLost() { horizon.ingest(.clientsLost, at: now) }
        }
    }

    private mutating func answerRequests(at now: MonotonicTime) {
        events.engine.removeAll(keepingCapacity: true)
        bus.answerRequests(at: now, isRepeating: horizon.engine.isRepeating, into: &events.engine)
        for index in events.engine.indices { horizon.ingest(events.engine[index], at: now) }
    }

    private mutating func tick(at now: MonotonicTime) throws(SystemError) {
        vehicle?.reportMissing(at: now)
        positions.look(horizon.match, isOver: !schedule.readsPositions, at: now, report)
        horizon.ingest(.tick, at: now)
        schedule.noteTick(at: now, every: horizon.tickInterval)
        try loop.armTick(at: schedule.nextTick)
        store?.note(horizon, at: now)
        horizon.followTime(at: now)
        publish(at: now)
        let state = serviceState()
        service?.look(state, at: now)
        horizon.note(faults(isFailing: service?.isFailing(at: now) ?? false), at: now)
    }

    // MARK: The control socket

    /// Serves the clients of the control socket.
    private mutating func serve(isReady: Bool, at now: MonotonicTime) {
        let deadline = control?.deadline(at: now)
        guard isReady || deadline.map({ $0 <= now }) ?? false else { return }
        for request in control?.receive(at: now) ?? [] {
            let answer = carryOut(request.content, at: now)
            control?.answer(request, answer, at: now)
        }
    }

    /// Carries a request out. Returns the answer.
    private mutating func carryOut(_ request: ControlRequest, at now: MonotonicTime) -> [UInt8] {
        var refusal: String?
        switch request.content {
        case .status: return ControlAnswer.status(request, statusReport(at: now))
        case .metrics: return ControlAnswer.metrics(request, statusReport(at: now))
        case .tree: return treeAnswer(request)
        case .mask(let mask):
            let change = configuration.setMessages(
                preset: mask.messages, enable: mask.enable, disable: mask.disable)
            switch change {
            case .success(let event): horizon.ingest(bus.following(event), at: now)
            case .failure(let failure): refusal = "\(failure)"
            }
        case .setRoute(.file(let path)):
            horizon.readRoute(configuration.settings.route.with(file: path), at: now)
        case .setRoute(.text(let text)):
            horizon.readRoute(
                configuration.settings.route.with(content: Array(text.utf8)), at: now)
        case .unsetRoute: horizon.readRoute(configuration.settings.route.with(file: nil), at: now)
        case .addObjects(let bytes):
            refusal = horizon.changeObjects(at: now) { $0.add(bytes) }
        case .removeObjects(let names):
            refusal = horizon.changeObjects(at: now) { $0.remove(names) }
        case .removeAllObjects:
            _ = horizon.changeObjects(at: now) {
                $0.removeAll()
                return nil
            }
        case .writeRing: refusal = horizon.writeRing(.command)
        case .subscribe: break  // The server answers it.
        }
        if let refusal { return ControlAnswer.refused(request, refusal) }
        report("control socket: \(request.name.rawValue)")
        return ControlAnswer.done(request)
    }

    /// Tells subscribers what has happened since the last tick.
    private mutating func publish(at now: MonotonicTime) {
        for line in takeReportedLines(control?.hasSubscriber(of: .warning) ?? false) {
            control?.publish(.warning(line), at: now)
        }
        let watchesTree = control?.hasSubscriber(of: .tree) ?? false
        if let change = horizon.takeTreeChange(watchesTree) {
            control?.publish(change.event(main: horizon.engine.treeStatus?.main), at: now)
        }
        control?.settle(at: now)
        guard control?.hasSubscribers ?? false else { return }
        let (place, condition) = (horizon.engine.placeStatus, bus.condition.statusName)
        for event in control?.dueEvents(place, bus.port.interface, condition, at: now) ?? [] {
            if case .place = event, control?.hasSubscriber(of: .ahead) ?? false {
                control?.publish(.ahead(horizon.engine.aheadReport), at: now)
            }
            control?.publish(event, at: now)
        }
    }
}
