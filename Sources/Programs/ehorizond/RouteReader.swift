import Configuration
import RoadMap
import Supervision
import TextFiles

/// What the thread that reads routes needs.
struct RouteRequest: Sendable {
    /// The settings of the route.
    let choice: RouteChoice
    /// The files of the map that the route is found on.
    let files: CheckedMap
    /// The name of the map for messages.
    let name: String

    /// Reads the file and finds the route; `nil` where the map cannot be opened any more, which the loop finds
    /// out too.
    func read() -> FoundRoute? {
        guard let roads = try? RoadMap(sources: files.used.map(\.blocks)) else { return nil }
        let guide = Result { () throws(Failure) in try choice.read(on: roads, named: name) }
        return FoundRoute(map: roads.identity, choice: choice, guide: guide)
    }
}
