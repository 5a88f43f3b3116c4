import Engine
import Geodesy
import MapSketch
import Positioning
import Quantities
import RoadMap
import Routing
import Simulation
import Testing

/// A drive around a corner of a drawn map.
struct SketchedDrive {
    let map: RoadMap
    let events: [DriveEvent]

    init() throws {
        let sketch = try MapSketch(
            """
            A-------B-------C
                    |
                    |
            F-------D-------E
            """, gridMetres: 60,
            roads: [
                .init("ABC", class: 3, limit: .limited(80, .kilometresPerHour)),
                .init("BD", class: 4, limit: .limited(50, .kilometresPerHour)),
                .init("FDE", class: 5),
            ])
        map = sketch.map
        let from = try map.nearestPlaces(to: sketch.place("A"), within: Metres(5))
        let to = try map.nearestPlaces(to: sketch.place("E"), within: Metres(5))
        let route = try #require(try map.shortestRoute(from: from, to: to))
        let start = UTCTime(nanoseconds: 1_767_254_400_000_000_000)
        let drive = try SimulatedDrive(
            along: route, on: map, start: start, noise: .zero, seed: 1)
        events = drive.fixes.enumerated().map { number, fix in
            DriveEvent(
                .position(.fix(fix)),
                at: MonotonicTime(nanoseconds: Int64(number) * 1_000_000_000))
        }
    }
}
