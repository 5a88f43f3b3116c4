/// The decision about one fix, after the lag.
@frozen
public struct MatchDecision: Sendable, Hashable {
    /// The number of the fix: the number of fixes before it.
    public var fixNumber: Int
    /// The place of the vehicle.
    public var result: MatchResult
    /// Whether the vehicle drove here from the place of the decision before along roads of the map, so that a
    /// ``DrivenRoute`` can continue. `false` at the start, after a jump, off the road, on the first fix back on the
    /// road, and where later fixes have shown that the decision before was wrong. For a rejected fix
    /// (``MapMatcher/ingest(_:after:at:)``): whether the route continues after it.
    public var continues: Bool

    /// A decision of its parts.
    @inlinable
    public init(fixNumber: Int, result: MatchResult, continues: Bool) {
        self.fixNumber = fixNumber
        self.result = result
        self.continues = continues
    }
}
