/// Why no map could be made of the input.
public enum MapCompileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file could not be read; the reason in the words of the system or of libosmium.
    case unreadable(file: String, reason: String)
    /// A file is read several times, so it cannot be a pipe.
    case notAFile(file: String)
    /// A file holds several versions of each object.
    case history(file: String)
    /// The elevation could not be read; one line that names the file.
    case elevation(String)
    /// There is not one road in the input that cars may drive.
    case noRoads(files: [String])

    /// One line for people.
    public var description: String {
        switch self {
        case .unreadable(let file, let reason):
            // libosmium names the file in some of its messages and not in others.
            reason.contains(file) ? "cannot read \(reason)" : "cannot read \(file): \(reason)"
        case .notAFile(let file): "cannot read \(file): it has to be a regular file"
        case .history(let file):
            "cannot read \(file): it is a history with several versions of each object"
        case .elevation(let line): line
        case .noRoads(let files):
            "no road for cars in \(files.joined(separator: ", ")) (with all nodes of its line)"
        }
    }
}
