/// The numbers of the matcher.
public struct MatchingParameters: Sendable, Hashable {
    /// The defaults.
    public init() {}
}
