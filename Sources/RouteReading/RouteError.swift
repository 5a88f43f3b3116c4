public import RoadMap

/// Why a file is no route on a map. Its description is the one line to show a person, after the name
/// of the file.
public enum RouteError: Error, Sendable, Hashable {
    /// The file cannot be read at that line, counted from 1.
    case input(line: Int, String)
    /// The file as a whole says no route that can be driven.
    case route(String)
    /// The map cannot be read.
    case map(MapError)
}

extension RouteError: CustomStringConvertible {
    /// The error and its place in one line.
    public var description: String {
        switch self {
        case .input(let line, let reason): "line \(line): \(reason)"
        case .route(let reason): reason
        case .map(let error): "\(error)"
        }
    }
}

/// Does what reads a map.
func reading<Result>(
    _ body: () throws(MapError) -> Result
) throws(RouteError) -> Result {
    do throws(MapError) { return try body() } catch { throw .map(error) }
}
