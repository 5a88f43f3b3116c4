/// A possible place of the vehicle after a fix, on one road in one direction.
@frozen
public struct PossiblePlace: Sendable, Hashable {
    /// The relation of a place to the answer. The probability of the answer includes the places
    /// that the fix cannot distinguish from it.
    @frozen
    public enum Relation: Sendable, Hashable, CaseIterable {
        /// The place is the answer.
        case answer
        /// The road of the answer follows the road of this place; the fix cannot distinguish the
        /// two.
        case before
        /// The road of this place follows the road of the answer; the fix cannot distinguish the
        /// two.
        case beyond
        /// The place is elsewhere.
        case apart
    }

    /// The place with its own probability. The probabilities of all places of a fix sum up to 1 at most.
    public var matched: MatchedPlace
    /// The relation to the answer.
    public var relation: Relation

    /// A possible place of its parts.
    @inlinable
    public init(_ matched: MatchedPlace, _ relation: Relation) {
        self.matched = matched
        self.relation = relation
    }
}
