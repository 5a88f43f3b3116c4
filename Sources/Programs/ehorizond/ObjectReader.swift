import RoadMap
import RoadObjects
import Supervision

/// What the thread that matches objects of the host to the map needs.
struct ObjectRequest: Sendable {
    /// The number of the list.
    let number: Int
    /// The objects.
    let objects: [CustomObject]
    /// The files of the map, and its identity.
    let files: CheckedMap
    let identity: MapIdentity

    /// Finds the roads of the objects.
    func read() -> FoundObjects {
        let roads = Result { () throws(MapError) in
            try RoadMap(sources: files.used.map(\.blocks))
        }
        return FoundObjects(number, objects, on: roads, identity: identity)
    }
}
