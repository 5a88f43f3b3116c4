public import Engine
public import Horizon
public import Quantities
public import RoadMap

/// What writes a value to a file, without ever making the loop wait. ``Storing`` decides whether it is written.
public protocol StateKeeper<Value> {
    /// What is stored.
    associatedtype Value
    /// Begins to write a value if it differs from what is stored. Returns whether it is written.
    func store(_ value: Value, at now: MonotonicTime) -> Bool
    /// Writes a value at the end of the run, after what is being written.
    func finish(_ value: Value?, at now: MonotonicTime)
}

/// What is stored of a run, as the run knows it.
public protocol StateSource: ~Copyable {
    /// The speed of the vehicle; `nil` while it is hardly known.
    var speed: MetresPerSecond? { get }
    /// The place of the vehicle for the next run; `nil` while it is not known.
    var lastPlace: LastPlace? { get }
    /// What the vehicle has learned of turns; `nil` if it does not learn.
    var learnedTurns: LearnedTurns? { get }
    /// The map in use.
    var mapIdentity: MapIdentity { get }
}

/// Decides when the position of the vehicle and its learned turns are stored for the next run.
public struct StateStore<
    Places: StateKeeper<LocatedPlace>, Turns: StateKeeper<LearnedTurns>
> {
    private let places: Places?
    private let turns: Turns?
    private var memory = PlaceMemory()
    private var placeSchedule: StoreSchedule
    private var turnsSchedule: StoreSchedule

    /// A store of a run that begins now; `nil` where nothing is stored.
    public init?(places: Places?, turns: Turns?, start: MonotonicTime) {
        guard places != nil || turns != nil else { return nil }
        self.places = places
        self.turns = turns
        placeSchedule = StoreSchedule(.place, start: start)
        turnsSchedule = StoreSchedule(.turns, start: start)
    }

    /// Takes note of the state at a tick, and stores what is due.
    public mutating func note(
        _ source: borrowing some StateSource & ~Copyable, at now: MonotonicTime
    ) {
        let speed = source.speed
        memory.note(source.lastPlace, on: source.mapIdentity, at: now)
        if placeSchedule.note(speed: speed, at: now), let located = memory.place(at: now),
            places?.store(located, at: now) ?? false
        {
            placeSchedule.noteStored(at: now)
        }
        if turnsSchedule.note(speed: speed, at: now), let learned = source.learnedTurns,
            turns?.store(learned, at: now) ?? false
        {
            turnsSchedule.noteStored(at: now)
        }
    }

    /// Stores what is new at the end of the run.
    public func finish(
        _ source: borrowing some StateSource & ~Copyable, at now: MonotonicTime
    ) {
        // A fix may have moved the place since the last tick.
        var memory = memory
        memory.note(source.lastPlace, on: source.mapIdentity, at: now)
        places?.finish(memory.place(at: now), at: now)
        turns?.finish(source.learnedTurns, at: now)
    }
}
