public import Quantities
public import RoadMap

/// A map with its identity.
public protocol IdentifiedMap {
    /// The identity, the same for the same file.
    var identity: MapIdentity { get }
    /// Whether it stands for no map: it has no roads.
    var isNone: Bool { get }
}

/// The map in use and the one before it: a new map that cannot be read is given up for the former one, as long as it
/// is on trial.
public struct MapHistory<Map: IdentifiedMap> {
    /// What to do after a failure.
    public enum Step {
        /// Use this map again.
        case goBack(to: Map)
        /// Report that the map in use failed so many times.
        case report(failures: Int)
        /// Report nothing.
        case none
    }

    /// A new map is on trial for so long. A failure later says nothing of the file: it has been read all the time.
    public static var trial: Nanoseconds { .seconds(60) }

    /// The map in use.
    public private(set) var current: Map
    private var former: Map?
    private var trialEnd = MonotonicTime.zero
    private var failures = 0
    /// Whether the map in use is not to be used, so that the same file counts as new when it arrives again.
    private var isRefused = false

    /// The first map.
    public init(_ map: Map) { current = map }

    /// Whether a map is another one than that in use, or the one in use was damaged or could not be read.
    public func isNew(_ map: Map) -> Bool {
        isRefused || failures > 0 || map.identity != current.identity
    }

    /// Uses a new map; the one in use becomes the former one. Nothing goes back to a refused map, or to none.
    public mutating func change(to map: Map, at now: MonotonicTime) {
        trialEnd = now + Self.trial
        former = isRefused || current.isNone ? nil : current
        current = map
        isRefused = false
        failures = 0
    }

    /// Refuses the map in use.
    public mutating func refuse() { isRefused = true }

    /// Gives a refused map up. Returns the map to use in its place: the former one, or else `none`, which has
    /// no roads; `nil` where the map in use is not refused.
    public mutating func giveUp(otherwise none: Map) -> Map? {
        guard isRefused else { return nil }
        let next = former ?? none
        former = nil
        current = next
        isRefused = false
        failures = 0
        return next
    }

    /// Takes note that the map in use failed. A new map is given up for the former one, once and while it is on
    /// trial, unless the road alone asked for too much work. All other failures are reported at the first and each
    /// hundredth.
    public mutating func noteFailure(_ error: MapError, at now: MonotonicTime) -> Step {
        if let former, now < trialEnd, !error.isOfTheRoad {
            self.former = nil
            current = former
            return .goBack(to: former)
        }
        failures += 1
        return failures == 1 || failures % 100 == 0 ? .report(failures: failures) : .none
    }
}

extension MapError {
    /// Whether a map without faults may give it too.
    fileprivate var isOfTheRoad: Bool { if case .tooMuchWork = self { true } else { false } }
}
