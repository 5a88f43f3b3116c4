public import Quantities
public import RoadMap
public import Routing

/// The tree of paths that the vehicle may take. Its root is the vehicle's place.
///
/// ```swift
/// var tree = PathTree(map: map)
/// let change = try tree.advance(to: place)
/// for path in tree.paths { … }
/// ```
/// Paths are fixed lines. As the vehicle moves, the main path grows ahead and its links behind are removed. When the
/// vehicle turns off, the side path becomes the main path and keeps its name and offsets. When the vehicle leaves the
/// tree, a new tree begins. Only the path store changes paths. Each policy owns its state and requests changes from it.
public struct PathTree {
    /// Its reach.
    public let parameters: HorizonParameters
    /// The map that it is built from.
    public let map: RoadMap
    @usableFromInline private(set) var store: PathStore
    private(set) var vehicle = TreeVehicle()
    private(set) var turns: TurnModel
    private var growth: PathGrowth
    private(set) var course = CoursePolicy()
    private var rules = RuleWatch()
    private var learner = TurnLearner()
    private(set) var intent: IntentPolicy
    /// `nil` if destinations do not count.
    private var destinations: DestinationPolicy?
    /// `nil` where nobody asks for reasons.
    private(set) var reasonLog: ReasonLog?

    /// An empty tree over a map.
    public init(map: RoadMap, parameters: HorizonParameters = HorizonParameters()) {
        self.map = map
        self.parameters = parameters
        store = PathStore(maximumPaths: parameters.maximumPaths)
        turns = TurnModel(
            map: map, finder: ExitFinder(map: map, for: parameters),
            learned: parameters.learnsTurns ? LearnedTurns() : nil)
        growth = PathGrowth(map: map, parameters: parameters)
        intent = IntentPolicy(map: map, parameters: parameters)
        destinations = DestinationPolicy(map: map, parameters)
    }

    /// The empty tree for the change to another map. It keeps the learned turns and the road surface. Names of
    /// paths, the odometer and ``routeNumber`` count on: an observer of the old tree notices the new one.
    public init(map: RoadMap, after other: PathTree) {
        self.init(map: map, parameters: other.parameters)
        store = PathStore(maximumPaths: parameters.maximumPaths, after: other.store)
        vehicle = TreeVehicle(after: other.vehicle)
        course = CoursePolicy(after: other.course)
        turns.setSurface(other.surface)
        turns.setLearned(other.learned)
        if other.reasonLog != nil { keepReasons() }
    }

    /// A tree of paths as they are.
    init(map: RoadMap, parameters: HorizonParameters, paths: [HorizonPath]) {
        self.init(map: map, parameters: parameters)
        store = PathStore(paths)
    }

    // MARK: Conditions

    /// The road surface, which limits and turn restrictions ahead may depend on.
    public var surface: SurfaceCondition {
        get { turns.surface }
        set { turns.setSurface(newValue) }
    }

    /// The learned turns of the vehicle; `nil` if it does not learn. Junctions of the tree keep their probabilities.
    public var learned: LearnedTurns? {
        get { turns.learned }
        set { turns.setLearned(newValue) }
    }

    /// Keeps the reasons for the exits of junctions that it reaches from now on (``reasons()``). An update then
    /// allocates memory.
    public mutating func keepReasons() {
        reasonLog = ReasonLog()
        turns.setKeepsFeatures(true)
    }

    // MARK: Movement of the vehicle

    /// Removes all paths: the vehicle is on no road at `moment`, in seconds since 1970.
    public mutating func clear(at moment: Int64? = nil) {
        turns.setMoment(moment)
        store.removeAll()
        vehicle.place(at: .zero)
    }

    /// What a move did; the probability that a vehicle takes the exits that were passed; and how far the path ends
    /// before the vehicle is there, negative where the path begins after it.
    public typealias Movement = (change: Change, probability: Double, rest: Metres)

    /// Moves the vehicle by a distance, which is negative backwards. It moves along the main path, and into the side
    /// path if the course turns off. With a path argument it moves along that path; then its new place is at least the
    /// start of that path. It stays at the end of a path without a continuation, and at the start of the first link that
    /// the tree has. Turn restrictions at times count as in ``advance(to:longestMove:at:)``.
    ///
    /// If roads ahead cannot be read, the vehicle has moved all the same, and that is noted in `errors`.
    public mutating func move(
        by distance: Metres, along id: PathID? = nil, at moment: Int64? = nil,
        noting errors: inout FirstError<MapError>
    ) -> Movement {
        guard !store.paths.isEmpty else { return (.moved, 1, .zero) }
        turns.setMoment(moment)
        var (change, probability, driven) = (Change.moved, 1.0, distance)
        var (target, passed) = (vehicle.offset + distance, vehicle.offset)
        if let id, let index = store.index(of: id), index > 0 {
            let start = store.paths[index].startDistance.metres
            driven = max(distance, start)
            target = driven - start
            promote(index)
            passed = target
            change = .turnedOff
        }
        while id == nil, let departure = store.paths[0].departure, target > departure.metres,
            passed <= departure.metres, let index = store.sideOnCourse(at: departure)
        {
            // The straight exit there is the one that was not taken.
            probability = store.probability(probability, ofExitsFrom: passed, before: departure)
            probability *= store.paths[index].branch?.probability ?? 1
            promote(index)
            target -= departure.metres
            passed = .zero
            change = .turnedOff
        }
        let start = store.paths[0].links[0].start.metres
        let end = min(max(target, start), store.paths[0].length.metres)
        vehicle.drive(driven, to: end, rest: target - end)
        probability *= store.probabilityOfExits(from: passed, to: end)
        follow(noting: &errors)
        return (change, probability, target - end)
    }

    /// Begins a new tree at a place; turns count as in ``advance(to:longestMove:at:)``. It throws if the link of the
    /// place cannot be read: the tree is as it was then. Roads ahead that cannot be read are noted in `errors`.
    public mutating func begin(
        at place: LinkPlace, moment: Int64?, noting errors: inout FirstError<MapError>
    ) throws(MapError) {
        turns.setMoment(moment)
        let record = try map.link(place.link.link)
        let traits = try LinkTraits(of: record, place.link.direction, on: map)
        begin(
            with: record, traits, at: place, trail: WayTrail(), because: reasonToBegin(at: place))
        follow(noting: &errors)
    }

    /// Begins a new main path at the place of the vehicle: clients cannot follow to it along the one that they have.
    public mutating func renew(noting errors: inout FirstError<MapError>) {
        beginHere(because: .outOfReach)
        follow(noting: &errors)
    }

    // MARK: Expectations

    /// Sets the expected links of the vehicle, in driving order. Without links, the junctions decide again. If that
    /// changes the most probable path ahead, the tree follows as ``HorizonParameters/pathChange`` defines.
    ///
    /// A route comes from a navigation system; it is ``route`` until the next course.
    public mutating func setCourse(
        _ links: [DirectedLink], isRoute: Bool = false
    ) throws(MapError) {
        course.set(links, isRoute: isRoute, vehicle: store.place(of: vehicle.offset)?.link)
        try followCourse()
    }

    /// Sets the restrictions of the host. If a closure ahead begins or ends, a new main path begins.
    public mutating func setRestrictions(_ restrictions: RoadRestrictions) throws(MapError) {
        turns.setRestrictions(restrictions)
        if !store.paths.isEmpty { try follow() }
    }

    /// Copies course, surface and restrictions of another tree.
    public mutating func adoptExpectations(of other: PathTree) throws(MapError) {
        turns.setSurface(other.surface)
        turns.setRestrictions(other.restrictions)
        guard course.adopt(other.course) else { return }
        try followCourse()
    }

    private mutating func followCourse() throws(MapError) {
        weighByCourse()
        if !store.paths.isEmpty { try follow() }
    }

    private mutating func weighByCourse() {
        course.weigh(&store, vehicle: vehicle.offset)
        reasonLog?.dropIntents()
    }

    /// Processes new evidence of the driver's intent. It changes the probabilities of the exits of the next junctions of
    /// the main path. An exit that is likely enough (``IntentParameters/switchProbability``) is followed as a course.
    public mutating func follow(_ known: DriverIntent) throws(MapError) {
        guard known != DriverIntent() || destinations != nil || !intent.isIdle else { return }
        let hasChanged = try intent.weigh(
            known, in: &store, vehicle: vehicle.offset, along: course, to: destinations,
            with: turns, noting: &reasonLog)
        guard hasChanged, !store.paths.isEmpty else { return }
        try follow()
    }

    /// Continues the search for the driver's destinations by a small step. Call it regularly, outside of time-critical
    /// updates. It does nothing without ``HorizonParameters/expectsDestinations``.
    public mutating func lookForDestinations() throws(MapError) { try destinations?.look() }

    /// Learns the turns of the vehicle up to a confirmed place of the main path, unless ``learned`` is `nil`.
    public mutating func learnTurns(upTo offset: Metres) throws(MapError) {
        guard turns.learned != nil else { return }
        try learner.learn(upTo: offset, on: store, vehicle: vehicle.offset, with: &turns)
    }

    /// Exchanges the learned turns with another tree, which uses them while it grows, and back afterwards.
    public mutating func exchangeLearned(with other: inout PathTree) {
        turns.exchangeLearned(with: &other.turns)
    }

    // MARK: Steps of an update

    private mutating func follow() throws(MapError) {
        var errors = FirstError<MapError>()
        follow(noting: &errors)
        try errors.rethrow()
    }

    /// Updates the tree from the vehicle's place. A step that cannot read the map holds up none of the others.
    private mutating func follow(noting errors: inout FirstError<MapError>) {
        updateDistances()
        if let link = store.link(at: vehicle.offset), course.move(to: link) { weighByCourse() }
        errors.attempt { () throws(MapError) in
            try destinations?.follow(store, vehicle: vehicle.offset)
        }
        store.drop(behind: parameters.trailing)
        errors.attempt { () throws(MapError) in
            guard let change = try rules.findChange(in: store, with: &turns) else { return }
            beginHere(because: .rules(change))
        }
        course.setDepartures(in: &store, for: intent.turn, vehicle: vehicle.offset)
        if parameters.pathChange == .newPath,
            course.needsNewPath(in: store, for: intent.turn, vehicle: vehicle.offset),
            let reason = store.paths[0].departureReason
        {
            beginHere(because: .newPath(reason))
        }
        reasonLog?.drop(unlessIn: store)
        errors.attempt { () throws(MapError) in
            try growth.extend(&store, with: &turns, along: course, noting: &reasonLog)
        }
    }

    private mutating func updateDistances() {
        store.updateDistances(from: vehicle.offset, withTimes: !parameters.lookAheadTime.isEmpty)
    }

    /// Makes a side path the main path: the vehicle has turned into it.
    private mutating func promote(_ index: Int) {
        if turns.learned != nil { learner.noteTurns(onto: index, of: store) }
        destinations?.noteTurn(onto: index, of: store)
        store.promote(index)
    }

    /// Begins a new main path at the vehicle's place on the main path, whose record the tree has.
    private mutating func beginHere(because reason: TreeBeginning) {
        guard let place = store.place(of: vehicle.offset),
            let number = store.paths[0].links.lastIndex(where: { $0.link == place.link })
        else { return }
        let link = store.paths[0].links[number]
        begin(
            with: link.record, link.traits, at: place,
            trail: store.paths[0].trail(toWayOf: number), because: reason)
        updateDistances()
    }

    /// Begins a new main path at a place. The trail is the list of ways that lead to it.
    private mutating func begin(
        with record: Link, _ traits: LinkTraits, at place: LinkPlace, trail: WayTrail,
        because reason: TreeBeginning
    ) {
        let link = PathLink(
            link: place.link, record: record, start: .zero, traits: traits, turnAngle: .zero,
            probability: 1, prior: 1, startSeconds: 0)
        destinations?.noteStart(at: link, after: store)
        store.begin(with: link, trail: trail, because: reason)
        vehicle.place(at: place.offset)
    }
}
