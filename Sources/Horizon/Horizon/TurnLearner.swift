import Quantities
import RoadMap

/// Stores the turns of the vehicle until a later place confirms them. Then the turn model learns
/// them.
struct TurnLearner {
    /// Turns of this path …
    private var path = PathID.none
    /// … up to here have been stored.
    private var offset = Centimetres.zero
    /// The turns that are not learned yet.
    private var pending: [(from: DirectedLink, into: DirectedLink)] = []

    /// Learns the turns up to a confirmed place of the main path.
    mutating func learn(
        upTo place: Metres, on store: PathStore, vehicle: Metres, with turns: inout TurnModel
    ) throws(MapError) {
        guard let main = store.paths.first?.id else { return }
        if path != main {
            // The tree began elsewhere, so the vehicle's route to this place is unknown.
            path = main
            offset = Centimetres(rounding: vehicle) ?? .zero
            pending.removeAll(keepingCapacity: true)
        }
        guard let limit = Centimetres(rounding: place), limit > offset else { return }
        appendTurns(on: 0, of: store, after: offset, upTo: limit)
        offset = limit
        // Turns that cannot be read from the map now are not learned later.
        defer { pending.removeAll(keepingCapacity: true) }
        for (from, into) in pending { try turns.learn(from: from, into: into) }
    }

    /// Stores the turns that lead onto a side path that becomes the main path.
    mutating func noteTurns(onto index: Int, of store: PathStore) {
        guard path == store.paths[0].id else { return }
        var way: [(path: Int, end: Centimetres)] = []
        var current = index
        while let branch = store.paths[current].branch,
            let parent = store.index(of: branch.parent)
        {
            way.append((parent, branch.offset))
            current = parent
        }
        for (number, part) in way.reversed().enumerated() {
            let start = number == 0 ? offset : .zero
            // The last turn of a part is the one off it.
            appendTurns(
                on: part.path, of: store, after: start, upTo: part.end - Centimetres(1))
            let next = number == way.count - 1 ? index : way[way.count - 2 - number].path
            let last = store.paths[part.path].number(before: part.end)
            guard last >= 0 else { continue }
            pending.append(
                (store.paths[part.path].links[last].link, store.paths[next].links[0].link))
        }
        path = store.paths[index].id
        offset = .zero
    }

    /// Stores the turns along a path at junctions with a choice.
    private mutating func appendTurns(
        on index: Int, of store: PathStore, after start: Centimetres, upTo end: Centimetres
    ) {
        for number in store.paths[index].links.indices.dropFirst() {
            let link = store.paths[index].links[number]
            guard link.start > start, link.start <= end, link.prior < 1 else { continue }
            pending.append((store.paths[index].links[number - 1].link, link.link))
        }
    }
}
