/// Decisions that wait. Its memory grows to the largest number that ever waited.
struct DecisionQueue {
    private var items: [MatchDecision] = []
    private var next = 0

    /// Adds a decision at the end.
    mutating func append(_ decision: MatchDecision) { items.append(decision) }

    /// Removes and returns the first decision.
    mutating func take() -> MatchDecision? {
        guard next < items.count else { return nil }
        let decision = items[next]
        next += 1
        if next == items.count { removeAll() }
        return decision
    }

    /// Drops all decisions.
    mutating func removeAll() {
        items.removeAll(keepingCapacity: true)
        next = 0
    }
}
