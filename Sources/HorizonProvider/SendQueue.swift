import Quantities

/// The order in which waiting items are sent. It holds places of items and no messages: what is sent
/// is what the item says at that moment.
struct SendQueue {
    private struct Entry {
        let key: UInt64
        let path: Int32
        let item: Int32
    }

    private var entries: [Entry] = []
    private var cursor = 0

    /// Puts the items that may be sent in order: what is due before what only fills spare room; then
    /// near before far; at one distance, parents before the paths that leave them, and the order of
    /// the path itself.
    ///
    /// The STUBs of the main path within so many metres count as right ahead: which roads there are,
    /// and by which index, is known before what the nearest of them is like. There are few of them, so
    /// that all are on the bus within the second, whatever else waits.
    mutating func gather(
        from paths: [WirePath], roadsWithin roads: Int, where isWanted: (WirePath, Int) -> Bool
    ) {
        entries.removeAll(keepingCapacity: true)
        cursor = 0
        for (pathNumber, path) in paths.enumerated() {
            for (itemNumber, item) in path.items.enumerated()
            where item.due != .no && isWanted(path, itemNumber) {
                // What lies behind and still holds is as urgent as what lies right ahead.
                var distance = UInt64(max(0, path.startDistance.value / 100 + item.metres))
                if item.series == .stub, !path.isSidePath, distance <= roads { distance = 0 }
                let spare: UInt64 = item.due == .spare ? 1 << 63 : 0
                let key = spare | distance << 16 | UInt64(path.level)
                entries.append(
                    Entry(key: key, path: Int32(pathNumber), item: Int32(itemNumber)))
            }
        }
        entries.heapsort { ($0.key, $0.path, $0.item) < ($1.key, $1.path, $1.item) }
    }

    /// The most urgent item that still waits on a path that clients know.
    mutating func first(in paths: [WirePath]) -> (path: Int, item: Int)? {
        while cursor < entries.count, !isWaiting(entries[cursor], in: paths) { cursor += 1 }
        return place(in: paths)
    }

    /// Whether any item waits on a path that clients know.
    func hasMore(in paths: [WirePath]) -> Bool { place(in: paths) != nil }

    /// Whether anything waits that clients do not hold yet or that is due again. What lies on a path
    /// that they are not to know, for its STUB is out of reach, does not.
    func hasDue(in paths: [WirePath]) -> Bool {
        entries[cursor...].contains {
            paths[Int($0.path)].isAnnounced
                && paths[Int($0.path)].items[Int($0.item)].due == .now
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
        paths[Int(entry.path)].items[Int(entry.item)].due != .no
    }
}
