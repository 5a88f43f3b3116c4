import CLibrary
import Configuration
import Engine
import Horizon
import Quantities
import Recording
import RoadMap
import Supervision
import TextFiles

/// What the daemon stores of a run, in files.
typealias FileStore = StateStore<
    FileKeeper<LocatedPlace, LocatedPlace>, FileKeeper<LearnedTurns, UInt64>
>

/// What earlier runs have stored, and where this run stores it. ``StoredState`` decides what of it is used.
struct KnownState {
    /// The folder of the daemon's own files; `nil` without one, or where it cannot be used.
    private let folder: PrivateFolder?
    /// The file that learned turns are kept in, if it is one of its own.
    private let turnsFile: String?
    /// The learned turns; `nil` if there are none.
    let turns: LearnedTurns?
    /// The place of the vehicle; `nil` if there is none.
    let place: LastPlace?
    private let map: MapIdentity

    /// Reads what is stored.
    init(_ settings: DaemonSettings, learns: Bool, on map: RoadMap) {
        folder = settings.stateDirectory.flatMap { Self.open($0) }
        turnsFile = settings.learnedTurns
        self.map = map.identity
        place = folder.flatMap { StoredState.place(in: $0, on: map, report) }
        if let turnsFile {
            turns = Self.readTurns(turnsFile)
        } else {
            turns = learns ? folder.flatMap { StoredState.turns(in: $0, report) } : nil
        }
    }

    /// Opens the folder and tries it: one that cannot be written is known before the drive, not at its end.
    private static func open(_ path: String) -> PrivateFolder? {
        do throws(Failure) {
            let folder = try PrivateFolder(path)
            try folder.check(StoredState.placeName)
            return folder
        } catch {
            report("\(error); position and learned turns are not kept")
            return nil
        }
    }

    private static func readTurns(_ path: String) -> LearnedTurns? {
        StoredState.turns(
            named: path, report,
            read: { () throws(Failure) in try LearnedTurnsFile.bytes(of: path) },
            setAside: { rename(path, path + ".1") == 0 })
    }

    // MARK: Storing

    /// The store of a run that begins with this; `nil` where there is nothing to store in.
    func store(start: MonotonicTime) -> FileStore? {
        FileStore(places: placeKeeper, turns: turnsKeeper, start: start)
    }

    private var placeKeeper: FileKeeper<LocatedPlace, LocatedPlace>? {
        guard let folder else { return nil }
        return FileKeeper(
            folder.path(of: StoredState.placeName),
            stored: place.map { LocatedPlace($0, on: map) }, key: { $0 }
        ) { located throws(Failure) in
            try folder.write(
                located.place.bytes(on: located.map), to: StoredState.placeName)
        }
    }

    private var turnsKeeper: FileKeeper<LearnedTurns, UInt64>? {
        if let turnsFile {
            // A folder that cannot be written is known before the drive, not at its end.
            do throws(Failure) { try LearnedTurnsFile.check(turnsFile) } catch {
                report("\(error)")
            }
            return keeper(turnsFile) { turns throws(Failure) in
                try LearnedTurnsFile.write(turns, to: turnsFile)
            }
        }
        guard let folder else { return nil }
        return keeper(folder.path(of: StoredState.turnsName)) { turns throws(Failure) in
            try folder.write(turns.bytes, to: StoredState.turnsName)
        }
    }

    private func keeper(
        _ path: String, write: @escaping @Sendable (LearnedTurns) throws(Failure) -> Void
    ) -> FileKeeper<LearnedTurns, UInt64> {
        FileKeeper(path, stored: turns?.turnCount ?? 0, key: { $0.turnCount }, write: write)
    }
}
