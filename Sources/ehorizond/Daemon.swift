import CANFrames
import Configuration
import Console
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

/// The daemon's one loop: position, engine, bus, timers. It never blocks but in `epoll`; what may
/// block runs on another thread and comes back through the wake-up.
struct Daemon: ~Copyable {
    private enum Token: UInt64 {
        case signals, tick, wait, link, bus, vehicle, position, wakeup
    }

    private let poller: Poller
    private let signals: SignalSource
    private let tickTimer: DeadlineTimer
    private let waitTimer: DeadlineTimer
    private let wakeup: Wakeup
    private var feed: PositionFeed
    private var bus: BusSender
    private var vehicle: VehicleBus?
    var engine: Engine
    private var recorder: Recorder?
    private let reloader: Reloader
    private let turnsKeeper: TurnsKeeper?
    var loaded: LoadedSettings
    let mapName: String
    let mapCacheBytes: Int
    let mapWatcher: MapWatcher
    /// The map in use, and the one before it for going back.
    var map: DrivenMap
    var formerMap: DrivenMap?
    let routeLoader: RouteLoader
    /// The way along the route, `nil` without one.
    var guide: RouteGuide?
    /// Used again and again, so that reading positions does not allocate.
    private var events: [PositionEvent] = []
    private var vehicleEvents: [EngineEvent] = []

    private var nextTick = MonotonicTime.zero
    /// When learned turns are kept next.
    private var nextKeep = MonotonicTime.zero
    private var watchedPosition: Int32?
    private var watchedBus: (descriptor: Int32, opening: Int, wantsRoom: Bool)?
    private var watchedVehicle: Int?
    private var isStopping = false
    private var mapProblems = 0

    /// How long what is still to be sent may take after the end of the position source.
    private static let drainTime = Nanoseconds.milliseconds(500)
    private var drainDeadline: MonotonicTime?

    /// Opens everything; what cannot be opened is one line. `reload` reads the configuration again, on
    /// another thread.
    init(
        map: OpenedMap, mapKey: MapKey?, guide: RouteGuide?, learned: LearnedTurns?,
        source: PositionSource, interface: String,
        loaded: LoadedSettings, reload: @escaping @Sendable () -> Reloader.Outcome
    ) throws {
        // Before any thread, so that no other one is ended by a signal.
        let signals = try SignalSource([SIGTERM, SIGINT, SIGHUP])
        _ = signal(SIGPIPE, SIG_IGN)
        let poller = try Poller()
        let tickTimer = try DeadlineTimer()
        let waitTimer = try DeadlineTimer()
        let wakeup = try Wakeup()
        let bus = try BusSender(
            interface: interface, isFlexible: loaded.settings.isFlexible,
            layout: loaded.settings.engineParameters.provider.layout,
            bitRate: loaded.settings.engineParameters.provider.pace.bitRate,
            isOwner: loaded.settings.daemon.bitRate != nil)
        var vehicle: VehicleBus?
        if let signals = loaded.settings.vehicle.signals {
            vehicle = try VehicleBus(
                interface: loaded.settings.vehicle.interface ?? interface, signals: signals,
                at: monotonicNow())
        }
        let feed = try PositionFeed(source, earliest: map.earliestDrive, wakeup: wakeup) {
            Program.say("ehorizond: \($0)")
        }
        var recorder: Recorder?
        if let path = loaded.settings.daemon.record {
            let header = RecordingHeader(
                start: monotonicNow(), startUTC: systemNow(), map: MapIdentity(map.roads.header),
                configuration: Array(loaded.toml.utf8), learnedTurns: learned?.bytes ?? [])
            recorder = try Recorder(
                path: path, limit: loaded.settings.daemon.recordLimit << 20, header: header)
        }
        try poller.add(signals.descriptor, .readable, token: Token.signals.rawValue)
        try poller.add(tickTimer.descriptor, .readable, token: Token.tick.rawValue)
        try poller.add(waitTimer.descriptor, .readable, token: Token.wait.rawValue)
        try poller.add(wakeup.descriptor, .readable, token: Token.wakeup.rawValue)
        try poller.add(bus.linkDescriptor, .readable, token: Token.link.rawValue)
        self.signals = consume signals
        self.poller = consume poller
        self.tickTimer = consume tickTimer
        self.waitTimer = consume waitTimer
        self.wakeup = wakeup
        self.bus = consume bus
        self.vehicle = consume vehicle
        self.feed = consume feed
        self.map = DrivenMap(roads: map.roads, files: MapWatcher.CheckedMap(sources: map.sources))
        self.guide = guide
        routeLoader = RouteLoader(wakeup: wakeup)
        mapName = map.name
        mapCacheBytes = map.cacheBytes
        mapWatcher = MapWatcher(map, key: mapKey, wakeup: wakeup)
        self.loaded = loaded
        reloader = Reloader(wakeup: wakeup, read: reload)
        self.recorder = consume recorder
        engine = Engine(map: map.roads, parameters: loaded.settings.engineParameters)
        if let learned { engine.learnedTurns = learned }
        turnsKeeper = loaded.settings.daemon.learnedTurns.map {
            TurnsKeeper(path: $0, known: learned)
        }
    }

    /// Runs until a signal, or until a recorded drive is over.
    mutating func run() throws {
        defer { recorder?.close() }
        nextTick = monotonicNow()
        feed.begin(at: nextTick)
        try mapWatcher.start()
        try tickTimer.arm(at: nextTick)
        while !isStopping {
            try watchPosition()
            try watchBus()
            try watchVehicle()
            try armWait()
            var ready: UInt64 = 0
            try poller.wait { event in ready |= 1 << event.token }
            let now = monotonicNow()
            if has(.signals, in: ready) { try takeSignals() }
            if has(.wakeup, in: ready), try wakeup.acknowledge() {
                _ = try feed.takeConnection(at: now)
                takeConfiguration(at: now)
                takeMap(at: now)
                takeRoute(at: now)
            }
            if has(.wait, in: ready) { _ = try waitTimer.acknowledge() }
            if has(.link, in: ready) { try bus.readLink(at: now) }
            if has(.bus, in: ready) { try bus.receive(at: now) }
            try bus.recover(at: now)
            if bus.takeClientsLost() { ingest(.clientsLost, at: now) }
            if has(.vehicle, in: ready) { try takeVehicle(at: now) }
            vehicle?.recover(at: now)
            try takePositions(at: now)
            if has(.tick, in: ready), try tickTimer.acknowledge() { try tick(at: now) }
            try pump()
            if let drainDeadline, now >= drainDeadline { isStopping = true }
        }
        vehicle?.tellSilent(at: monotonicNow(), isEnd: true)
        turnsKeeper?.finish(engine.learnedTurns)
        if let tally = feed.tally { Program.say("ehorizond: position: \(tally)") }
        Program.say("ehorizond: \(bus.framesSent) frames sent")
    }

    private func has(_ token: Token, in ready: UInt64) -> Bool { ready & 1 << token.rawValue != 0 }

    private mutating func takeSignals() throws {
        while let signal = try signals.next() {
            if signal == SIGHUP {
                try reloader.start()
                continue
            }
            isStopping = true
        }
    }

    /// Takes over what was read after SIGHUP, all of it or nothing.
    private mutating func takeConfiguration(at now: MonotonicTime) {
        guard let outcome = reloader.takeOutcome() else { return }
        guard outcome.problems.isEmpty else {
            for problem in outcome.problems { Program.say("ehorizond: \(problem)") }
            Program.say("ehorizond: SIGHUP: the configuration stays as it is")
            return
        }
        let (running, restart) = outcome.loaded.changes(from: loaded)
        if !running.isEmpty {
            let settings = outcome.loaded.settings
            ingest(
                .mask(settings.mask, extent: settings.engineParameters.provider.extent), at: now)
            loaded.takeOver(running, from: outcome.loaded)
        }
        let taken = running.isEmpty ? "nothing" : running.joined(separator: ", ")
        var line = "ehorizond: SIGHUP: taken over: \(taken)"
        if !restart.isEmpty { line += "; a restart takes: \(restart.joined(separator: ", "))" }
        Program.say(line)
        loadRoute(at: now)
    }

    private mutating func takePositions(at now: MonotonicTime) throws {
        guard drainDeadline == nil else { return }
        events.removeAll(keepingCapacity: true)
        var isClosed = false
        let watched = watchedPosition
        let progress = try feed.read(at: now, into: &events) { isClosed = $0 == watched }
        // A closed descriptor leaves the poller by itself, and the next may have the same number.
        if isClosed { watchedPosition = nil }
        for index in events.indices {
            ingest(.position(events[index]), at: now)
            followRoute(at: now)
        }
        if case .ended = progress { drainDeadline = now + Self.drainTime }
    }

    private mutating func takeVehicle(at now: MonotonicTime) throws {
        vehicleEvents.removeAll(keepingCapacity: true)
        try vehicle?.receive(at: now, into: &vehicleEvents)
        for index in vehicleEvents.indices { ingest(vehicleEvents[index], at: now) }
    }

    private mutating func tick(at now: MonotonicTime) throws {
        vehicle?.tellSilent(at: now)
        // Nominal times, so that ticks do not drift; those that were missed are left out.
        ingest(.tick, at: now)
        repeat {
            nextTick = nextTick + engine.parameters.provider.timing.positionInterval
        } while nextTick <= now
        try tickTimer.arm(at: nextTick)
        if let turnsKeeper, now >= nextKeep {
            nextKeep = now + TurnsKeeper.interval
            turnsKeeper.keep(engine.learnedTurns)
        }
    }

    /// Hands the engine an event, and writes it down.
    mutating func ingest(_ event: EngineEvent, at time: MonotonicTime) {
        recorder?.note(event, at: time)
        do {
            try engine.ingest(event, at: time)
        } catch {
            if let former = formerMap {
                formerMap = nil
                mapWatcher.goBack(to: former.files)
                Program.say("ehorizond: \(mapName): \(error); back to the map before")
                use(former, at: time)
                return
            }
            mapProblems += 1
            // The horizon stays; a failing map would say the same at each fix.
            if mapProblems == 1 || mapProblems % 100 == 0 {
                Program.say("ehorizond: \(mapName): \(error) (\(mapProblems) times)")
            }
        }
    }

    /// Gives the bus what it can take now.
    private mutating func pump() throws {
        while true {
            let now = monotonicNow()
            guard bus.isOpen(isPositionDue: engine.isPositionDue, at: now) else { return }
            guard let frame = engine.nextFrame(at: now) else {
                recorder?.noteAsked(at: now, sent: nil)
                return
            }
            let isSent = try bus.send(frame, at: now)
            recorder?.noteAsked(at: now, sent: isSent ? frame : nil)
            if isSent { engine.frameWasSent(at: now) }
        }
    }

    private mutating func watchPosition() throws {
        guard feed.descriptor != watchedPosition else { return }
        if let descriptor = feed.descriptor {
            try poller.add(descriptor, .readable, token: Token.position.rawValue)
        }
        watchedPosition = feed.descriptor
    }

    private mutating func watchBus() throws {
        let wanted = bus.watch
        if let watched = watchedBus, watched.opening != wanted?.opening {
            // A closed descriptor has left the poller by itself.
            watchedBus = nil
        }
        guard let wanted else { return }
        let interest: Poller.Interest = wanted.wantsRoom ? [.readable, .writable] : .readable
        if let watched = watchedBus {
            guard watched.wantsRoom != wanted.wantsRoom else { return }
            try poller.change(wanted.descriptor, interest, token: Token.bus.rawValue)
        } else {
            try poller.add(wanted.descriptor, interest, token: Token.bus.rawValue)
        }
        watchedBus = wanted
    }

    private mutating func watchVehicle() throws {
        // A closed descriptor has left the poller by itself.
        guard let wanted = vehicle?.watch, watchedVehicle != wanted.opening else { return }
        try poller.add(wanted.descriptor, .readable, token: Token.vehicle.rawValue)
        watchedVehicle = wanted.opening
    }

    /// Sets the timer to the next moment at which something may be due without being told.
    private mutating func armWait() throws {
        let now = monotonicNow()
        var deadline = bus.deadline
        for candidate in [
            drainDeadline == nil ? feed.deadline : drainDeadline, vehicle?.deadline,
            bus.isOpen(isPositionDue: engine.isPositionDue, at: now)
                ? engine.nextFrameTime(after: now) : bus.windowDeadline(at: now),
        ] {
            guard let candidate else { continue }
            deadline = min(deadline ?? candidate, candidate)
        }
        if let deadline { try waitTimer.arm(at: deadline) } else { try waitTimer.disarm() }
    }
}
