import Configuration
import Engine
import HorizonProvider
import Geodesy
import Horizon
import LinuxLoop
import MapMatching
import Positioning
import Quantities
import Reasons
import RoadMap
import Supervision
import TextFiles

/// The engine with the map and the route that it works on: each event is recorded and ingested, a new map or
/// route is used between two events. ``MapHistory`` and ``RouteSupervision`` decide; this does.
struct HorizonRun: StateSource, ~Copyable {
    private(set) var engine: Engine
    private var recorders: RunRecorders
    private(set) var maps: MapHistory<DrivenMap>
    let mapFiles: MapFiles
    private let mapWatcher: MapWatcher
    private var mapAge: MapAge
    private(set) var route: RouteSupervision
    /// The place at the end of the run before.
    private let lastRun: LastPlace?
    private(set) var objects: HostObjects
    private let routeReader: BackgroundReader<RouteRequest, FoundRoute>
    private(set) var sent = TransmissionCount()
    private var treeWatch = TreeWatch()

    /// A run that begins with a map, and a route and what earlier runs have stored where there is some.
    init(
        map: OpenedMap, watcher: MapWatcher, route choice: RouteChoice, guide: RouteGuide?,
        known: KnownState, parameters: EngineParameters, mapAge: MapAge,
        objects: HostObjects, recorders: consuming RunRecorders, wakeup: Wakeup
    ) {
        var engine = Engine(map: map.roads, parameters: parameters)
        if let turns = known.turns { engine.learnedTurns = turns }
        self.engine = engine
        self.recorders = recorders
        lastRun = known.place
        maps = MapHistory(DrivenMap(roads: map.roads, files: CheckedMap(parts: map.parts)))
        mapFiles = MapFiles(name: map.name, cacheBytes: map.cacheBytes)
        mapWatcher = watcher
        self.mapAge = mapAge
        route = RouteSupervision(choice, guide)
        self.objects = objects
        routeReader = BackgroundReader(wakeup: wakeup) { $0.read() }
    }

    /// What the vehicle has learned of turns.
    var learnedTurns: LearnedTurns? { engine.learnedTurns }

    /// The place of the vehicle for the next run; `nil` while it is not known.
    var lastPlace: LastPlace? { engine.lastPlace }

    /// The speed of the vehicle; `nil` while it is hardly known.
    var speed: MetresPerSecond? { engine.reckoning.speed }

    /// The map in use.
    var mapIdentity: MapIdentity { maps.current.identity }

    /// The bounds of the map in use; `nil` while there is none.
    var mapBounds: BoundingBox? {
        maps.current.files.isEmpty ? nil : maps.current.roads.header.bounds
    }

    /// The match of the last fix that was not rejected.
    var match: MatchResult { engine.match }

    /// The time from one tick to the next.
    var tickInterval: Nanoseconds { engine.parameters.provider.timing.positionInterval }

    /// The name of the map for people.
    var mapName: String { mapFiles.name }

    /// Whether a POSITION waits to be sent.
    var isPositionDue: Bool { engine.isPositionDue }
    /// The number of POSITIONs that the kernel has taken; `nil` if the mask has none.
    var positionsSent: Int? { engine.sendsPosition ? sent.positions : nil }

    /// When there may be a frame without a further event.
    func nextFrameTime(after time: MonotonicTime) -> MonotonicTime? {
        engine.nextFrameTime(after: time)
    }

    /// Begins to watch the names of the map's files, where the vehicle was at the end of the run before.
    mutating func begin(at now: MonotonicTime) throws(SystemError) {
        try mapWatcher.start()
        try objects.begin()
        if let lastRun { ingest(.lastPlace(lastRun), at: now) }
    }

    /// Ends the recordings.
    mutating func end() { recorders.close(of: engine) }

    /// Takes note of the faults at a tick, which may have the ring buffer written.
    mutating func note(_ faults: RingFaults, at now: MonotonicTime) {
        recorders.note(faults, objects.list, of: engine, at: now)
    }

    /// Has the ring buffer written. Returns why that is refused.
    mutating func writeRing(_ reason: RingReason) -> String? {
        guard recorders.hasRing else { return "there is no ring buffer (daemon.ring_directory)" }
        recorders.writeRing(reason, of: engine)
        return nil
    }

    /// Records an event and hands it to the engine. A failure keeps the horizon; where a new map fails, the
    /// former map is used again.
    mutating func ingest(_ event: EngineEvent, at time: MonotonicTime) {
        recorders.note(event, at: time, of: engine, on: maps.current.identity)
        if case .position(let reported) = event {
            let line = mapAge.note(reported, dataTime: maps.current.roads.header.dataMoment)
            if let line { report("\(mapName): \(line)") }
        }
        do throws(MapError) {
            try engine.ingest(event, at: time)
            treeWatch.note(engine.tree, after: event)
        } catch {
            if case .changed = error {
                report("\(mapName): \(error); this map is not used any more")
                maps.refuse()
                return giveUpMap(at: time)
            }
            treeWatch.note(engine.tree, after: event)
            switch maps.noteFailure(error, at: time) {
            case .goBack(let former):
                mapWatcher.goBack(to: former.files, isPassing: error.isPassing)
                report("\(mapName): \(error); the former map is used again")
                use(former, at: time)
            case .report(let failures): report("\(mapName): \(error) (\(failures) times)")
            case .none: break
            }
        }
    }

    /// Sends what the bus takes now. Returns the time at its end.
    mutating func send(on bus: inout BusSender<SocketPort>) -> MonotonicTime {
        while true {
            let now = monotonicNow()
            guard bus.isOpen(isPositionDue: engine.isPositionDue, at: now) else { return now }
            guard let frame = engine.nextFrame(at: now) else {
                recorders.noteAsked(at: now, sent: nil)
                return now
            }
            let (isPosition, kind) = (engine.isPositionDue, engine.waitingKind)
            let limit = engine.waitingLimit
            let isSent = bus.send(frame, at: now)
            recorders.noteAsked(at: now, sent: isSent ? frame : nil)
            guard isSent else { continue }
            engine.frameWasSent(at: now)
            recorders.note(limit, of: engine)
            if let kind { sent.note(frame, kind, at: now) }
            if isPosition, !engine.isPositionDue { sent.notePosition() }
        }
    }

    /// The last change of the path tree since the last call, with its cause; `nil` without one, and where nobody
    /// wants it.
    mutating func takeTreeChange(_ isWanted: Bool) -> TreeChange? {
        treeWatch.setOn(isWanted)
        return treeWatch.take()
    }

    // MARK: The map

    /// Uses a new map where a name of the map's files has another file.
    mutating func takeMap(at now: MonotonicTime) {
        guard let finding = mapWatcher.takeFinding() else { return }
        for file in finding.refused { report(file.refusal) }
        let hasMap = finding.refused.isEmpty && mapBounds != nil
        for file in finding.unfit {
            report(finding.map != nil ? file.regionLine : hasMap ? file.line : file.lineWithoutMap)
        }
        if !finding.refused.isEmpty { maps.refuse() }
        if let checked = finding.map { change(to: checked, at: now) }
        giveUpMap(at: now)
    }

    private mutating func change(to checked: CheckedMap, at now: MonotonicTime) {
        do throws(MapError) {
            let new = try checked.map(cacheBytes: mapFiles.cacheBytes)
            checked.strayLines.forEach(report)
            guard maps.isNew(new) else { return }
            // The former map is kept for the case that the new one fails, but two maps need no more memory than one.
            maps.current.roads.emptyCaches()
            MemoryRoom.giveBack()
            maps.change(to: new, at: now)
            use(new, at: now)
            // It may have failed at once, and the former one is in use again.
            if !maps.isNew(new) { report("\(mapName): a new map, \(new.identity)") }
        } catch {
            // Files that are refused are no part of what a later file joins.
            mapWatcher.goBack(to: maps.current.files, isPassing: error.isPassing)
            let state = maps.current.isNone ? "no map is in use" : "the map is unchanged"
            report("\(mapName): \(error); \(state)")
        }
    }

    /// Uses the former map in the place of a refused one, or else a map without roads: clients learn that there
    /// is no map, and a recording names it as any other.
    private mutating func giveUpMap(at now: MonotonicTime) {
        guard
            let none = try? RoadMap.withoutRoads(of: maps.current.roads.header.country),
            let map = maps.giveUp(otherwise: DrivenMap(roads: none, files: CheckedMap(parts: [])))
        else { return }
        if !map.files.isEmpty {
            mapWatcher.goBack(to: map.files)
            report("\(mapName): the map was refused; the former map is used again")
        }
        use(map, at: now)
    }

    private mutating func use(_ map: DrivenMap, at now: MonotonicTime) {
        engine.offer(map.roads)
        ingest(.map(map.identity), at: now)
        objects.change { $0.noteMap() }
        followObjects(at: now)
        // A route has links of the former map. A route that the vehicle has left stays dropped.
        route.noteMap()
        if route.isWanted { readRoute(route.choice, at: now) }
    }

    // MARK: The route

    /// Hands the engine the next part of the route.
    mutating func followRoute(at now: MonotonicTime) {
        if let event = route.event(for: engine) { ingest(event, at: now) }
        guard route.takeLeft() else { return }
        report("\(route.choice.name ?? "the route"): the vehicle has left the route")
    }

    /// Reads the route of the settings again; without one the engine drops its route.
    mutating func readRoute(_ choice: RouteChoice, at now: MonotonicTime) {
        guard let file = route.choose(choice) else { return dropRoute(at: now) }
        // Without a map, it is read when there is one.
        guard !maps.current.files.isEmpty else { return }
        do throws(SystemError) {
            try routeReader.start(RouteRequest(choice, on: maps.current, named: mapName))
        } catch {
            if let line = route.noteUnread("\(file): \(error)", at: now) { report(line) }
        }
    }

    /// Uses a route that was read, if it is of the map in use and of the settings.
    mutating func takeRoute(at now: MonotonicTime) {
        guard let found = routeReader.takeOutcome() else { return }
        switch route.take(found, map: maps.current.identity, at: now) {
        case .ignore: break
        case .report(let line): report(line)
        case .drop(let line):
            dropRoute(at: now)
            report(line)
        case .follow(let line):
            followRoute(at: now)
            report(line)
        }
    }

    private mutating func dropRoute(at now: MonotonicTime) {
        if engine.hasRoute { ingest(.route([]), at: now) }
    }

    // MARK: Objects of the host

    /// Changes the objects. Returns why that is refused; then nothing has changed.
    mutating func changeObjects(
        at now: MonotonicTime, _ change: (inout ObjectSupervision) -> String?
    ) -> String? {
        let refusal = objects.change(change)
        if refusal == nil { followObjects(at: now) }
        return refusal
    }

    /// Does what is due by the time: objects expire; what could not be read of the map is read again.
    mutating func followTime(at now: MonotonicTime) {
        if route.takeRetry(at: now) { readRoute(route.choice, at: now) }
        guard !objects.list.isEmpty else { return }
        let lines = objects.change { $0.expire(at: engine.tree.moment, now: now) }
        for line in lines { report(line) }
        guard !lines.isEmpty else { return objects.match(on: maps.current, at: now) }
        followObjects(at: now)
    }

    /// Uses the file's objects and the roads that were found.
    mutating func takeObjects(at now: MonotonicTime) {
        guard let lines = objects.takeResults(on: maps.current.identity, at: now) else { return }
        for line in lines { report(line) }
        followObjects(at: now)
    }

    /// Hands the engine what the objects restrict, and has new ones matched to the map.
    private mutating func followObjects(at now: MonotonicTime) {
        if let event = objects.change({ $0.takeEvent(report) }) { ingest(event, at: now) }
        objects.match(on: maps.current, at: now)
    }
}
