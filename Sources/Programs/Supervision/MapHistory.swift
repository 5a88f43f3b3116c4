public import RoadMap

/// A map with its identity.
public protocol IdentifiedMap {
    /// The identity, the same for the same file.
    var identity: MapIdentity { get }
    /// Whether it stands for no map: it has no roads.
    var isNone: Bool { get }
}

/// The map in use and the one before it: a new map that cannot be read is given up for the former one.
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

    /// The map in use.
    public private(set) var current: Map
    private var former: Map?
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
    public mutating func change(to map: Map) {
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

    /// Takes note that the map in use could not be read. A new map is given up for the former one, once;
    /// failures of a map without a former one are reported at the first and each hundredth.
    public mutating func noteFailure() -> Step {
        if let former {
            self.former = nil
            current = former
            return .goBack(to: former)
        }
        failures += 1
        return failures == 1 || failures % 100 == 0 ? .report(failures: failures) : .none
    }
}
