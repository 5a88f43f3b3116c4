public import PlatformDataExtension

/// Why no map could be made of the input.
public enum MapCompileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file could not be read; the reason in the words of the system or of libosmium.
    case unreadable(file: String, reason: String)
    /// A file is read several times, so it cannot be a pipe.
    case notAFile(file: String)
    /// A file holds several versions of each object.
    case history(file: String)
    /// There is not one road in the input that cars may drive.
    case noRoads(files: [String])
    /// Saved tiles of the Platform Data Extension could not be read.
    case platformData(PlatformDataError)
    /// There is not one link in saved tiles that can be in a map.
    case noLinks(folder: String)

    /// One line for people.
    public var description: String {
        switch self {
        case .unreadable(let file, let reason):
            // libosmium names the file in some of its messages and not in others.
            reason.contains(file) ? "cannot read \(reason)" : "cannot read \(file): \(reason)"
        case .notAFile(let file): "cannot read \(file): it has to be a regular file"
        case .history(let file):
            "cannot read \(file): it is a history with several versions of each object"
        case .noRoads(let files):
            "no road for cars in \(files.joined(separator: ", ")) (with all nodes of its line)"
        case .platformData(let error): "\(error)"
        case .noLinks(let folder):
            "\(folder): no link that the layers ROAD_GEOM, LINK and LINK_ATTRIBUTE all tell of"
        }
    }
}
