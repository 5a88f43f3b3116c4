public import Engine
public import Quantities
public import RoadMap

/// A place with the map that it is a place of.
public struct LocatedPlace: Sendable, Hashable {
    /// The place.
    public let place: LastPlace
    /// The map.
    public let map: MapIdentity

    /// A place on a map.
    public init(_ place: LastPlace, on map: MapIdentity) {
        self.place = place
        self.map = map
    }
}

/// Keeps the last known position of the vehicle for the next run. If a vehicle is parked without a fix, as in a garage,
/// the last known position is kept for some time with a larger standard deviation. It stays a position of the map that
/// it was known on, whatever map is used since.
public struct PlaceMemory: Sendable, Hashable {
    private var known: LocatedPlace?
    /// When it was known last.
    private var time = MonotonicTime.zero

    /// After this time without a position, the vehicle may be anywhere.
    public static let lifetime = Nanoseconds.seconds(1800)
    /// The standard deviation of a position without a current fix.
    public static let lostAccuracy = Metres(90)
    /// Up to this age a position counts as current.
    private static let fresh = Nanoseconds.seconds(1)

    /// A memory without a position.
    public init() {}

    /// Takes note of the place, `nil` while it is not known, and of the map in use.
    public mutating func note(_ place: LastPlace?, on map: MapIdentity, at now: MonotonicTime) {
        guard let place else { return }
        (known, time) = (LocatedPlace(place, on: map), now)
    }

    /// The place to store; `nil` if there has been none in this run, so that what is stored is still the best.
    public func place(at now: MonotonicTime) -> LocatedPlace? {
        guard let known else { return nil }
        let age = now - time
        if age <= Self.fresh { return known }
        guard age <= Self.lifetime else { return LocatedPlace(.unknown, on: known.map) }
        guard case .onRoad(let place, let accuracy, let probability) = known.place else {
            return known
        }
        return LocatedPlace(
            .onRoad(place, accuracy: max(accuracy, Self.lostAccuracy), probability: probability),
            on: known.map)
    }
}
