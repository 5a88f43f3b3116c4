import Quantities
public import RoadMap

/// A probable route through the tree.
public struct MainLine: Sendable, Hashable {
    /// The path of its end.
    public let path: PathID
    /// Its stretches, as of ``PathTree/line(along:)``.
    public let stretches: [PathStretch]
    /// The probability that the vehicle takes every exit on it, against all others, 0...1.
    public let probability: Double
}

// Routes of similar probability.
extension PathTree {
    /// The routes ahead whose probability is similar to that of the most probable one, which comes
    /// first. At each junction such a route takes an exit whose probability is at most `margin`
    /// below the likeliest exit, without U-turns. The others follow in the order of their branch
    /// points, near before far. Empty off road.
    ///
    /// The choice is stable: paths are fixed lines, and a route whose path is `known`, from the answer of the
    /// last update, stays up to twice the margin. A probability that hovers at the margin does not make the
    /// route come and go.
    ///
    /// A host with better knowledge makes one of them the main path: ``links(along:)`` of its
    /// ``MainLine/path`` is the course to set (``setCourse(_:isRoute:)``, `EngineEvent.course`).
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

    /// The links of the route along a path, from the vehicle's link on.
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

    /// The side paths that leave a stretch ahead of the vehicle with a probability similar to that
    /// of the route's exit there.
    private func ties(
        on stretch: PathStretch, of way: PathID, within margin: Double, _ known: [PathID]
    ) -> [PathID] {
        guard let path = self.path(stretch.path) else { return [] }
        var ties: [PathID] = []
        for side in paths {
            guard let branch = side.branch, branch.parent == path.id, branch.offset <= stretch.to,
                stretch.distance(to: branch.offset) > .zero, branch.probability > 0,
                !branch.isUTurn
            else { continue }
            // The likeliest exit of that junction.
            var most = path.links.first { $0.start == branch.offset }?.probability ?? 0
            for other in paths
            where other.branch?.parent == path.id && other.branch?.offset == branch.offset {
                most = max(most, other.branch?.probability ?? 0)
            }
            let least = most - (known.contains(side.id) ? 2 * margin : margin)
            // A route does not branch off itself where it follows the side path.
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
