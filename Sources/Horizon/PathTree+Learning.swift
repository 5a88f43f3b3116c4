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

    /// Forgets all, and keeps the memory.
    mutating func begin(on path: PathID, at offset: Centimetres) {
        self.path = path
        self.offset = offset
        pending.removeAll(keepingCapacity: true)
    }
}

extension PathTree {
    /// Takes in the turns that the vehicle took up to a place of the main path, where it was seen beyond
    /// them. It costs nothing where ``learned`` is `nil`.
    public mutating func learnTurns(upTo offset: Metres) throws(MapError) {
        guard learned != nil, let main = paths.first?.id else { return }
        if learning.path != main {
            // A tree that was begun elsewhere: nobody saw how the vehicle came there.
            learning.begin(on: main, at: Centimetres(rounding: vehicleOffset) ?? .zero)
        }
        guard let limit = Centimetres(rounding: offset), limit > learning.offset else { return }
        appendTurns(on: 0, after: learning.offset, upTo: limit)
        learning.offset = limit
        // What the map does not give now is not learned later.
        defer { learning.pending.removeAll(keepingCapacity: true) }
        for (from, into) in learning.pending { try turns.learn(from: from, into: into) }
    }

    /// Has another tree know what was learned while it is grown: given back the same way. A copy would be made
    /// anew whenever a turn is learned.
    public mutating func exchangeLearned(with other: inout PathTree) {
        swap(&turns.learned, &other.turns.learned)
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
        for (number, part) in way.reversed().enumerated() {
            let start = number == 0 ? learning.offset : .zero
            // The last turn of a part is the one off it.
            appendTurns(on: part.path, after: start, upTo: part.end - Centimetres(1))
            let next = number == way.count - 1 ? index : way[way.count - 2 - number].path
            guard let from = paths[part.path].links.last(where: { $0.start < part.end }) else {
                continue
            }
            learning.pending.append((from.link, paths[next].links[0].link))
        }
        learning.path = paths[index].id
        learning.offset = .zero
    }

    /// Keeps the turns along a path in mind where there was a choice.
    private mutating func appendTurns(
        on index: Int, after start: Centimetres, upTo end: Centimetres
    ) {
        for number in paths[index].links.indices.dropFirst() {
            let link = paths[index].links[number]
            guard link.start > start, link.start <= end, link.prior < 1 else { continue }
            learning.pending.append((paths[index].links[number - 1].link, link.link))
        }
    }
}
