/// The result of an entry of an overlay.
public struct OverlayOutcome: Sendable, Hashable {
    /// The kinds of results.
    public enum State: String, Sendable, CaseIterable {
        /// At least one value of the map comes from the entry.
        case applied
        /// The data state the same: the entry is not needed any more.
        case needless
        /// Entries before it state other values for the same roads.
        case conflict
        /// The way is not in the data, or no road is at the place.
        case stale
        /// It is not valid yet at the moment of the map.
        case notYetValid = "not-yet-valid"
        /// It is not valid any more at the moment of the map.
        case expired
        /// The map has no road for it, or no value that it could change.
        case noEffect = "no-effect"
    }

    /// The file.
    public let file: String
    /// The number of the entry in it, from 1.
    public let number: Int
    /// Its `id`, if it has one.
    public let id: String?
    /// The result.
    public internal(set) var state: State
    /// The ways with a value of the entry, ascending.
    public internal(set) var ways: [Int64] = []
    /// What a person should know: conflicts, ways that are gone, places without a road.
    public internal(set) var remarks: [String] = []

    /// The name of the entry in messages.
    public var title: String { "\(file): entry \(number)\(id.map { " (\($0))" } ?? "")" }
}
