import ADASISv2
import Quantities

// What clients may have forgotten. Reference §8, what clients do (confidence C).
extension HorizonProvider {
    /// A message names a path. All of a path that went unmentioned for so long that clients may have
    /// forgotten it is said again.
    mutating func noteMention(of path: Int, at time: MonotonicTime) {
        if time - paths[path].mentioned > parameters.clientMemory { repeatItems(of: path) }
        paths[path].mentioned = time
    }

    /// POSITION of the best place tells where the car is, or on none of the paths. Who had no place of
    /// it for long, or no POSITION at all, has no horizon any more: all is said again.
    mutating func notePosition(on index: PathIndex, at time: MonotonicTime) {
        defer { lastPosition = time }
        guard index.isNormal else {
            toldPlace = nil
            return
        }
        let isLate = lastPosition.map { time - $0 > parameters.positionTimeout } ?? false
        let wasAway = lastOnPath.map { time - $0 > parameters.clientMemory } ?? false
        if isLate || wasAway {
            for path in paths.indices { repeatItems(of: path) }
        }
        lastOnPath = time
        pool.positionWasTold()
        toldOdometer = odometer
        toldPlace = paths.first.map { ToldPlace(path: $0.id, offset: mainOffset) }
    }

    /// Asks for everything of a path once more.
    mutating func repeatItems(of path: Int) {
        for item in paths[path].items.indices { paths[path].items[item].due = .now }
    }
}
