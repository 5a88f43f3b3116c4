public import Quantities
public import RoadMap

/// A stretch of a path on a route through the tree.
@frozen
public struct PathStretch: Sendable, Hashable {
    /// The path.
    public let path: PathID
    /// The offset at which the route enters it: 0, or the first kept link of the path that the
    /// route begins on.
    public let from: Centimetres
    /// The offset at which the route leaves it: the next branch point, or its end.
    public let to: Centimetres
    /// The distance from the vehicle to the path's start through the tree; negative behind it.
    public let startDistance: Metres

    /// The distance from the vehicle to a place of the path.
    @inlinable
    public func distance(to offset: Centimetres) -> Metres { startDistance + offset.metres }
}

// Routes through the tree.
extension PathTree {
    /// The route along a path to its end: along the main path and all paths in between to their
    /// branch points. Without a path it is the most probable path, which turns off with the course.
    /// Empty if the tree has no such path.
    public func line(along path: PathID? = nil) -> [PathStretch] {
        guard let path else { return mostProbableLine() }
        guard var index = index(of: path) else { return [] }
        var stretches: [PathStretch] = [stretch(index, to: paths[index].length)]
        while let branch = paths[index].branch, let parent = self.index(of: branch.parent) {
            stretches.append(stretch(parent, to: branch.offset))
            index = parent
        }
        return stretches.reversed()
    }

    private func mostProbableLine() -> [PathStretch] {
        var stretches: [PathStretch] = []
        var next = paths.indices.first
        while let index = next {
            let departure = paths[index].departure
            stretches.append(stretch(index, to: departure ?? paths[index].length))
            next = departure.flatMap { departure in
                paths.indices.first {
                    paths[$0].branch?.parent == paths[index].id
                        && paths[$0].branch?.offset == departure
                        && paths[$0].level == paths[index].level
                }
            }
        }
        return stretches
    }

    private func stretch(_ index: Int, to end: Centimetres) -> PathStretch {
        let path = paths[index]
        return PathStretch(
            path: path.id, from: path.links[0].start, to: end,
            startDistance: path.branch == nil
                ? Metres.zero - vehicleOffset : path.startDistance.metres)
    }

    /// The probability that the vehicle enters a path, 0...1: the product of the probabilities of
    /// the exits on the route to it. It is 1 for the main path, and 0 if the branch point is behind
    /// the vehicle; `nil` if the tree has no such path.
    public func probability(of path: PathID) -> Double? {
        guard var index = index(of: path) else { return nil }
        var probability = 1.0
        while let branch = paths[index].branch, let parent = self.index(of: branch.parent) {
            let vehicle = paths[parent].branch == nil ? vehicleOffset : .zero
            guard branch.offset.metres >= vehicle else { return 0 }
            probability *= branch.probability
            for link in paths[parent].links
            where link.start.metres > vehicle && link.start < branch.offset {
                probability *= link.probability
            }
            index = parent
        }
        return probability
    }

    /// The distances to the entry of a link, on each path that has it. The nearest one ahead comes
    /// first, those behind come last. A path has a link more than once only behind the vehicle.
    public func distances(to link: DirectedLink) -> [(path: PathID, distance: Metres)] {
        var found: [(path: PathID, distance: Metres)] = []
        for index in paths.indices {
            let start = stretch(index, to: .zero).startDistance
            for other in paths[index].links where other.link == link {
                found.append((paths[index].id, start + other.start.metres))
            }
        }
        func isBefore(_ left: Metres, _ right: Metres) -> Bool {
            if (left < .zero) != (right < .zero) { return right < .zero }
            return left < .zero ? left > right : left < right
        }
        return found.sorted {
            $0.distance == $1.distance ? $0.path < $1.path : isBefore($0.distance, $1.distance)
        }
    }
}
