import ADASISv2
import Horizon

/// Dropped paths, kept for the memory of their items: new paths use it, so that none is requested.
struct SparePaths {
    private var paths: [WirePath] = []

    init() { paths.reserveCapacity(PathIndexPool.count) }

    /// Keeps a path that was dropped.
    mutating func keep(_ path: WirePath) { paths.append(path) }

    /// A new path, in the memory of the largest dropped one: it will probably grow as large.
    mutating func path(_ id: PathID, _ index: PathIndex) -> WirePath {
        guard let largest else { return WirePath(id: id, index: index) }
        paths.swapAt(largest, paths.count - 1)
        return WirePath(id: id, index: index, inMemoryOf: paths.removeLast())
    }

    /// The main path holds the most items. A former side path takes the memory of the former main
    /// path.
    mutating func giveRoom(to main: inout WirePath) {
        guard let largest, paths[largest].items.capacity > main.items.capacity else { return }
        main.exchangeMemory(with: &paths[largest])
    }

    private var largest: Int? {
        paths.indices.max { paths[$0].items.capacity < paths[$1].items.capacity }
    }
}
