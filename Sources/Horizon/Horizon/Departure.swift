public import Quantities

/// The place where the most probable path leaves a path for a side path.
@usableFromInline
struct Departure: Sendable, Hashable {
    /// The offset, from the start of the path that it leaves.
    @usableFromInline let offset: Centimetres
    /// The reason.
    @usableFromInline let reason: DepartureReason

    init(offset: Centimetres, reason: DepartureReason) {
        self.offset = offset
        self.reason = reason
    }
}

/// The reason why the most probable path leaves a path for a less probable side path.
public enum DepartureReason: Sendable, Hashable {
    /// The calculated route turns off.
    case route
    /// The course of a host turns off (``PathTree/setCourse(_:isRoute:)``).
    case course
    /// The driver is about to turn off, by this evidence. The evidence is empty if only the likely
    /// destinations suggest the turn (``HorizonParameters/expectsDestinations``).
    case driver(IntentEvidence)
}
