public import Engine
public import Quantities

/// Keeps the last known place of the vehicle for the next run. A vehicle is often parked where it has no fix, as in
/// a garage: then its last known place counts, less exactly, and for some time.
public struct PlaceMemory: Sendable, Hashable {
    private var known: LastPlace?
    /// When it was known last.
    private var time = MonotonicTime.zero

    /// After this time without a place, the vehicle may be anywhere.
    public static let lifetime = Nanoseconds.seconds(1800)
    /// So exact is a place that is not known any more.
    public static let lostAccuracy = Metres(90)
    /// A place this old is still known.
    private static let fresh = Nanoseconds.seconds(1)

    /// Nothing known.
    public init() {}

    /// Takes note of the place, `nil` while it is not known.
    public mutating func note(_ place: LastPlace?, at now: MonotonicTime) {
        guard let place else { return }
        (known, time) = (place, now)
    }

    /// The place to store; `nil` if there has been none in this run, so that what is stored is still the best.
    public func place(at now: MonotonicTime) -> LastPlace? {
        guard let known else { return nil }
        let age = now - time
        if age <= Self.fresh { return known }
        guard age <= Self.lifetime else { return .unknown }
        guard case .onRoad(let place, let accuracy, let probability) = known else { return known }
        return .onRoad(
            place, accuracy: max(accuracy, Self.lostAccuracy), probability: probability)
    }
}
