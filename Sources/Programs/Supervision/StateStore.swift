import Configuration
import Engine
import Horizon
import Quantities
import Recording
import RoadMap
import Supervision
import TextFiles

/// Stores the place of the vehicle and its learned turns for the next run. ``PlaceMemory`` and ``StoreSchedule``
/// decide; this does.
struct StateStore {
    private let turns: FileKeeper<LearnedTurns, UInt64>?
    private let place: FileKeeper<LocatedPlace, LastPlace>?
    private var memory = PlaceMemory()
    private var turnsSchedule: StoreSchedule
    private var placeSchedule: StoreSchedule

    /// A place with the map that it is a place of.
    private struct LocatedPlace {
        let place: LastPlace
        let map: MapIdentity
    }

    /// Stores after what is known; `nil` where there is nothing to store in.
    init?(_ known: KnownState, start: MonotonicTime) {
        if let file = known.turnsFile {
            // A folder that cannot be written is known before the drive, not at its end.
            do throws(Failure) { try LearnedTurnsFile.check(file) } catch { report("\(error)") }
            turns = Self.turnsKeeper(file, known.turns) { turns throws(Failure) in
                try LearnedTurnsFile.write(turns, to: file)
            }
        } else {
            turns = known.folder.map { folder in
                Self.turnsKeeper(folder.path(of: KnownState.turnsName), known.turns) {
                    turns throws(Failure) in
                    try folder.write(turns.bytes, to: KnownState.turnsName)
                }
            }
        }
        place = known.folder.map { folder in
            FileKeeper(
                folder.path(of: KnownState.placeName), stored: known.place, key: { $0.place }
            ) { located throws(Failure) in
                try folder.write(
                    located.place.bytes(on: located.map), to: KnownState.placeName)
            }
        }
        guard turns != nil || place != nil else { return nil }
        turnsSchedule = StoreSchedule(.turns, start: start)
        placeSchedule = StoreSchedule(.place, start: start)
    }

    private static func turnsKeeper(
        _ path: String, _ known: LearnedTurns?,
        write: @escaping @Sendable (LearnedTurns) throws(Failure) -> Void
    ) -> FileKeeper<LearnedTurns, UInt64> {
        FileKeeper(path, stored: known?.turnCount ?? 0, key: { $0.turnCount }, write: write)
    }

    /// Takes note of the state at a tick, and stores what is due.
    mutating func note(_ horizon: borrowing HorizonRun, at now: MonotonicTime) {
        let speed = horizon.speed
        memory.note(horizon.lastPlace, at: now)
        if placeSchedule.note(speed: speed, at: now), let located = located(horizon, at: now),
            place?.store(located) ?? false
        {
            placeSchedule.noteStored(at: now)
        }
        if turnsSchedule.note(speed: speed, at: now), let learned = horizon.learnedTurns,
            turns?.store(learned) ?? false
        {
            turnsSchedule.noteStored(at: now)
        }
    }

    /// Stores what is new at the end of the run.
    func finish(_ horizon: borrowing HorizonRun, at now: MonotonicTime) {
        place?.finish(located(horizon, at: now))
        turns?.finish(horizon.learnedTurns)
    }

    private func located(_ horizon: borrowing HorizonRun, at now: MonotonicTime) -> LocatedPlace? {
        memory.place(at: now).map { LocatedPlace(place: $0, map: horizon.mapIdentity) }
    }
}
