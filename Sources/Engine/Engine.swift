public import ADASISv2
public import CANFrames
public import Horizon
public import HorizonProvider
public import MapMatching
public import Positioning
public import Quantities
public import RoadMap

/// Everything that can be set in the engine.
public struct EngineParameters: Sendable {
    /// Matching.
    public var matching = MatchingParameters()
    /// The path tree. It reaches at least as far as what goes on the wire.
    public var horizon = HorizonParameters()
    /// What goes on the wire.
    public var provider = ProviderParameters()
    /// The time from the moment a position is true to its arrival from the receiver, where nothing holds
    /// it up (``Fix/delay``).
    public var receiverLatency = Nanoseconds.zero

    /// The defaults.
    public init() {}
}

extension EngineParameters {
    /// The tree that reaches as far as it is set to and as any message is sent.
    public var treeParameters: HorizonParameters {
        var tree = horizon
        for (level, wire) in provider.levels.enumerated() {
            let reach = [wire.stub, wire.segment, wire.profileShort, wire.profileLong]
                .map(\.reach).max().flatMap { Centimetres(rounding: $0) }
            guard let reach else { continue }
            if level < tree.lookAhead.count {
                tree.lookAhead[level] = max(tree.lookAhead[level], reach)
            } else {
                tree.lookAhead.append(reach)
            }
        }
        return tree
    }
}

/// Something that happens to the engine. The host hands events over in the order of their times.
public enum EngineEvent: Sendable, Hashable {
    /// The receiver says where the vehicle is, or that it does not know.
    case position(PositionEvent)
    /// The moment for a POSITION, at its nominal time.
    case tick
    /// What the clients hold is not known any more: the bus was down, or one of them asks.
    case clientsLost
    /// A client asks for the message of that type that had that counter; without one, for all of the
    /// type.
    case request(MessageKind, CyclicCounter?)
    /// Other messages and profile types are to be sent from now on, and more or less of the tree.
    case mask(MessageMask, extent: ProviderParameters.Extent = .fullTree)
    /// From now on the map is this one, which the engine was offered before.
    case map(MapIdentity)
    /// The vehicle is expected to take these links of the map in use: a route, or another prediction.
    /// It holds until the next one, or until the map changes; with none, class and angle decide again.
    /// Of more than ``EngineEvent/longestCourse`` the first ones count: a host hands the rest over
    /// on the way.
    case course([DirectedLink])

    /// The most links of a course that count, well more than the tree reaches.
    public static let longestCourse = 1024
}

/// The horizon provider's engine: events go in, frames come out.
///
/// ```swift
/// var engine = Engine(map: map, parameters: parameters)
/// try engine.ingest(.position(.fix(fix)), at: now)
/// while let frame = engine.nextFrame(at: now), bus.take(frame) { engine.frameWasSent(at: now) }
/// ```
/// It reads no clock and no environment: the same map, parameters and events give the same frames.
public struct Engine {
    /// What is set.
    public let parameters: EngineParameters
    /// The paths that the vehicle may take.
    public private(set) var tree: PathTree
    /// What the last fix was matched to.
    public private(set) var match = MatchResult.notCalibrated

    /// When the tree was last moved.
    private var treeTime: MonotonicTime?
    /// The speed at that moment, where it was known.
    private var treeSpeed: MetresPerSecond?
    private var alternatives: [MatchedPlace] = []
    /// The last fix and when it came.
    private var lastFix: (fix: Fix, arrival: MonotonicTime)?
    /// The map that the next ``EngineEvent/map(_:)`` may name.
    private var offered: RoadMap?
    private var map: RoadMap
    private var matcher: MapMatcher
    private var provider: HorizonProvider

    /// An engine at standstill that knows nothing of the vehicle yet.
    public init(map: RoadMap, parameters: EngineParameters) {
        self.parameters = parameters
        self.map = map
        let horizon = parameters.treeParameters
        tree = PathTree(map: map, parameters: horizon)
        matcher = MapMatcher(map: map, parameters: parameters.matching)
        provider = HorizonProvider(
            map: map, parameters: parameters.provider, trailing: horizon.trailing)
    }

    /// Takes an event in. Times never go back.
    ///
    /// When the map cannot be read, the error says why; the engine keeps the horizon it has and goes
    /// on with the next event.
    public mutating func ingest(_ event: EngineEvent, at time: MonotonicTime) throws(MapError) {
        switch event {
        case .tick: provider.tick(at: time)
        case .clientsLost: provider.repeatEverything(at: time)
        case .request(let kind, let counter):
            provider.repeatMessage(kind, counter: counter, at: time)
        case .mask(let mask, let extent):
            try provider.setMask(mask, extent: extent, tree: tree, at: time)
        case .map(let identity): try changeMap(to: identity, at: time)
        case .course(let links): try follow(links, at: time)
        // POSITION grows old, and says so, until there is a fix again.
        case .position(.noFix): break
        case .position(.fix(let fix)):
            lastFix = (fix, time)
            try ingest(fix, arrivedAt: time, at: time)
        }
    }

    /// Hands over a map for the next ``EngineEvent/map(_:)`` that names it. An event is no more than
    /// what a recording can hold, and so it names the map and does not bring it.
    public mutating func offer(_ map: RoadMap) { offered = map }

    /// Goes over to the map that was offered: everything that was found out on the old one is given up,
    /// and the horizon is built anew from the last fix. Without that map everything stays as it is.
    private mutating func changeMap(
        to identity: MapIdentity, at time: MonotonicTime
    ) throws(MapError) {
        guard let map = offered, MapIdentity(map.header) == identity else {
            throw .absent(identity)
        }
        offered = nil
        self.map = map
        matcher = MapMatcher(map: map, parameters: parameters.matching)
        tree = PathTree(map: map, parameters: parameters.treeParameters)
        match = .notCalibrated
        treeTime = nil
        treeSpeed = nil
        try provider.changeMap(to: map, emptied: tree, at: time)
        if let (fix, arrival) = lastFix { try ingest(fix, arrivedAt: arrival, at: time) }
    }

    /// Takes a course over, and tells clients what it changes of the tree.
    private mutating func follow(_ links: [DirectedLink], at time: MonotonicTime) throws(MapError) {
        var problem: MapError?
        do { try tree.setCourse(Array(links.prefix(EngineEvent.longestCourse))) } catch {
            problem = error
        }
        try provider.update(tree: tree, at: time)
        if let problem { throw problem }
    }

    /// The frame that is to go on the bus now, `nil` where there is none. It counts as sent only with
    /// ``frameWasSent(at:)``.
    public mutating func nextFrame(at time: MonotonicTime) -> CANFrame? {
        provider.nextFrame(at: time)
    }

    /// The bus has taken the frame of the last ``nextFrame(at:)``.
    public mutating func frameWasSent(at time: MonotonicTime) { provider.frameWasSent(at: time) }

    /// When there may be a frame again without a further event; `nil` where there will be none.
    public func nextFrameTime(after time: MonotonicTime) -> MonotonicTime? {
        provider.nextFrameTime(after: time)
    }

    /// Whether a POSITION waits to be sent.
    public var isPositionDue: Bool { provider.isPositionDue }

    /// How much of the tree is told now.
    public var extent: ProviderParameters.Extent { provider.extent }

    /// Whether a client that has received every frame holds the whole horizon.
    public var isComplete: Bool { provider.isComplete }

    /// The index that a path of ``tree`` has on the wire, `nil` where it has none.
    public func pathIndex(of id: PathID) -> PathIndex? { provider.pathIndex(of: id) }

    private mutating func ingest(
        _ fix: Fix, arrivedAt arrival: MonotonicTime, at time: MonotonicTime
    ) throws(MapError) {
        match = try matcher.ingest(fix, at: arrival)
        let latency = parameters.receiverLatency + (fix.delay ?? .zero)
        var vehicle = VehicleState(.notCalibrated, time: arrival - latency)
        vehicle.speed = fix.speed
        vehicle.accuracy = fix.accuracy
        var problem: MapError?
        switch match {
        case .onRoad(let matched):
            vehicle.place = .onPath
            vehicle.relativeHeading = matched.relativeHeading
            vehicle.probability = matched.probability
            let move = longestMove(until: vehicle.time, speed: fix.speed)
            do {
                let moment = fix.time.map { $0.nanoseconds / 1_000_000_000 }
                try tree.advance(to: matched.place, longestMove: move, at: moment)
            } catch { problem = error }
            // Where the tree will grow next the disk may begin to read.
            for path in tree.paths {
                if let last = path.links.last {
                    map.prefetch(last.record.exit(last.link.direction))
                }
            }
            treeTime = vehicle.time
            treeSpeed = fix.speed
        case .offRoad:
            vehicle.place = .offRoad
            tree.clear()
        case .noMap:
            vehicle.place = .noMap
            tree.clear()
        case .notCalibrated: tree.clear()
        }
        appendAlternatives(to: &vehicle)
        try provider.update(tree: tree, vehicle: vehicle, at: time)
        if let problem { throw problem }
    }

    /// The other places where the car may be that lie in the tree, apart from the best one.
    private mutating func appendAlternatives(to vehicle: inout VehicleState) {
        let timing = parameters.provider.timing
        let most = timing.positionCandidates - 1
        guard most > 0, vehicle.place == .onPath else { return }
        alternatives.removeAll(keepingCapacity: true)
        // More than are told of: some lie beside the best one, or in no path of the tree.
        matcher.appendAlternatives(
            to: &alternatives, limit: 8, atLeast: timing.candidateProbability)
        for other in alternatives {
            guard let (path, offset) = tree.locate(other.place) else { continue }
            let isBeside =
                path == tree.mainPath?.id && abs((offset - tree.vehicleOffset).value) < 30
            if isBeside || vehicle.alternatives.count >= most { continue }
            vehicle.alternatives.append(
                VehicleState.Alternative(
                    path: path, offset: offset, relativeHeading: other.relativeHeading,
                    probability: other.probability))
        }
    }

    /// How far the car can have driven since the tree was last moved: what is more is a correction of
    /// the match, or the end of a loop that the car did not drive, for the way that it took lies beside
    /// the main path. Clients give up their horizon above 200 m (confidence C).
    private func longestMove(until time: MonotonicTime?, speed: MetresPerSecond?) -> Metres {
        guard let time, let treeTime else { return Metres(200) }
        var fastest = MetresPerSecond(60)
        if let speed, let treeSpeed { fastest = max(speed, treeSpeed) }
        // And a few lengths of a fix's error.
        return min(Metres(200), Metres(40 + fastest.value * (time - treeTime).seconds))
    }
}
