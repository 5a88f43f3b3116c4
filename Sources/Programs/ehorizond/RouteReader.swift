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
    /// The name of the map for messages, and its identity.
    let name: String
    let identity: MapIdentity

    /// Reads the file and finds the route.
    func read() -> FoundRoute {
        let guide = Result { () throws(Failure) in
            do throws(MapError) {
                return try RoadMap(sources: files.used.map(\.blocks))
            } catch { throw Failure("\(name): \(error)", isPassing: error.isPassing) }
        }.flatMap { roads in
            Result { () throws(Failure) in try choice.read(on: roads, named: name) }
        }
        return FoundRoute(map: identity, choice: choice, guide: guide)
    }
}
