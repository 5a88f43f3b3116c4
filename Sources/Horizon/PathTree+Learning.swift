public import Quantities
public import RoadMap
import Routing

/// What of a drive has been learned, and what still may be.
struct LearningState {
    /// Up to where on the main path turns have been taken in.
    var path = PathID.none
    var offset = Centimetres.zero
    /// The turns that led onto the main path, not yet believed.
    var pending: [(from: DirectedLink, into: DirectedLink)] = []
}

extension PathTree {
    /// Takes in the turns that the vehicle took up to a place of the main path, where it was seen beyond
    /// them. It costs nothing where ``learned`` is `nil`.
    public mutating func learnTurns(upTo offset: Metres) throws(MapError) {
        guard learned != nil, let main = paths.first?.id else { return }
        if learning.path != main {
            // A tree that was begun elsewhere: nobody saw how the vehicle came there.
            learning = LearningState()
            learning.path = main
            learning.offset = Centimetres(rounding: vehicleOffset) ?? .zero
        }
        guard let limit = Centimetres(rounding: offset), limit > learning.offset else { return }
        for (from, into) in learning.pending { try turns.learn(from: from, into: into) }
        learning.pending.removeAll(keepingCapacity: true)
        try forEachTurn(on: 0, after: learning.offset, upTo: limit) {
            (tree: inout PathTree, from, into) throws(MapError) in
            try tree.turns.learn(from: from, into: into)
        }
        learning.offset = limit
    }

    /// Keeps the turns in mind that lead onto a side path that becomes the main path.
    mutating func noteTurns(onto index: Int) {
        guard learned != nil, learning.path == paths[0].id else { return }
        var way: [(path: Int, end: Centimetres)] = []
        var current = index
        while let branch = paths[current].branch, let parent = self.index(of: branch.parent) {
            way.append((parent, branch.offset))
            current = parent
        }
        var turns = learning.pending
        for (number, part) in way.reversed().enumerated() {
            let start = number == 0 ? learning.offset : .zero
            forEachTurn(on: part.path, after: start, before: part.end) { turns.append(($0, $1)) }
            let next = number == way.count - 1 ? index : way[way.count - 2 - number].path
            guard let from = paths[part.path].links.last(where: { $0.start < part.end }) else {
                continue
            }
            turns.append((from.link, paths[next].links[0].link))
        }
        learning.path = paths[index].id
        learning.offset = .zero
        learning.pending = turns
    }

    /// The turns along a path where there was a choice.
    private func forEachTurn(
        on index: Int, after start: Centimetres, before end: Centimetres,
        _ visit: (DirectedLink, DirectedLink) -> Void
    ) {
        let links = paths[index].links
        for number in links.indices.dropFirst() {
            let link = links[number]
            guard link.start > start, link.start < end, link.prior < 1 else { continue }
            visit(links[number - 1].link, link.link)
        }
    }

    private mutating func forEachTurn(
        on index: Int, after start: Centimetres, upTo end: Centimetres,
        _ visit: (inout PathTree, DirectedLink, DirectedLink) throws(MapError) -> Void
    ) throws(MapError) {
        for number in paths[index].links.indices.dropFirst() {
            let link = paths[index].links[number]
            guard link.start > start, link.start <= end, link.prior < 1 else { continue }
            try visit(&self, paths[index].links[number - 1].link, link.link)
        }
    }
}
