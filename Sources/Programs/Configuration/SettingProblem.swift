import TextFiles

/// Something that is wrong with a configuration or a flag, and where.
///
/// Its description is the one line to show a person:
/// `ehorizon.toml:12:17: level.0.reach_m = 9000: 10 to 7800 m can be set`.
public struct SettingProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file, line and column, counted from 1; `nil` where it is about flags.
    let place: FilePlace?
    /// The error, with name and value.
    let text: String

    /// The line.
    public var description: String { place.map { "\($0.description): \(text)" } ?? text }
}

/// A place in a named file.
struct FilePlace: Sendable, Hashable {
    let file: String
    let place: TextPlace

    var description: String { "\(file):\(place.line):\(place.column)" }
}

/// Where a value comes from.
enum SettingOrigin: Sendable, Hashable {
    /// Nobody set it.
    case standard
    /// A configuration file.
    case file(FilePlace)
    /// A flag.
    case flag(String)

    /// The words for a printed configuration.
    var text: String {
        switch self {
        case .standard: "default"
        case .file(let place): "\(place.file):\(place.place.line)"
        case .flag(let flag): flag
        }
    }
}

extension SettingTable {
    /// What may have been meant by a path that is no setting's, as words to add, or nothing.
    static func suggestion(for path: [String]) -> String {
        let name = Setting.name(of: path)
        // A unit left out, or a table left out or mistaken.
        if let longer = names.first(where: { $0.hasPrefix(name + "_") }) {
            return "; did you mean \(longer)?"
        }
        if let key = path.last, let other = all.first(where: { $0.path.last == key }) {
            let depth = other.path.first == "level" ? " or another level's" : ""
            return "; did you mean \(other.name)\(depth)?"
        }
        return NearestName.words(for: name, among: names)
    }
}
