import Quantities

/// The order in which waiting items are sent. It holds no messages: the transmitted message is that of the
/// item at the moment of transmission.
///
/// Thousands of items may wait, and a bus takes a few of them until the next update. On one path the items
/// of one urgency wait in their order already. So the queue only finds the first one of each path and urgency.
struct SendQueue {
    /// What may be sent, the most urgent first.
    private static let urgencies: [3 of Urgency] = [.now, .again, .spare]

    /// The items of one path with one urgency: STUBs near the vehicle, or all others.
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

        /// Urgency comes first. Then follow distance and level.
        func key(at metres: Int) -> UInt64 {
            // An item behind the vehicle that is still in force is as urgent as an item directly
            // ahead.
            let distance = items.areRoads ? 0 : UInt64(max(0, items.start + metres))
            let urgency = UInt64(Urgency.now.rawValue - items.urgency.rawValue)
            return urgency << 60 | distance << 16 | UInt64(level)
        }
    }

    private var lines: [Line] = []
    /// The items that are sent at present, path by path.
    private var filters: [ItemFilter] = []

    /// Collects the paths with items that may be sent. The first criterion is urgency: what clients lack comes before what
    /// they receive again, so that on a slow bus the far end is not held up by repetitions. Then follow distance (near
    /// first), parents before their side paths, and the order of the path. Urgency is that of the last pass over all items
    /// (``PathItems/waiting(_:)``).
    ///
    /// The STUBs of the main path within a distance, in metres, have the distance 0. So clients
    /// know the next roads and their indexes before the details of the nearest one. There are few
    /// such STUBs, so all are sent within a second, whatever else waits.
    mutating func gather(
        from paths: [WirePath], roadsWithin roads: Int, _ filter: (borrowing WirePath) -> ItemFilter
    ) {
        lines.removeAll(keepingCapacity: true)
        filters.removeAll(keepingCapacity: true)
        for number in paths.indices where !paths[number].items.waiting.isEmpty {
            let filter = filter(paths[number])
            guard filter.isOpen else { continue }
            filters.append(filter)
            for urgency in Self.urgencies.indices
            where paths[number].items.waiting.contains(Self.urgencies[urgency]) {
                if !paths[number].isSidePath {
                    append(
                        number, of: paths, Self.urgencies[urgency], areRoads: true, within: roads)
                }
                append(number, of: paths, Self.urgencies[urgency], areRoads: false, within: roads)
            }
        }
    }

    private mutating func append(
        _ path: Int, of paths: [WirePath], _ urgency: Urgency, areRoads: Bool, within roads: Int
    ) {
        let items = WaitingItems(
            urgency: urgency, areRoads: areRoads, start: paths[path].startDistance.value / 100,
            roads: paths[path].isSidePath ? .min : roads)
        lines.append(
            Line(path: path, items: items, filter: filters.count - 1, level: paths[path].level))
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

    /// Whether any item waits with an urgency or a higher one; by default one that clients lack. It ignores paths whose STUB
    /// is out of reach, since clients do not need them.
    /// - Parameter isRepetition: Only as a part of a repetition of everything, or of all messages of a kind.
    func hasDue(
        in paths: [WirePath], _ least: Urgency = .now, isRepetition: Bool = false
    ) -> Bool {
        lines.contains {
            paths[$0.path].isAnnounced
                && paths[$0.path].items.hasDue(
                    of: $0.items, within: filters[$0.filter], from: $0.first ?? 0, least,
                    isRepetition: isRepetition)
        }
    }
}
