/// The kind of a place off the road.
@frozen
public enum OffRoadKind: Sendable, Hashable, CaseIterable {
    /// A place that the map does not show.
    case unmapped
    /// In a car park, near its parking aisles.
    case carPark
    /// On board a ferry.
    case ferry
}
