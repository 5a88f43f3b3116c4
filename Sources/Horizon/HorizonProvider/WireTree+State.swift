import ADASISv2
import Horizon
import Quantities

// What is on the wire.
extension WireTree {
    /// The number of a path; `nil` if it has no index.
    func firstIndex(of id: PathID) -> Int? {
        var low = 0
        var high = paths.count
        while low < high {
            let middle = (low + high) / 2
            if paths[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < paths.count && paths[low].id == id ? low : nil
    }

    /// Whether a path has an index.
    func contains(_ id: PathID) -> Bool { firstIndex(of: id) != nil }

    /// Whether a STUB names an index that its path no longer has. The last STUB of a road that the vehicle has passed
    /// keeps it.
    func namesRetiredIndex(_ message: Message, opening branch: PathID) -> Bool {
        guard case .stub(let stub) = message, stub.subPathIndex.isNormal else { return false }
        return firstIndex(of: branch).map { paths[$0].index } != stub.subPathIndex
    }

    /// The index of a path that clients know.
    func announcedIndex(of id: PathID) -> PathIndex? {
        for number in paths.indices where paths[number].id == id && paths[number].isAnnounced {
            return paths[number].index
        }
        return nil
    }

    /// Whether an item waits with an urgency or a higher one; by default one that clients lack.
    /// - Parameter isRepetition: Only as a part of a repetition of everything, or of all messages of a kind.
    func hasDue(_ least: Urgency = .now, isRepetition: Bool = false) -> Bool {
        queue.hasDue(in: paths, least, isRepetition: isRepetition)
    }

    /// Whether any item waits on a path that clients know.
    var hasMore: Bool { queue.hasMore(in: paths) }

    /// Whether all items are sent that were due again after a time. Only then others become due: otherwise those near the
    /// vehicle would be due again, and come first, before those at the far end were sent.
    func isRoundOver(_ scope: TransmissionScope) -> Bool {
        !paths.contains { $0.waits(.spare, within: ItemFilter(scope, $0, parameters)) }
    }

    /// Whether an update of the paths from the tree is due, also where the tree is the same.
    var isInvalid: Bool { gate.isOpen }

    /// The message of a kind that was transmitted last with this counter.
    func lastSent(_ kind: MessageKind, _ counter: CyclicCounter) -> (path: Int, item: Int)? {
        var last: (path: Int, item: Int)?
        for path in paths.indices {
            let items = paths[path].items
            for item in items.indices
            where items.kind(item) == kind && items[item].wasSent
                && items[item].sentCounter == counter
            {
                if let last, paths[last.path].items.sentTime(last.item) >= items.sentTime(item) {
                    continue
                }
                last = (path, item)
            }
        }
        return last
    }
}
