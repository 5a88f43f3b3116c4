import Quantities
public import RoadMap

/// A way through the tree that the vehicle may well take.
public struct MainLine: Sendable, Hashable {
    /// The path at whose end it ends.
    public let path: PathID
    /// Its stretches, as of ``PathTree/line(along:)``.
    public let stretches: [PathStretch]
    /// The probability that the vehicle takes every exit on it, against all others, 0...1.
    public let probability: Double
}

// Where one way is about as likely as another.
extension PathTree {
    /// The ways ahead that are all about as likely as the most probable one, which comes first: those that
    /// take at each junction an exit whose probability is at most by `margin` below that of the likeliest
    /// one. Turning back is none of them. The others follow as they leave it, near before far. Empty off road.
    ///
    /// The choice is stable: paths are fixed lines, and a way whose path is `known`, from the answer of the
    /// update before, stays up to twice the margin, so that a probability that hovers at it does not have
    /// the way come and go.
    ///
    /// A host that knows better lets one be the main path: ``links(along:)`` of its ``MainLine/path`` is
    /// the course to set (``setCourse(_:isRoute:)``, `EngineEvent.course`).
    public func mainLines(within margin: Double, known: [PathID] = []) -> [MainLine] {
        guard let first = line().last?.path else { return [] }
        var found: [PathID] = [first]
        var number = 0
        while number < found.count {
            for stretch in line(along: found[number]) {
                for tie in ties(on: stretch, of: found[number], within: margin, known)
                where !found.contains(tie) { found.append(tie) }
            }
            number += 1
        }
        return found.map { path in
            let stretches = line(along: path)
            return MainLine(
                path: path, stretches: stretches,
                probability: probabilityOfExits(on: stretches))
        }
    }

    /// The links of the way along a path, from that of the vehicle on.
    public func links(along path: PathID) -> [DirectedLink] {
        var links: [DirectedLink] = []
        for stretch in line(along: path) {
            guard let path = self.path(stretch.path) else { continue }
            for link in path.links
            where link.start < stretch.to && stretch.distance(to: link.end) > .zero {
                links.append(link.link)
            }
        }
        return links
    }

    /// The side paths that leave a stretch ahead of the vehicle and are about as likely as the exit that
    /// the way takes there.
    private func ties(
        on stretch: PathStretch, of way: PathID, within margin: Double, _ known: [PathID]
    ) -> [PathID] {
        guard let path = self.path(stretch.path) else { return [] }
        var ties: [PathID] = []
        for side in paths {
            guard let branch = side.branch, branch.parent == path.id, branch.offset <= stretch.to,
                stretch.distance(to: branch.offset) > .zero, branch.probability > 0,
                !branch.isBackTurn
            else { continue }
            // The likeliest exit of that junction.
            var most = path.links.first { $0.start == branch.offset }?.probability ?? 0
            for other in paths
            where other.branch?.parent == path.id && other.branch?.offset == branch.offset {
                most = max(most, other.branch?.probability ?? 0)
            }
            let least = most - (known.contains(side.id) ? 2 * margin : margin)
            // A way does not leave itself where it goes on along the side path.
            if branch.probability >= least, stretch.to > branch.offset || way == path.id {
                ties.append(side.id)
            }
        }
        return ties
    }

    private func probabilityOfExits(on stretches: [PathStretch]) -> Double {
        var probability = 1.0
        for (number, stretch) in stretches.enumerated() {
            guard let path = self.path(stretch.path) else { continue }
            if number > 0 { probability *= path.branch?.probability ?? 1 }
            for link in path.links
            // The first link of a side path is its branch.
            where link.start > stretch.from && link.start < stretch.to
                && stretch.distance(to: link.start) > .zero
            {
                probability *= link.probability
            }
        }
        return probability
    }
}
