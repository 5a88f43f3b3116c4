import ADASISv2
public import Horizon
import Quantities

/// The side paths that need an index, in the order in which they get one.
struct SideRoads {
    /// A road that needs an index.
    struct Road {
        let id: PathID
        let level: Int
        let distance: Centimetres
        let probability: Double
    }

    /// The roads by level, then near before far, then the likelier first.
    private(set) var roads: [Road] = []

    /// Whether an index was taken from a road that clients did not know yet.
    private var hasTakenBack = false
    /// Memory for distances of roads.
    private var distances: [Centimetres] = []

    /// Whether no road waits: none was collected, and none lost its index to another road. A road that
    /// has just got an index is a parent of others now.
    var areServed: Bool { roads.isEmpty && !hasTakenBack }

    /// A road lost its index and waits for one again.
    mutating func noteTakenBack() { hasTakenBack = true }

    /// Collects side paths of a transmitted level within reach. They leave a path on the wire, and
    /// the vehicle can still turn into them.
    mutating func gather(
        from tree: borrowing PathTree, on wire: borrowing WireTree, _ vehicle: VehicleState,
        _ scope: TransmissionScope
    ) {
        roads.removeAll(keepingCapacity: true)
        hasTakenBack = false
        guard scope.hasSidePaths else { return }
        for number in tree.paths.indices {
            let level = tree.paths[number].level
            guard let branch = tree.paths[number].branch, level < tree.parameters.lookAhead.count,
                tree.paths[number].startDistance < tree.parameters.lookAhead[level],
                !wire.contains(tree.paths[number].id), wire.contains(branch.parent),
                Self.isAhead(number, in: tree)
                    || Self.isCandidate(
                        tree.paths[number], vehicle, passedRoad: wire.parameters.passedRoad),
                tree.paths[number].isWorthAnIndex
            else { continue }
            roads.append(
                Road(
                    id: tree.paths[number].id, level: level,
                    distance: tree.paths[number].startDistance, probability: branch.probability))
        }
        roads.heapsort { left, right in
            (left.level, left.distance, -left.probability, left.id)
                < (right.level, right.distance, -right.probability, right.id)
        }
    }

    /// Whether the vehicle can still turn into a path: the branch points of the path and of its
    /// ancestors lie ahead. A path that only a correction of the match could reach gets no index.
    private static func isAhead(_ number: Int, in tree: borrowing PathTree) -> Bool {
        var number = number
        while let branch = tree.paths[number].branch {
            guard tree.paths[number].startDistance >= .zero,
                let parent = tree.index(of: branch.parent)
            else { return false }
            number = parent
        }
        return true
    }

    /// Whether the vehicle may be on a path that it seems to have passed. While clients hold its
    /// STUB, POSITION can report the path if it has an index.
    private static func isCandidate(
        _ path: HorizonPath, _ vehicle: VehicleState, passedRoad: Centimetres
    ) -> Bool {
        path.startDistance >= passedRoad && vehicle.alternatives.contains { $0.path == path.id }
    }
}

extension SideRoads {
    /// The largest number of roads of the first level on a stretch of a length that ends at one of them
    /// ahead.
    mutating func densest(in tree: borrowing PathTree, within length: Centimetres) -> Int {
        distances.removeAll(keepingCapacity: true)
        var isSorted = true
        for number in tree.paths.indices
        where tree.paths[number].level == 1 && tree.paths[number].isWorthAnIndex {
            let distance = tree.paths[number].startDistance
            if let last = distances.last, last > distance { isSorted = false }
            distances.append(distance)
        }
        if !isSorted { distances.heapsort { $0 < $1 } }
        var densest = 0
        var first = 0
        for last in distances.indices where distances[last] >= .zero {
            while first < last, distances[first] <= distances[last] - length { first += 1 }
            densest = max(densest, last + 1 - first)
        }
        return densest
    }
}

// The number of indexes needed.
extension WireTree {
    /// The number of the farthest path that leaves a side path and that no client knows yet. Its
    /// index goes to a road that leaves the main path.
    func farthestUnannounced(in tree: borrowing PathTree) -> Int? {
        // Its own side paths go first.
        var isParent = [56 of Bool](repeating: false)
        for index in paths.indices {
            guard let number = tree.index(of: paths[index].id),
                let branch = tree.paths[number].branch, let parent = firstIndex(of: branch.parent)
            else { continue }
            isParent[parent] = true
        }
        var farthest: (index: Int, distance: Centimetres)?
        for index in paths.indices where !paths[index].isAnnounced && !isParent[index] {
            guard let number = tree.index(of: paths[index].id), tree.paths[number].level > 1
            else { continue }
            let distance = tree.paths[number].startDistance
            if let farthest, distance < farthest.distance { continue }
            farthest = (index, distance)
        }
        return farthest?.index
    }

    /// How many of the 56 indexes must stay free for side paths of the main path, before a path of
    /// the next level gets one.
    ///
    /// An index is in use for long: until the vehicle has passed the path, and for the waiting
    /// time after that. So enough indexes must stay free for the first level in the meantime, and
    /// for a new main path. On the main path, the first level needs the number of roads at its
    /// densest place. After a turn-off, the roads of another course become the first level while
    /// all other indexes wait. Their number is that of a side path's roads. If the vehicle jumps
    /// elsewhere, it is the number of roads here. Junctions follow each other faster than retired
    /// indexes become free. So the number covers all courses that can begin in that time.
    mutating func indexesKept(in tree: borrowing PathTree, speed: MetresPerSecond?) -> Int {
        guard tree.parameters.lookAhead.count > 1 else { return 0 }
        let reach = tree.parameters.lookAhead[1]
        // An index that is retired now is free again after this distance.
        let rest =
            speed.flatMap {
                Centimetres(
                    rounding: max(
                        Metres($0.value * parameters.indexRest.seconds), parameters.restDistance))
            } ?? tree.parameters.lookAhead[0]
        let bound = reach + rest - parameters.passedRoad
        let densest = densestRoads(of: tree, within: bound)
        var inUse = 0
        var here = 0
        // The roads of each side path, by the number of its index.
        var branches = [64 of Int](repeating: 0)
        for number in tree.paths.indices where tree.paths[number].isWorthAnIndex {
            if tree.paths[number].level == 1 {
                if contains(tree.paths[number].id) { inUse += 1 }
                let distance = tree.paths[number].startDistance
                if distance >= .zero, distance < reach { here += 1 }
            } else if tree.paths[number].level == 2, let branch = tree.paths[number].branch,
                branch.offset < reach, let parent = firstIndex(of: branch.parent)
            {
                branches[Int(paths[parent].index.raw)] += 1
            }
        }
        var other = here
        for number in branches.indices { other = max(other, branches[number]) }
        return 1 + max(densest - inUse, parameters.coursesWithinRest * other)
    }
}

extension HorizonPath {
    /// Whether it gets an index. U-turns are rare: a STUB announces a possible one. Clients receive
    /// the path behind it only if it is on the main path.
    public var isWorthAnIndex: Bool {
        branch.map { $0.legality == .legal && (!$0.isUTurn || level == 0) } ?? true
    }
}
