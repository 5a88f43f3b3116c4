import Console
import Engine
import Quantities
import RoadMap

// A new map on the way.
extension Daemon {
    /// Goes over to a new map where the name of the map stands for one, between two updates.
    mutating func takeMap(at now: MonotonicTime) {
        guard let finding = mapWatcher.takeFinding() else { return }
        for unfit in finding.unfit {
            Program.say("ehorizond: \(unfit.path): \(unfit.reason); the map stays as it was")
        }
        guard let checked = finding.map else { return }
        do {
            let new = DrivenMap(
                roads: try RoadMap(sources: checked.sources, cacheBytes: mapCacheBytes),
                files: checked)
            guard new.identity != map.identity else { return }
            formerMap = map
            use(new, at: now)
            // Unless it failed at once, and the one before is driven on.
            if map.identity == new.identity {
                Program.say("ehorizond: \(mapName): a new map, \(new.identity)")
            }
        } catch {
            // What was refused is no part of what a later file joins.
            mapWatcher.goBack(to: map.files)
            Program.say("ehorizond: \(mapName): \(error); the map stays as it was")
        }
    }

    /// Drives on on another map.
    mutating func use(_ new: DrivenMap, at now: MonotonicTime) {
        map = new
        engine.offer(new.roads)
        ingest(.map(new.identity), at: now)
        // Its links are those of the map before. A route that the car has left stays left.
        guard guide != nil else { return }
        guide = nil
        loadRoute(at: now)
    }
}
