public import RecordSorting

/// Where a row stands in the saved responses.
public struct RowOrigin: Sendable, Hashable, CustomStringConvertible {
    /// The file, as its path from the folder.
    public var file: String
    /// The layer with its class.
    public var layer: LayerName
    /// The tile's id where the response says it.
    public var tile: String?
    /// The number of the row in its tile, 1 the first.
    public var row: Int

    /// File, layer, tile and row for people.
    public var description: String {
        "\(file): \(layer)\(tile.map { ", tile \($0)" } ?? ""), row \(row)"
    }
}

/// Why saved tile responses could not be read.
public enum PlatformDataError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file or folder could not be read; the system's reason.
    case unreadable(path: String, reason: String)
    /// There is not one tile response in the folder.
    case noTiles(folder: String)
    /// A file is not JSON, or not of the shape that a response has, at this place.
    case broken(file: String, line: Int, column: Int, expected: String)
    /// A response of one tile does not say which layer it is of, neither inside nor in its path.
    case unnamedLayer(file: String)
    /// A value of a row is not what its column holds.
    case value(RowOrigin, column: String, value: String?, expected: String)
    /// The temporary file for rows that wait to be joined failed.
    case sorting(SortingError)

    /// One line for people.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
        case .noTiles(let folder): "\(folder): no tile response (*.json) in it"
        case .broken(let file, let line, let column, let expected):
            "\(file): line \(line), column \(column): \(expected) is expected"
        case .unnamedLayer(let file):
            "\(file): neither its Meta nor its path (such as LINK_FC3-12-2187.json) names a layer"
        case .value(let origin, let column, let value, let expected):
            "\(origin), column \(column): \(Self.shown(value)) is not \(expected)"
        case .sorting(let error): "\(error)"
        }
    }

    private static func shown(_ value: String?) -> String {
        guard let value else { return "null" }
        let line = value.prefix(40).map { $0.isNewline ? " " : $0 }
        return "\"\(String(line))\(value.count > 40 ? "…" : "")\""
    }
}
