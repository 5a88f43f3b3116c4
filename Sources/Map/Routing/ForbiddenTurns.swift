/// Whether a search may make a turn that a restriction or a closed barrier forbids.
@frozen
public enum ForbiddenTurns: Sendable, Hashable {
    /// Never.
    case never
    /// Anywhere, without a cost.
    case free
    /// Anywhere, with this cost of each turn, in the unit of the search. It serves searches for driven routes:
    /// drivers and maps have errors.
    case penalised(Double)
}
