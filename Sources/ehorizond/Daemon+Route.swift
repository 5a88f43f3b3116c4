import Configuration
import Console
import Engine
import LinuxLoop
import Quantities
import RoadMap

// The route.
extension Daemon {
    /// Hands the engine what it needs of the route.
    mutating func followRoute(at now: MonotonicTime) {
        if let event = guide?.event(for: engine) { ingest(event, at: now) }
        guard guide?.isOver == true else { return }
        guide = nil
        Program.say("ehorizond: \(loaded.settings.route.file ?? "the route"): the car has left it")
    }

    /// Reads the route of the settings again; without one there is none any more.
    mutating func loadRoute(at now: MonotonicTime) {
        guard let file = loaded.settings.route.file else {
            dropRoute(at: now)
            return
        }
        do throws(SystemError) {
            try routeLoader.start(loaded.settings.route, on: map.files, named: mapName)
        } catch {
            Program.say("ehorizond: \(file): \(error); the route stays as it is")
        }
    }

    /// Takes over what was read, if it is of the map that is driven on and of the route that is set.
    mutating func takeRoute(at now: MonotonicTime) {
        guard let outcome = routeLoader.takeOutcome(),
            outcome.map == map.identity, outcome.choice == loaded.settings.route,
            let file = loaded.settings.route.file
        else { return }
        switch outcome.guide {
        case .failure(let failure):
            Program.say("ehorizond: \(failure); the route stays as it is")
        case .success(nil):
            dropRoute(at: now)
            Program.say("ehorizond: \(file): no route")
        case .success(let found?):
            guide = found
            followRoute(at: now)
            Program.say("ehorizond: \(file): a route of \(found.links.count) links")
        }
    }

    private mutating func dropRoute(at now: MonotonicTime) {
        guide = nil
        if engine.hasRoute { ingest(.route([]), at: now) }
    }
}
