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

/// What earlier runs have stored. What cannot be used is a line, and the run begins without it. A file with other content
/// is renamed to `FILE.1`; one that cannot be read now stays as it is.
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
        var isWrong = true
        do {
            guard let bytes = try folder.read(placeName, atMost: LastPlace.mostBytes) else {
                return nil
            }
            let place = try LastPlace(bytes, on: map.identity)
            if try place.exists(on: map) { return place }
            reason = "\(path): \(StoredPlaceError.noSuchPlace)"
        } catch let error as Failure {
            reason = error.description
            isWrong = false
        } catch {
            reason = "\(path): \(error)"
            isWrong = !(error is MapError)
        }
        let isKept = isWrong && folder.setAside(placeName)
        say(reason + aside(path, isKept) + ", the position is unknown")
        return nil
    }

    /// The learned turns; `nil` if there are none.
    /// - Parameter say: Takes a line for people, without the program's name.
    public static func turns(
        in folder: some StateFolder, _ say: (String) -> Void
    ) -> LearnedTurns? {
        turns(
            named: folder.path(of: turnsName), say,
            read: { () throws(Failure) in
                try folder.read(turnsName, atMost: LearnedTurnsFile.mostBytes)
            },
            setAside: { folder.setAside(turnsName) })
    }

    /// The learned turns of a file; `nil` if there are none.
    /// - Parameters:
    ///   - read: Reads the file; `nil` where there is none.
    ///   - setAside: Renames it to `FILE.1`. Returns whether that went well.
    public static func turns(
        named path: String, _ say: (String) -> Void,
        read: () throws(Failure) -> [UInt8]?, setAside: () -> Bool
    ) -> LearnedTurns? {
        var isRead = false
        do throws(Failure) {
            let bytes = try read()
            isRead = true
            return try bytes.map { bytes throws(Failure) in
                try LearnedTurnsFile.turns(bytes, named: path)
            }
        } catch {
            let isKept = isRead && setAside()
            say("\(error)" + aside(path, isKept) + ", learning starts from nothing")
            return nil
        }
    }

    private static func aside(_ path: String, _ isKept: Bool) -> String {
        "; " + (isKept ? "renamed to \(path).1" : "the file is left as it is")
    }
}
