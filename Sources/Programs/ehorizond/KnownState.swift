import Configuration
import Engine
import Glibc
import Horizon
import Recording
import RoadMap
import TextFiles

/// What earlier runs have stored, and where this run stores it.
struct KnownState {
    /// The folder of the daemon's own files; `nil` without one, or where it cannot be used.
    let folder: PrivateFolder?
    /// The file that learned turns are kept in, if it is one of its own.
    let turnsFile: String?
    /// The learned turns; `nil` if there are none.
    let turns: LearnedTurns?
    /// The place of the vehicle; `nil` if there is none.
    let place: LastPlace?

    /// The file of the place in the folder.
    static let placeName = "last-place"
    /// The file of learned turns in the folder.
    static let turnsName = "learned-turns"

    /// Reads what is stored. What cannot be used is a line and renamed to `FILE.1`; the run begins without it.
    init(_ settings: DaemonSettings, learns: Bool, on map: RoadMap) {
        folder = settings.stateDirectory.flatMap { Self.open($0) }
        turnsFile = settings.learnedTurns
        place = folder.flatMap { Self.readPlace(in: $0, on: map) }
        if let turnsFile {
            turns = Self.readTurns(turnsFile)
        } else {
            turns = learns ? folder.flatMap { Self.readTurns(in: $0) } : nil
        }
    }

    /// Opens the folder and tries it: one that cannot be written is known before the drive, not at its end.
    private static func open(_ path: String) -> PrivateFolder? {
        do throws(Failure) {
            let folder = try PrivateFolder(path)
            try folder.check(placeName)
            return folder
        } catch {
            report("\(error); place and learned turns are not kept")
            return nil
        }
    }

    private static func readPlace(in folder: PrivateFolder, on map: RoadMap) -> LastPlace? {
        let path = folder.path(of: placeName)
        let reason: String
        do {
            guard let bytes = try folder.read(placeName, atMost: LastPlace.mostBytes) else {
                return nil
            }
            let place = try LastPlace(bytes, on: MapIdentity(map.header))
            if try place.exists(on: map) { return place }
            reason = "\(path): \(StoredPlaceError.noSuchPlace)"
        } catch let error as Failure {
            reason = error.description
        } catch {
            reason = "\(path): \(error)"
        }
        report(reason + aside(path, folder.setAside(placeName)) + ", the place is unknown")
        return nil
    }

    private static func readTurns(in folder: PrivateFolder) -> LearnedTurns? {
        let path = folder.path(of: turnsName)
        do throws(Failure) {
            let bytes = try folder.read(turnsName, atMost: LearnedTurnsFile.mostBytes)
            return try bytes.map { bytes throws(Failure) in
                try LearnedTurnsFile.turns(bytes, named: path)
            }
        } catch {
            reportTurns(error, path, folder.setAside(turnsName))
            return nil
        }
    }

    private static func readTurns(_ path: String) -> LearnedTurns? {
        do throws(Failure) {
            return try LearnedTurnsFile.read(path)
        } catch {
            reportTurns(error, path, rename(path, path + ".1") == 0)
            return nil
        }
    }

    private static func reportTurns(_ error: Failure, _ path: String, _ isKept: Bool) {
        report("\(error)" + aside(path, isKept) + ", learning starts from nothing")
    }

    private static func aside(_ path: String, _ isKept: Bool) -> String {
        "; " + (isKept ? "renamed to \(path).1" : "the file is left as it is")
    }
}
