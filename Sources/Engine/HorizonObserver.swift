public import Horizon
public import HorizonProvider
public import Quantities

/// What an observer of the engine is told: changes of the tree, and with each update one position.
public enum HorizonEvent: Sendable, Hashable {
    /// The tree has changed.
    case tree(TreeEvent)
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
    private var last:
        (time: MonotonicTime, odometer: Metres, place: VehicleState.Place, path: PathID?)?

    /// An observer that has not been started.
    public init() {}

    /// Lets events begin: the next look is an update that tells the whole tree.
    public mutating func start() {
        isStarted = true
        last = nil
        tree.reset()
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
        let vehicle = engine.vehicle
        let main = vehicle.place == .onPath ? engine.tree.mainPath : nil
        events.append(
            .position(
                HorizonPosition(
                    time: time, place: vehicle.place, path: main?.id,
                    offset: main.map { _ in engine.tree.vehicleOffset }, speed: vehicle.speed,
                    relativeHeading: main == nil ? nil : vehicle.relativeHeading,
                    probability: main == nil ? nil : vehicle.probability,
                    accuracy: vehicle.accuracy)))
        last = (time, engine.tree.odometer, vehicle.place, engine.tree.mainPath?.id)
    }

    private func isDue(_ engine: Engine, at time: MonotonicTime) -> Bool {
        guard let last, last.place == engine.vehicle.place,
            last.path == engine.tree.mainPath?.id
        else { return true }
        return time - last.time >= minimumInterval
            && engine.tree.odometer - last.odometer >= minimumDistance
    }
}
