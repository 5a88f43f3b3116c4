import Quantities

/// The order in which waiting items are sent. It holds no messages: the transmitted message is that of the
/// item at the moment of transmission.
///
/// Thousands of items may wait, and a bus takes a few of them until the next update. On one path the items
/// of one ``Rank`` wait in their order already. So the queue only finds the first one of each path and rank.
struct SendQueue {
    /// What decides before the distance.
    private enum Rank: Int, CaseIterable {
        case dueRoad, due, spareRoad, spare

        var urgency: Urgency { self == .dueRoad || self == .due ? .now : .spare }
        var isRoad: Bool { self == .dueRoad || self == .spareRoad }
    }

    /// The items of one path and rank.
    private struct Line {
        let path: Int
        let items: WaitingItems
        /// The number of its filter.
        let filter: Int
        /// The level of the path.
        let level: Int
        /// The first item that waits, once it was looked for; the number of items if there is none.
        var first: Int?
        var key: UInt64 = 0

        /// Due items come before items that fill spare room. Then follow distance and level.
        func key(at metres: Int) -> UInt64 {
            // An item behind the vehicle that is still in force is as urgent as an item directly
            // ahead.
            let distance = items.areRoads ? 0 : UInt64(max(0, items.start + metres))
            let spare: UInt64 = items.urgency == .spare ? 1 << 63 : 0
            return spare | distance << 16 | UInt64(level)
        }
    }

    private var lines: [Line] = []
    /// The items that are sent at present, path by path.
    private var filters: [ItemFilter] = []

    /// Collects the paths with items that may be sent. The first criterion is due items before items that
    /// only fill spare room. Then follow distance (near first), parents before their side paths, and the
    /// order of the path. Urgency is that of the last pass over all items (``PathItems/waiting(_:)``).
    ///
    /// The STUBs of the main path within a distance, in metres, have the distance 0. So clients
    /// know the next roads and their indexes before the details of the nearest one. There are few
    /// such STUBs, so all are sent within a second, whatever else waits.
    mutating func gather(
        from paths: [WirePath], roadsWithin roads: Int, _ filter: (borrowing WirePath) -> ItemFilter
    ) {
        lines.removeAll(keepingCapacity: true)
        filters.removeAll(keepingCapacity: true)
        for number in paths.indices where paths[number].items.mayBeDue {
            let filter = filter(paths[number])
            guard filter.isOpen else { continue }
            filters.append(filter)
            let isSidePath = paths[number].isSidePath
            for rank in Rank.allCases where !(rank.isRoad && isSidePath) {
                let items = WaitingItems(
                    urgency: rank.urgency, areRoads: rank.isRoad,
                    start: paths[number].startDistance.value / 100,
                    roads: isSidePath ? .min : roads)
                lines.append(
                    Line(
                        path: number, items: items, filter: filters.count - 1,
                        level: paths[number].level))
            }
        }
    }

    /// The most urgent waiting item of a path that clients know.
    mutating func first(in paths: [WirePath]) -> (path: Int, item: Int)? {
        var first: (key: UInt64, path: Int, item: Int)?
        for number in lines.indices where paths[lines[number].path].isAnnounced {
            let path = lines[number].path
            let count = paths[path].items.endIndex
            var item = lines[number].first ?? 0
            if lines[number].first == nil || (item < count && paths[path].items.due(item) == .no) {
                item =
                    paths[path].items.first(
                        of: lines[number].items, within: filters[lines[number].filter], from: item)
                    ?? count
                lines[number].first = item
                guard item < count else { continue }
                lines[number].key = lines[number].key(at: paths[path].items.metres(item))
            }
            guard item < count else { continue }
            if let first, first <= (lines[number].key, path, item) { continue }
            first = (lines[number].key, path, item)
        }
        return first.map { ($0.path, $0.item) }
    }

    /// Whether any item waits on a path that clients know.
    func hasMore(in paths: [WirePath]) -> Bool {
        lines.contains {
            paths[$0.path].isAnnounced
                && paths[$0.path].items.first(
                    of: $0.items, within: filters[$0.filter], from: $0.first ?? 0) != nil
        }
    }

    /// Whether any item waits that clients do not hold yet or that is due again. It ignores paths
    /// whose STUB is out of reach, since clients do not need them.
    func hasDue(in paths: [WirePath]) -> Bool {
        lines.contains {
            paths[$0.path].isAnnounced
                && paths[$0.path].items.first(
                    of: $0.items, within: filters[$0.filter], from: $0.first ?? 0, isDue: true)
                    != nil
        }
    }
}
