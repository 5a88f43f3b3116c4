import Quantities

/// The items of a path that wait with the same urgency: STUBs near the vehicle, or all others.
struct WaitingItems {
    let urgency: Urgency
    let areRoads: Bool
    /// The start of the path, in whole metres from the vehicle.
    let start: Int
    /// The distance up to which STUBs count as near, in metres.
    let roads: Int

    /// Whether an item is one of them.
    func contains(_ item: Int, of items: PathItems) -> Bool {
        items.waiting(item) == urgency
            && areRoads == (items.series(item) == .stub && start + items.metres(item) <= roads)
    }
}

extension PathItems {
    /// The first one of these from an item on that a filter wants and that still waits.
    func first(
        of waiting: WaitingItems, within filter: borrowing ItemFilter, from first: Int
    ) -> Int? {
        var item = first
        while item < endIndex {
            if due(item) != .no, waiting.contains(item, of: self), filter.wants(item, of: self) {
                return item
            }
            item += 1
        }
        return nil
    }

    /// Whether any of these from an item on that a filter wants is due with some urgency at least.
    /// - Parameter isRepetition: Only as a part of a repetition of everything, or of all messages of a kind.
    func hasDue(
        of waiting: WaitingItems, within filter: borrowing ItemFilter, from first: Int,
        _ least: Urgency, isRepetition: Bool
    ) -> Bool {
        for item in first..<Swift.max(first, endIndex)
        where due(item) >= least && waiting.contains(item, of: self) {
            if isRepetition, !isToRepeat(item) { continue }
            if filter.wants(item, of: self) { return true }
        }
        return false
    }
}
