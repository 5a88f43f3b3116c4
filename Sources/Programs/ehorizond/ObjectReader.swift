import RoadMap
import RoadObjects
import Supervision

/// What the thread that matches objects of the host to the map needs.
struct ObjectRequest: Sendable {
    /// The number of the list.
    let number: Int
    /// The objects.
    let objects: [CustomObject]
    /// The files of the map.
    let files: CheckedMap

    /// Finds the roads of the objects; `nil` where the map cannot be opened any more, which the loop finds out too.
    func read() -> FoundObjects? {
        guard let roads = try? RoadMap(sources: files.used.map(\.blocks)) else { return nil }
        return FoundObjects(number, objects, on: roads)
    }
}
