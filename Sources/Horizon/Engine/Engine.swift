import ADASISv2
public import CANFrames
public import Horizon
import HorizonProvider
import MapMatching
import Positioning
public import Quantities
public import RoadMap
import Routing

/// The horizon provider's engine: events go in, frames come out.
///
/// ```swift
/// var engine = Engine(map: map, parameters: parameters)
/// try engine.ingest(.position(.fix(fix)), at: now)
/// while let frame = engine.nextFrame(at: now), bus.take(frame) { engine.frameWasSent(at: now) }
/// ```
/// It reads no clock and no environment: the same map, parameters and events give the same frames. It passes each
/// event on to its parts, in this order:
///
/// | part | owns |
/// |---|---|
/// | `FixMatching` | the matcher, and the places of the last fix |
/// | `VehicleEstimate` | dead reckoning and the reported position |
/// | ``/Horizon/PathTree`` | the paths that the vehicle may take |
/// | `AlternativeChoice`, `CandidateTrees` | other places of the vehicle |
/// | `RouteFollower`, `DriverSignalState`, `SurfaceSignal` | what the host and the vehicle report |
/// | ``/HorizonProvider/HorizonProvider`` | the transmitted horizon |
public struct Engine {
    /// The settings.
    public let parameters: EngineParameters
    /// The paths that the vehicle may take.
    public private(set) var tree: PathTree
    private(set) var fixes: FixMatching
    private(set) var estimate: VehicleEstimate
    private var alternatives: AlternativeChoice
    private(set) var others: CandidateTrees
    private(set) var route = RouteFollower()
    private var driver: DriverSignalState
    private var surface: SurfaceSignal
    /// The last fix and its arrival.
    private(set) var lastFix: (fix: Fix, arrival: MonotonicTime)?
    /// The map that the next ``EngineEvent/map(_:)`` may name.
    private var offered: RoadMap?
    private(set) var provider: HorizonProvider

    /// The age up to which the last fix is matched again on a new map.
    private static let fixLifetime = Nanoseconds.seconds(2)

    /// A vehicle whose own signals report less stands.
    private static let standstill = MetresPerSecond(0.05)

    /// An engine at standstill that knows nothing of the vehicle yet.
    public init(map: RoadMap, parameters: EngineParameters) {
        self.parameters = parameters
        let horizon = parameters.treeParameters
        tree = PathTree(map: map, parameters: horizon)
        tree.surface = parameters.surface
        fixes = FixMatching(map, parameters.matching)
        estimate = VehicleEstimate(parameters)
        alternatives = AlternativeChoice(parameters)
        others = CandidateTrees(map, parameters)
        driver = DriverSignalState(lifetime: parameters.driverSignalsLifetime)
        surface = SurfaceSignal(parameters)
        provider = HorizonProvider(
            map: map, parameters: parameters.provider, trailing: horizon.trailing)
    }

    // MARK: Events

    /// Takes an event in. Times never go back.
    ///
    /// Throws if the map cannot be read, after all else is done. The engine accepts the next event.
    /// So does an event of more than ``/Horizon/HorizonParameters/maximumSteps``: the roads are out of proportion.
    public mutating func ingest(_ event: EngineEvent, at time: MonotonicTime) throws(MapError) {
        tree.map.limitSteps(to: tree.parameters.maximumSteps)
        defer { tree.map.liftLimit() }
        switch event {
        case .lastPlace(let place): try restore(place, at: time)
        case .tick:
            defer { provider.tick(at: time) }
            if let surface = surface.expire(at: time) { tree.surface = surface }
            var errors = FirstError<MapError>()
            errors.attempt { () throws(MapError) in try advance(to: time) }
            errors.attempt { () throws(MapError) in try tree.lookForDestinations() }
            try errors.rethrow()
        case .clientsLost: provider.repeatEverything(at: time)
        case .request(let kind, let counter):
            provider.repeatMessage(kind, counter: counter, at: time)
        case .mask(let mask, let extent):
            try provider.setMask(mask, extent: extent, tree: tree, at: time)
        case .bitRate(let rate, let package): provider.setBitRate(rate, packageSize: package)
        case .map(let identity): try changeMap(to: identity, at: time)
        case .course(let links): try setCourse(links, isRoute: false, at: time)
        case .route(let links): try setCourse(links, isRoute: true, at: time)
        case .restrictions(let list):
            var errors = FirstError<MapError>()
            errors.attempt { () throws(MapError) in
                try tree.setRestrictions(
                    RoadRestrictions(Array(list.prefix(EngineEvent.mostRestrictions))))
            }
            try provider.update(tree: tree, at: time)
            try errors.rethrow()
        case .vehicle(let motion): estimate.ingest(motion, at: time)
        case .surface(let reported):
            tree.surface = reported
            surface.noteReport(at: time)
        case .driver(let signals): driver.ingest(signals, at: time)
        // Dead reckoning continues, with a growing error, until the next fix.
        case .position(.noFix): break
        case .position(.fix(let fix)):
            lastFix = (fix, time)
            try ingest(fix, arrivedAt: time, at: time)
        }
    }

    /// Hands over a map for the next ``EngineEvent/map(_:)`` that names it: a recording has to hold each event.
    public mutating func offer(_ map: RoadMap) { offered = map }

    /// Brings tree, candidates and clients to a fix.
    private mutating func ingest(
        _ fix: Fix, arrivedAt arrival: MonotonicTime, at time: MonotonicTime
    ) throws(MapError) {
        estimate.advance(to: time)
        var seen = fix
        // Wheels know better than satellites whether a vehicle stands.
        if let speed = estimate.deadReckoning.carSpeed { seen.speed = speed }
        let moment = arrival - (parameters.receiverLatency + (fix.delay ?? .zero))
        let motion = estimate.takeEgoMotion(trueAt: moment)
        let match: MatchResult
        do { match = try fixes.match(seen, after: motion, at: arrival) } catch {
            estimate.noteUnreadableMap()
            // The error of the match is the cause; an error of the update follows from it.
            try? provider.update(tree: tree, vehicle: estimate.state, at: time)
            throw error
        }
        if !fixes.rejects(seen) { estimate.forgetAssumedSpeed() }
        estimate.ingestVelocity(of: fix, trueAt: moment)
        // Dead reckoning continues without the fix.
        if fixes.rejects(seen), estimate.isOnLine { return }
        fixes.accept(match)
        var errors = FirstError<MapError>()
        var isFollowed = true
        do throws(MapError) {
            try estimate.ingest(
                match, of: fix, among: fixes.places, trueAt: moment, at: time, in: &tree, &errors)
        } catch {
            errors.note(error)
            isFollowed = false
        }
        errors.attempt { () throws(MapError) in try followDriver(at: time) }
        // Where the tree could not follow the fix, other places of the fix do not match the tree.
        if isFollowed {
            errors.attempt { () throws(MapError) in try followOtherPlaces() }
        }
        errors.attempt { () throws(MapError) in try followRoute() }
        try provider.update(tree: tree, vehicle: estimate.state, at: time)
        try errors.rethrow()
    }

    /// Begins where the vehicle was at the end of the run before. After a fix that is known better.
    private mutating func restore(
        _ last: LastPlace, at time: MonotonicTime
    ) throws(MapError) {
        guard lastFix == nil, try last.exists(on: tree.map) else { return }
        estimate.advance(to: time)
        var errors = FirstError<MapError>()
        switch last {
        case .unknown: return
        case .offRoad: estimate.restoreOffRoad(at: time)
        case .onRoad(let place, let accuracy, let probability):
            let known = try RememberedPlace(
                place, accuracy: accuracy, probability: probability, on: tree.map)
            fixes.remember(known)
            stand(at: time)
            let matched = MatchedPlace(
                place: place, coordinate: known.coordinate, relativeHeading: nil,
                probability: probability * RememberedPlace.probability)
            try estimate.restore(matched, known.accuracy, at: time, in: &tree, &errors)
        }
        try provider.update(tree: tree, vehicle: estimate.state, at: time)
        try errors.rethrow()
    }

    /// Before the first fix, a vehicle stands where it was, unless its own signals report a movement.
    private mutating func stand(at time: MonotonicTime) {
        guard let place = fixes.remembered?.coordinate else { return }
        guard (estimate.deadReckoning.carSpeed ?? .zero) < Self.standstill else {
            return fixes.remember(nil)
        }
        estimate.assumeStandstill(at: place, time)
    }

    private mutating func advance(to time: MonotonicTime) throws(MapError) {
        estimate.advance(to: time)
        stand(at: time)
        guard estimate.isOnLine, !tree.paths.isEmpty else { return }
        let path = tree.mainPath?.id
        var errors = FirstError<MapError>()
        let moved = estimate.move(to: time, in: &tree, &errors)
        errors.attempt { () throws(MapError) in try followDriver(at: time) }
        estimate.moveAlternatives(by: moved, onSamePath: tree.mainPath?.id == path)
        errors.attempt { () throws(MapError) in
            guard estimate.state.place == .onPath else { return others.removeAll() }
            try others.move(by: moved, like: &tree, moment: estimate.moment)
        }
        try provider.update(tree: tree, vehicle: estimate.state, at: time)
        try errors.rethrow()
    }

    /// Changes to the map that was offered, and builds the horizon anew from the last fix. Without it nothing changes.
    private mutating func changeMap(
        to identity: MapIdentity, at time: MonotonicTime
    ) throws(MapError) {
        guard let map = offered, map.identity == identity else {
            throw .absent(identity)
        }
        offered = nil
        map.limitSteps(to: tree.parameters.maximumSteps)
        fixes.changeMap(to: map)
        tree = PathTree(map: map, after: tree)
        others = CandidateTrees(map, after: others)
        route.reset()
        estimate.leaveLine()
        try provider.changeMap(to: map, emptied: tree, at: time)
        try provider.update(tree: tree, vehicle: estimate.state, at: time)
        if let (fix, arrival) = lastFix, time - arrival <= Self.fixLifetime {
            try ingest(fix, arrivedAt: arrival, at: time)
        }
    }

    /// Sets the course of the tree, and transmits the changes.
    private mutating func setCourse(
        _ links: [DirectedLink], isRoute: Bool, at time: MonotonicTime
    ) throws(MapError) {
        var errors = FirstError<MapError>()
        errors.attempt { () throws(MapError) in
            try tree.setCourse(
                Array(links.prefix(EngineEvent.longestCourse)), isRoute: isRoute)
        }
        route.begin(on: tree)
        try provider.update(tree: tree, at: time)
        try errors.rethrow()
    }

    // MARK: Steps

    /// Weighs the exits of the tree by the driver's signals and the motion of the vehicle.
    private mutating func followDriver(at time: MonotonicTime) throws(MapError) {
        var intent = driver.intent(at: time)
        estimate.addMotion(to: &intent, at: time)
        try tree.follow(intent)
    }

    /// Finds the other places of the vehicle: the alternatives of POSITION, and their trees.
    private mutating func followOtherPlaces() throws(MapError) {
        guard estimate.state.place == .onPath else { return others.removeAll() }
        let (roles, rest) = (estimate.placeRoles, estimate.probabilityOfOthers)
        estimate.setAlternatives(
            alternatives.choose(from: fixes.places, roles, in: tree, rest: rest))
        try others.follow(fixes.places, roles, rest: rest, like: &tree, moment: estimate.moment)
    }

    /// Drops a route that the vehicle has left: the turn model predicts again.
    private mutating func followRoute() throws(MapError) {
        if route.follow(tree) { try tree.setCourse([]) }
    }

    // MARK: The vehicle

    /// The learned turns of the vehicle; `nil` if it does not learn
    /// (``/Horizon/HorizonParameters/learnsTurns``). A host may keep them for the next drive.
    public var learnedTurns: LearnedTurns? {
        get { tree.learned }
        set { tree.learned = newValue }
    }

    /// Keeps the reasons for the exits of junctions that the tree reaches from now on
    /// (``/Horizon/PathTree/reasons()``). Then events allocate memory.
    public mutating func keepReasons() { tree.keepReasons() }

    // MARK: Frames

    /// The next frame for the bus; `nil` where there is none. It counts as sent only with
    /// ``frameWasSent(at:)``.
    public mutating func nextFrame(at time: MonotonicTime) -> CANFrame? {
        provider.nextFrame(at: time)
    }

    /// The bus has taken the frame of the last ``nextFrame(at:)``.
    public mutating func frameWasSent(at time: MonotonicTime) {
        if let path = provider.waitingPlace { estimate.notePlaceSent(isOnPath: path.isNormal) }
        provider.frameWasSent(at: time)
    }
}
