import Configuration
public import Engine
public import Horizon
import Recording
public import RoadMap
public import TextFiles

/// The folder of the daemon's own files.
public protocol StateFolder {
    /// The path of a file in it, for people.
    func path(of name: String) -> String
    /// The bytes of a file; `nil` where there is none.
    func read(_ name: String, atMost most: Int) throws(Failure) -> [UInt8]?
    /// Renames a file to `NAME.1`. Returns whether that went well.
    func setAside(_ name: String) -> Bool
}

extension PrivateFolder: StateFolder {}

/// What earlier runs have stored. What cannot be used is a line and renamed to `FILE.1`; the run begins without it.
public enum StoredState {
    /// The file of the place in the folder.
    public static let placeName = "last-place"
    /// The file of learned turns in the folder.
    public static let turnsName = "learned-turns"

    /// The place of the vehicle on a map; `nil` if there is none.
    /// - Parameter say: Takes a line for people, without the program's name.
    public static func place(
        in folder: some StateFolder, on map: RoadMap, _ say: (String) -> Void
    ) -> LastPlace? {
        let path = folder.path(of: placeName)
        let reason: String
        do {
            guard let bytes = try folder.read(placeName, atMost: LastPlace.mostBytes) else {
                return nil
            }
            let place = try LastPlace(bytes, on: map.identity)
            if try place.exists(on: map) { return place }
            reason = "\(path): \(StoredPlaceError.noSuchPlace)"
        } catch let error as Failure {
            reason = error.description
        } catch {
            reason = "\(path): \(error)"
        }
        say(reason + aside(path, folder.setAside(placeName)) + ", the position is unknown")
        return nil
    }

    /// The learned turns; `nil` if there are none.
    /// - Parameter say: Takes a line for people, without the program's name.
    public static func turns(
        in folder: some StateFolder, _ say: (String) -> Void
    ) -> LearnedTurns? {
        let path = folder.path(of: turnsName)
        do throws(Failure) {
            let bytes = try folder.read(turnsName, atMost: LearnedTurnsFile.mostBytes)
            return try bytes.map { bytes throws(Failure) in
                try LearnedTurnsFile.turns(bytes, named: path)
            }
        } catch {
            say(turnsLine(error, path, isKept: folder.setAside(turnsName)))
            return nil
        }
    }

    /// The line about learned turns that cannot be used.
    /// - Parameter isKept: Whether the file was renamed to `FILE.1`.
    public static func turnsLine(_ error: Failure, _ path: String, isKept: Bool) -> String {
        "\(error)" + aside(path, isKept) + ", learning starts from nothing"
    }

    private static func aside(_ path: String, _ isKept: Bool) -> String {
        "; " + (isKept ? "renamed to \(path).1" : "the file is left as it is")
    }
}
