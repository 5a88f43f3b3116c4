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
    /// Dead reckoning.
    public var reckoning = ReckoningParameters()
    /// The path tree. It reaches at least as far as what goes on the wire.
    public var horizon = HorizonParameters()
    /// What goes on the wire.
    public var provider = ProviderParameters()
    /// Of how many further places where the vehicle may be the engine keeps a tree too, for observers
    /// (``Engine/candidates``).
    public var candidateTrees = 0
    /// The time from the moment a position is true to its arrival from the receiver, where nothing holds
    /// it up (``/Positioning/Fix/delay``).
    public var receiverLatency = Nanoseconds.zero
    /// What the road's surface is taken for while the vehicle does not say what it is like.
    public var surface = SurfaceCondition.unknown
    /// How long what it says of that holds.
    public var surfaceLifetime = Nanoseconds.seconds(10)
    /// How long what it says of what the driver is about to do holds, signal by signal.
    public var driverSignalsLifetime = Nanoseconds.seconds(2)

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
    /// The vehicle says of its own motion what holds now.
    case vehicle(VehicleMotion)
    /// The vehicle says what the road's surface is like now.
    case surface(SurfaceCondition)
    /// The vehicle says what its driver is about to do now.
    case driver(DriverSignals)
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
    /// The vehicle is expected to take these links of the map in use, in driving order: a route, or another
    /// prediction. Where one comes up again, the one behind it says how it goes on.
    /// It holds until the next one, or until the map changes; with none, the turn model decides again.
    /// Of more than ``EngineEvent/longestCourse`` the first ones count: a host hands the rest over
    /// on the way.
    case course([DirectedLink])
    /// The same of the links of a calculated route: messages say which roads are part of it. It waits
    /// until the vehicle comes to it, and once the vehicle has left it it is dropped, as with none.
    case route([DirectedLink])

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
    public internal(set) var tree: PathTree
    /// What the vehicle has learned of turns; `nil` where it does not
    /// (``/Horizon/HorizonParameters/learnsTurns``). A host may keep it and hand it over before the next drive, or
    /// begin anew with an empty one.
    public var learnedTurns: LearnedTurns? {
        get { tree.learned }
        set { tree.learned = newValue }
    }
    /// What the last fix was matched to.
    public internal(set) var match = MatchResult.notCalibrated

    /// The last fix as it was matched, and how the car has moved since the one before by its own signals;
    /// `nil` before the first.
    public internal(set) var matched: (fix: Fix, motion: EgoMotion)?

    /// What carries the vehicle's place from fix to fix.
    public internal(set) var reckoning: DeadReckoning
    /// What is said of the vehicle, at the last fix or tick.
    var vehicle = VehicleState(.notCalibrated)
    /// What the place that is told rests on.
    var told = ToldPlace()
    /// What the car's turns have said since the last fix.
    var turns = TurnsSeen()
    /// Everywhere that the last fix may have been, and what of that lies in the tree.
    var places: [PossiblePlace] = []
    /// Where the vehicle was last seen on the route, by the tree's odometer; `nil` where it was not on it
    /// yet, or where there is none.
    var leftRouteAt: Metres?
    var alternatives: [VehicleState.Alternative] = []
    var others = CandidateTrees()
    /// What the vehicle last said of what its driver is about to do.
    var driver = SaidOfDriver()
    /// When the vehicle last said what the road's surface is like; `nil` where that is too old.
    private var surfaceTime: MonotonicTime?
    /// The last fix and when it came.
    private var lastFix: (fix: Fix, arrival: MonotonicTime)?
    /// The map that the next ``EngineEvent/map(_:)`` may name.
    private var offered: RoadMap?
    var map: RoadMap
    var matcher: MapMatcher
    var provider: HorizonProvider

    /// An engine at standstill that knows nothing of the vehicle yet.
    public init(map: RoadMap, parameters: EngineParameters) {
        self.parameters = parameters
        self.map = map
        let horizon = parameters.treeParameters
        tree = PathTree(map: map, parameters: horizon)
        tree.surface = parameters.surface
        matcher = MapMatcher(map: map, parameters: parameters.matching)
        reckoning = DeadReckoning(parameters.reckoning)
        provider = HorizonProvider(
            map: map, parameters: parameters.provider, trailing: horizon.trailing)
        places.reserveCapacity(Self.mostPlaces)
        alternatives.reserveCapacity(Self.mostPlaces)
    }

    /// Takes an event in. Times never go back.
    ///
    /// When the map cannot be read, the error says why; the engine keeps the horizon it has and goes
    /// on with the next event.
    public mutating func ingest(_ event: EngineEvent, at time: MonotonicTime) throws(MapError) {
        switch event {
        case .tick:
            defer { provider.tick(at: time) }
            forgetSurface(at: time)
            try reckon(to: time)
            try tree.lookForDestinations()
        case .clientsLost: provider.repeatEverything(at: time)
        case .request(let kind, let counter):
            provider.repeatMessage(kind, counter: counter, at: time)
        case .mask(let mask, let extent):
            try provider.setMask(mask, extent: extent, tree: tree, at: time)
        case .map(let identity): try changeMap(to: identity, at: time)
        case .course(let links): try follow(links, isRoute: false, at: time)
        case .route(let links): try follow(links, isRoute: true, at: time)
        case .vehicle(let motion): reckoning.ingest(motion, at: time)
        case .surface(let surface):
            tree.surface = surface
            surfaceTime = time
        case .driver(let said): driver.ingest(said, at: time)
        // The place is reckoned, with a growing error, until there is a fix again.
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
        tree = PathTree(map: map, after: tree)
        others = CandidateTrees(nextNumber: others.nextNumber)
        match = .notCalibrated
        leftRouteAt = nil
        reckoning.leave()
        try provider.changeMap(to: map, emptied: tree, at: time)
        // An older one does not say any more where the vehicle is.
        if let (fix, arrival) = lastFix, time - arrival <= Self.fixLifetime {
            try ingest(fix, arrivedAt: arrival, at: time)
        }
    }

    /// A signal that has gone silent says nothing any more.
    private mutating func forgetSurface(at time: MonotonicTime) {
        guard let heard = surfaceTime, time - heard > parameters.surfaceLifetime else { return }
        surfaceTime = nil
        tree.surface = parameters.surface
    }

    /// How long a fix says where the vehicle is without what was driven since.
    private static let fixLifetime = Nanoseconds.seconds(2)

    /// Takes a course over, and tells clients what it changes of the tree.
    mutating func follow(
        _ links: [DirectedLink], isRoute: Bool, at time: MonotonicTime
    ) throws(MapError) {
        leftRouteAt = nil
        var problem: MapError?
        do {
            try tree.setCourse(
                Array(links.prefix(EngineEvent.longestCourse)), isRoute: isRoute)
        } catch {
            problem = error
        }
        // The next part of a route that the vehicle is on already.
        if let route = tree.route, let link = vehicleLink, route.contains(link) {
            leftRouteAt = tree.odometer
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
}
