/// Where a search may make a U-turn.
@frozen
public enum UTurnRule: Sendable, Hashable {
    /// Only at a dead end, where no other exit is permitted.
    case atDeadEnds
    /// At any node, and at the start of the search. Except at dead ends each U-turn has this cost, in the unit
    /// of the search.
    case penalised(Double)
}
