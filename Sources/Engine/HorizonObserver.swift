public import Horizon
public import HorizonProvider
public import Quantities

/// What an observer of the engine is told: changes of the tree, and with each update one position.
public enum HorizonEvent: Sendable, Hashable {
    /// The tree has changed.
    case tree(TreeEvent)
    /// The tree of another place where the vehicle may be has changed; the first time it is a
    /// ``/Horizon/TreeEvent/treeReset``.
    case candidate(CandidateTree.ID, TreeEvent)
    /// The vehicle is not believed to be there any more, and that tree has gone.
    case candidateRemoved(CandidateTree.ID)
    /// Where the vehicle is: the last event of each update.
    case position(HorizonPosition)
}

/// Where the vehicle is, at the moment of an update.
public struct HorizonPosition: Sendable, Hashable {
    /// The moment of the update.
    public var time: MonotonicTime
    /// On a path, or why it is on none.
    public var place: VehicleState.Place
    /// The path that it is on, and how far from its start; `nil` where it is on none.
    public var path: PathID?
    /// How far from that path's start; `nil` where it is on none.
    public var offset: Metres?
    /// The speed; `nil` where not known.
    public var speed: MetresPerSecond?
    /// The heading against the path's direction, clockwise; `nil` where not known.
    public var relativeHeading: Degrees?
    /// The probability that it is on this path, 0...1; `nil` where it is on none.
    public var probability: Double?
    /// The standard deviation of the place; `nil` where not known.
    public var accuracy: Metres?
    /// Where else it may be, of those that have a tree (``EngineParameters/candidateTrees``), in the order
    /// in which they appeared.
    public var candidates: [Candidate] = []

    /// Another place where the vehicle may be.
    public struct Candidate: Sendable, Hashable {
        /// The name of its tree.
        public var id: CandidateTree.ID
        /// The main path of that tree.
        public var path: PathID?
        /// How far from that path's start.
        public var offset: Metres
        /// The heading against the path's direction, clockwise; `nil` where not known.
        public var relativeHeading: Degrees?
        /// The probability that it is there, 0...1.
        public var probability: Double
    }
}

/// Looks at an engine and tells what has changed: for hosts that follow the horizon themselves, beside
/// or in the place of frames. Any number of them may look at one engine.
///
/// ```swift
/// var observer = HorizonObserver()
/// observer.start()
/// try engine.ingest(event, at: time)
/// observer.observe(engine, at: time)
/// for event in observer.events { … }
/// ```
public struct HorizonObserver: Sendable {
    /// How seldom it looks by itself; both have to have passed. Where the vehicle comes onto a path or
    /// leaves all paths, and where its path is another one, it looks at once.
    public var minimumInterval = Nanoseconds.zero
    /// How far the vehicle drives at least between two updates.
    public var minimumDistance = Metres.zero
    /// What the last look has told; empty where it was no update.
    public private(set) var events: [HorizonEvent] = []
    /// Whether it looks by itself.
    public private(set) var isStarted = false

    private var tree = TreeObserver()
    /// By name.
    private var candidates: [(id: CandidateTree.ID, tree: TreeObserver)] = []
    private var last:
        (time: MonotonicTime, odometer: Metres, place: VehicleState.Place, path: PathID?)?

    /// An observer that has not been started.
    public init() {}

    /// Lets events begin: the next look is an update that tells the whole tree.
    public mutating func start() {
        isStarted = true
        last = nil
        tree.reset()
        candidates.removeAll(keepingCapacity: true)
        events.removeAll(keepingCapacity: true)
    }

    /// Lets events end, but for those that ``update(_:at:)`` asks for.
    public mutating func stop() {
        isStarted = false
        events.removeAll(keepingCapacity: true)
    }

    /// Looks at the engine after it took an event in. Where enough time and way have passed since the
    /// last update, this is one.
    public mutating func observe(_ engine: Engine, at time: MonotonicTime) {
        events.removeAll(keepingCapacity: true)
        guard isStarted, isDue(engine, at: time) else { return }
        update(engine, at: time)
    }

    /// Looks at the engine now: one position, behind all that has changed in the tree since the last
    /// update.
    public mutating func update(_ engine: Engine, at time: MonotonicTime) {
        events.removeAll(keepingCapacity: true)
        tree.update(engine.tree)
        for event in tree.events { events.append(.tree(event)) }
        tellCandidates(of: engine)
        let vehicle = engine.vehicle
        let main = vehicle.place == .onPath ? engine.tree.mainPath : nil
        events.append(
            .position(
                HorizonPosition(
                    time: time, place: vehicle.place, path: main?.id,
                    offset: main.map { _ in engine.tree.vehicleOffset }, speed: vehicle.speed,
                    relativeHeading: main == nil ? nil : vehicle.relativeHeading,
                    probability: main == nil ? nil : vehicle.probability,
                    accuracy: vehicle.accuracy,
                    candidates: engine.candidates.map(HorizonPosition.Candidate.init))))
        last = (time, engine.tree.odometer, vehicle.place, engine.tree.mainPath?.id)
    }

    private mutating func tellCandidates(of engine: Engine) {
        // Both are in the order of their names.
        for candidate in candidates
        where !engine.candidates.contains(where: { $0.id == candidate.id }) {
            events.append(.candidateRemoved(candidate.id))
        }
        candidates.removeAll { known in !engine.candidates.contains { $0.id == known.id } }
        for candidate in engine.candidates {
            let index =
                candidates.firstIndex { $0.id == candidate.id } ?? candidates.count
            if index == candidates.count { candidates.append((candidate.id, TreeObserver())) }
            candidates[index].tree.update(candidate.tree)
            for event in candidates[index].tree.events {
                events.append(.candidate(candidate.id, event))
            }
        }
    }

    private func isDue(_ engine: Engine, at time: MonotonicTime) -> Bool {
        guard let last, last.place == engine.vehicle.place,
            last.path == engine.tree.mainPath?.id
        else { return true }
        return time - last.time >= minimumInterval
            && engine.tree.odometer - last.odometer >= minimumDistance
    }
}

extension HorizonPosition.Candidate {
    fileprivate init(_ candidate: CandidateTree) {
        self.init(
            id: candidate.id, path: candidate.tree.mainPath?.id,
            offset: candidate.tree.vehicleOffset, relativeHeading: candidate.relativeHeading,
            probability: candidate.probability)
    }
}
