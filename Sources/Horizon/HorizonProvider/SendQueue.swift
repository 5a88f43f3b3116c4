import Quantities

/// The order in which waiting items are sent. It holds places of items and no messages: the
/// transmitted message is that of the item at the moment of transmission.
struct SendQueue {
    private struct Entry {
        let key: UInt64
        let path: Int32
        let item: Int32
    }

    private var entries: [Entry] = []
    private var cursor = 0
    /// Whether the entries are a heap whose first one is the least urgent.
    private var isFull = false

    /// More items than are sent until the next update, and more than a dense city has. Of more, the most
    /// urgent are kept.
    private static let most = 8192

    /// Sorts the items that may be sent. The first criterion is due items before items that only
    /// fill spare room. Then follow distance (near first), parents before their side paths, and the
    /// order of the path.
    ///
    /// The STUBs of the main path within a distance, in metres, have the distance 0. So clients
    /// know the next roads and their indexes before the details of the nearest one. There are few
    /// such STUBs, so all are sent within a second, whatever else waits.
    mutating func gather(
        from paths: [WirePath], roadsWithin roads: Int, _ filter: (borrowing WirePath) -> ItemFilter
    ) {
        entries.removeAll(keepingCapacity: true)
        cursor = 0
        isFull = false
        for number in paths.indices where paths[number].items.mayBeDue {
            let filter = filter(paths[number])
            guard filter.isOpen else { continue }
            let roadsAhead = paths[number].isSidePath ? nil : roads
            gather(
                from: paths[number].items, of: number, paths[number].level,
                at: paths[number].startDistance, roadsWithin: roadsAhead, filter)
        }
        entries.heapsort(by: Self.precedes)
    }

    private static func precedes(_ left: Entry, _ right: Entry) -> Bool {
        (left.key, left.path, left.item) < (right.key, right.path, right.item)
    }

    private mutating func add(_ entry: Entry) {
        guard entries.count >= Self.most else { return entries.append(entry) }
        if !isFull { entries.makeHeap(by: Self.precedes) }
        isFull = true
        guard Self.precedes(entry, entries[0]) else { return }
        entries[0] = entry
        entries.sift(0, entries.count, by: Self.precedes)
    }

    private mutating func gather(
        from items: PathItems, of path: Int, _ level: Int, at start: Centimetres,
        roadsWithin roads: Int?, _ filter: ItemFilter
    ) {
        let start = start.value / 100
        for item in items.indices {
            let due = items.due(item)
            guard due != .no, filter.wants(item, of: items) else { continue }
            // An item behind the vehicle that is still in force is as urgent as an item directly
            // ahead.
            var distance = UInt64(max(0, start + items.metres(item)))
            if let roads, items.series(item) == .stub, distance <= roads { distance = 0 }
            let spare: UInt64 = due == .spare ? 1 << 63 : 0
            let key = spare | distance << 16 | UInt64(level)
            add(Entry(key: key, path: Int32(path), item: Int32(item)))
        }
    }

    /// The most urgent waiting item of a path that clients know.
    mutating func first(in paths: [WirePath]) -> (path: Int, item: Int)? {
        while cursor < entries.count, !isWaiting(entries[cursor], in: paths) { cursor += 1 }
        return place(in: paths)
    }

    /// Whether any item waits on a path that clients know.
    func hasMore(in paths: [WirePath]) -> Bool { place(in: paths) != nil }

    /// Whether any item waits that clients do not hold yet or that is due again. It ignores paths
    /// whose STUB is out of reach, since clients do not need them.
    func hasDue(in paths: [WirePath]) -> Bool {
        entries[cursor...].contains {
            paths[Int($0.path)].isAnnounced
                && paths[Int($0.path)].items.due(Int($0.item)) == .now
        }
    }

    private func place(in paths: [WirePath]) -> (path: Int, item: Int)? {
        for entry in entries[cursor...]
        where paths[Int(entry.path)].isAnnounced && isWaiting(entry, in: paths) {
            return (Int(entry.path), Int(entry.item))
        }
        return nil
    }

    private func isWaiting(_ entry: Entry, in paths: [WirePath]) -> Bool {
        paths[Int(entry.path)].items.due(Int(entry.item)) != .no
    }
}
