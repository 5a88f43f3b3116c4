import Horizon
import HorizonProvider
public import Quantities

/// Reports the changes of an engine's horizon to a host, beside frames or instead of them. One
/// engine may have any number of observers.
///
/// ```swift
/// var observer = HorizonObserver()
/// observer.start()
/// try engine.ingest(event, at: time)
/// observer.observe(engine, at: time)
/// for event in observer.events { … }
/// ```
public struct HorizonObserver: Sendable {
    /// The shortest time between two updates. An update waits for it and for ``minimumDistance``,
    /// but not where the vehicle comes onto a path, changes its path or leaves all paths.
    public let minimumInterval: Nanoseconds
    /// The shortest distance that the vehicle drives between two updates.
    public let minimumDistance: Metres
    /// The events of the last call; empty where it was no update.
    public private(set) var events: [HorizonEvent] = []
    /// Whether ``observe(_:at:)`` makes updates.
    public private(set) var isStarted = false

    private var tree = TreeObserver()
    /// The candidates by their names.
    private var candidates: [(id: CandidateTree.ID, tree: TreeObserver)] = []
    private var last:
        (time: MonotonicTime, odometer: Metres, place: VehicleState.Place, path: PathID?)?

    /// An observer that has not been started.
    public init(
        minimumInterval: Nanoseconds = .zero, minimumDistance: Metres = .zero
    ) {
        self.minimumInterval = minimumInterval
        self.minimumDistance = minimumDistance
    }

    /// Starts updates. The first one reports the whole tree.
    public mutating func start() {
        isStarted = true
        last = nil
        tree.reset()
        candidates.removeAll(keepingCapacity: true)
        events.removeAll(keepingCapacity: true)
    }

    /// Stops updates, except those by ``update(_:at:)``.
    public mutating func stop() {
        isStarted = false
        events.removeAll(keepingCapacity: true)
    }

    /// Makes an update after an event of the engine, if enough time and distance have passed since
    /// the last one.
    public mutating func observe(_ engine: Engine, at time: MonotonicTime) {
        events.removeAll(keepingCapacity: true)
        guard isStarted, isDue(engine, at: time) else { return }
        update(engine, at: time)
    }

    /// Makes an update: all changes of the tree since the last one, then the position.
    public mutating func update(_ engine: Engine, at time: MonotonicTime) {
        events.removeAll(keepingCapacity: true)
        tree.update(engine.tree)
        for event in tree.events { events.append(.tree(event)) }
        reportCandidates(of: engine)
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

    private mutating func reportCandidates(of engine: Engine) {
        // Both lists are in the order of the names.
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
