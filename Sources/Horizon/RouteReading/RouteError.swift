public import RoadMap

/// The reason why a file is no route on a map. The description is one line, to print after the name of the
/// file.
public enum RouteError: Error, Sendable, Hashable {
    /// The file has an error in this line, counted from 1.
    case input(line: Int, String)
    /// The file as a whole contains no route that can be driven.
    case route(String)
    /// The map cannot be read.
    case map(MapError)
}

extension RouteError: CustomStringConvertible {
    /// The error with its line.
    public var description: String {
        switch self {
        case .input(let line, let reason): "line \(line): \(reason)"
        case .route(let reason): reason
        case .map(let error): "\(error)"
        }
    }
}

/// Runs code that reads a map, and wraps its error.
func reading<Result>(
    _ body: () throws(MapError) -> Result
) throws(RouteError) -> Result {
    do throws(MapError) { return try body() } catch { throw .map(error) }
}
