/// What the matcher says of one fix once it has seen what came after it.
@frozen
public struct MatchDecision: Sendable, Hashable {
    /// Which fix: the number of fixes that were ingested before it.
    public var fixNumber: Int
    /// Where the car was.
    public var result: MatchResult
    /// Whether the car drove here from the place of the decision before along roads of the map, so
    /// that a ``DrivenRoute`` can tell the way. `false` at the start, after a jump,
    /// off road and back on the road. Of a fix that says nothing (``MapMatcher/ingest(_:after:at:)``) whether the
    /// way goes on meanwhile.
    public var continues: Bool

    /// A decision of its parts.
    @inlinable
    public init(fixNumber: Int, result: MatchResult, continues: Bool) {
        self.fixNumber = fixNumber
        self.result = result
        self.continues = continues
    }
}
