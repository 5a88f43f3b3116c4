import Configuration
import RoadMap
import Supervision
import TextFiles

/// What the thread that reads routes needs.
struct RouteRequest: Sendable {
    private let choice: RouteChoice
    private let files: CheckedMap
    private let identity: MapIdentity
    private let name: String

    /// The route of settings, on a map with a name for people.
    init(_ choice: RouteChoice, on map: DrivenMap, named name: String) {
        self.choice = choice
        (files, identity) = (map.files, map.identity)
        self.name = name
    }

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
