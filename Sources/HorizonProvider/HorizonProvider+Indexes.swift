import ADASISv2
public import Horizon
import Quantities

// Which path has which index.
extension HorizonProvider {
    /// Lays the indexes of paths to rest that the tree has given up, or that the car has passed by for
    /// good.
    mutating func releasePaths(notIn tree: PathTree) {
        let hasLeft = !paths.contains { $0.id == tree.mainPath?.id }
        var kept = 0
        while kept < paths.count {
            if let current = tree.path(paths[kept].id), isWithinReach(current, kept) {
                kept += 1
            } else {
                release(kept, odometer: hasLeft ? nil : odometer)
            }
        }
    }

    /// Notes where the ways to all side paths leave the main one, as clients know them.
    mutating func noteDepartures(from main: PathID?) {
        // Parents stand before children.
        for index in paths.indices {
            let parent = paths[index].parent
            paths[index].departure =
                parent == main
                ? max(paths[index].startDistance, .zero)
                : paths[..<index].first { $0.id == parent }?.departure
        }
    }

    /// Whether clients still need a path, of which the parent is among the first ones.
    private func isWithinReach(_ path: HorizonPath, _ first: Int) -> Bool {
        guard let branch = path.branch else { return true }
        return path.startDistance >= parameters.passedRoad
            && paths[..<first].contains { $0.id == branch.parent }
    }

    /// Lays the index of a path to rest, and keeps its memory for another one. Clients hold
    /// what they can reach until the vehicle has passed the place where the way to it leaves.
    mutating func release(_ path: Int, odometer: Metres?) {
        let given = paths.remove(at: path)
        // Of what no message has named yet clients hold nothing.
        pool.release(
            given.index, mentioned: given.isAnnounced ? given.mentioned : nil,
            odometer: odometer.map { $0 + (given.departure ?? .zero).metres })
        spares.append(given)
    }

    /// Puts a path on the wire, in the memory of one that was given up: of the largest, for what grew
    /// once will have to hold as much again.
    private mutating func add(_ id: PathID, _ index: PathIndex) {
        guard let largest = largestSpare else {
            paths.append(WirePath(id: id, index: index))
            return
        }
        spares.swapAt(largest, spares.count - 1)
        paths.append(WirePath(id: id, index: index, inMemoryOf: spares.removeLast()))
    }

    private var largestSpare: Int? {
        spares.indices.max { spares[$0].items.capacity < spares[$1].items.capacity }
    }

    /// Takes the index of a path back that leaves a side path and that no client was told of yet, the
    /// farthest first: roads that leave the main path go before.
    private mutating func takeBackIndex(in tree: PathTree) -> Bool {
        var farthest: (index: Int, distance: Centimetres)?
        for index in paths.indices where !paths[index].isAnnounced {
            let id = paths[index].id
            guard let path = tree.path(id), path.level > 1,
                path.startDistance >= farthest?.distance ?? path.startDistance,
                // What leaves it goes first.
                !paths.contains(where: { tree.path($0.id)?.branch?.parent == id })
            else { continue }
            farthest = (index, path.startDistance)
        }
        guard let farthest else { return false }
        release(farthest.index, odometer: nil)
        return true
    }

    /// The main path holds the most: where it has been a side path, it takes the memory over of the
    /// one that was main before.
    private mutating func giveRoom(to main: Int) {
        guard let largest = largestSpare,
            spares[largest].items.capacity > paths[main].items.capacity
        else { return }
        paths[main].exchangeMemory(with: &spares[largest])
    }

    /// Lays all indexes to rest: nothing is said of any path any more.
    mutating func releaseAllPaths() {
        while !paths.isEmpty { release(paths.count - 1, odometer: nil) }
        toldPlace = nil
    }

    /// Gives indexes to paths: to the main path, to the roads that leave it, nearest first, and then
    /// to those that leave them, as far as none is missing for the first ones.
    ///
    /// Where courses followed each other so fast that no index has rested, the main path waits for one
    /// too: clients would take it for what they hold under the index. POSITION says so meanwhile. And
    /// a main path that begins while the vehicle's place is not told has none until it is: it may be
    /// another one by then, and clients hold all that was around the place they saw last.
    mutating func takeIndexes(for tree: PathTree, at time: MonotonicTime) {
        // Clients let go of what they see the vehicle pass.
        let told = sendsPosition ? toldOdometer ?? odometer : odometer
        if let main = tree.mainPath, !paths.contains(where: { $0.id == main.id }),
            vehicle.place == .onPath,
            let index = pool.take(at: time, odometer: told, forMainPath: true)
        {
            add(main.id, index)
        }
        var kept: Int?
        gatherSideRoads(of: tree)
        for number in sideRoads.indices {
            let path = sideRoads[number]
            // A car that is found elsewhere has a main path at once.
            var needed = 1
            if path.level > 1 {
                needed = kept ?? indexesKept(in: tree)
                kept = needed
            }
            while path.level == 1, pool.freeCount(at: time, odometer: told) <= needed,
                takeBackIndex(in: tree)
            {}
            guard pool.freeCount(at: time, odometer: told) > needed,
                let index = pool.take(at: time, odometer: told)
            else { break }
            add(path.id, index)
        }
        // Parents before children, as in the tree: the main path first.
        paths.sort { $0.id < $1.id }
        for index in paths.indices {
            guard let path = tree.path(paths[index].id) else { continue }
            paths[index].level = path.level
            paths[index].startDistance = path.startDistance
            paths[index].parent = path.branch?.parent
            // POSITION itself speaks of the main path, whether its STUB went out or not.
            if path.branch == nil {
                paths[index].isAnnounced = true
                giveRoom(to: index)
            }
        }
    }

    /// The side paths that are to have an index and have none: of a level that is followed, within
    /// reach, leaving a path that is on the wire, and such that the vehicle can still turn into them;
    /// level by level, near before far, the likelier first.
    private mutating func gatherSideRoads(of tree: PathTree) {
        sideRoads.removeAll(keepingCapacity: true)
        guard extent == .fullTree, mask.allows(.stub) else { return }
        for path in tree.paths {
            guard let branch = path.branch, path.level < tree.parameters.lookAhead.count,
                path.startDistance < tree.parameters.lookAhead[path.level],
                !paths.contains(where: { $0.id == path.id }),
                paths.contains(where: { $0.id == branch.parent }),
                isAhead(path, in: tree) || isCandidate(path), path.isWorthAnIndex
            else { continue }
            sideRoads.append(
                SideRoad(
                    id: path.id, level: path.level, distance: path.startDistance,
                    probability: branch.probability))
        }
        sideRoads.heapsort { left, right in
            (left.level, left.distance, -left.probability, left.id)
                < (right.level, right.distance, -right.probability, right.id)
        }
    }

    /// Whether the vehicle can still turn into a path from where it is: the path and all that lead to
    /// it leave ahead. An index is not spent on what can only be reached by a correction of the match.
    private func isAhead(_ path: HorizonPath, in tree: PathTree) -> Bool {
        var path = path
        while let branch = path.branch {
            guard path.startDistance >= .zero, let parent = tree.path(branch.parent) else {
                return false
            }
            path = parent
        }
        return true
    }

    /// Whether the vehicle may be on a path that it is taken to have passed: as long as clients hold
    /// its STUB, POSITION can tell of it once it has an index.
    private func isCandidate(_ path: HorizonPath) -> Bool {
        path.startDistance >= parameters.passedRoad
            && vehicle.alternatives.contains { $0.path == path.id }
    }

    /// How many of the 56 indexes have to stay free for the roads that leave the main path, when one
    /// is to be given to a path that leaves those.
    ///
    /// What is given now is bound for long: until the path is passed, and then it rests. So it is
    /// asked what the first level may need meanwhile, beside a new main path. On along the main path
    /// that is what it has at its densest place. Off it, the roads of another course become the first
    /// level while all other indexes rest: those of a side path, or as many as there are here where
    /// the vehicle is found elsewhere. Junctions follow each other faster than indexes have rested: all
    /// courses that can begin until then have to be provided for.
    func indexesKept(in tree: PathTree) -> Int {
        guard tree.parameters.lookAhead.count > 1 else { return 0 }
        let reach = tree.parameters.lookAhead[1]
        // An index that is laid to rest now is free again after so far a way.
        let rest =
            vehicle.speed.flatMap {
                Centimetres(
                    rounding: max(
                        Metres($0.value * parameters.indexRest.seconds), parameters.restDistance))
            } ?? tree.parameters.lookAhead[0]
        let bound = reach + rest - parameters.passedRoad
        var inUse = 0
        var here = 0
        var densest = 0
        // By the number of the index: the roads of each side path.
        var branches = [64 of Int](repeating: 0)
        for path in tree.paths {
            if path.level == 1, path.isWorthAnIndex {
                if paths.contains(where: { $0.id == path.id }) { inUse += 1 }
                guard path.startDistance >= .zero else { continue }
                if path.startDistance < reach { here += 1 }
                densest = max(
                    densest,
                    tree.paths.count {
                        $0.level == 1 && $0.isWorthAnIndex
                            && $0.startDistance <= path.startDistance
                            && $0.startDistance > path.startDistance - bound
                    })
            } else if path.level == 2, path.isWorthAnIndex, let branch = path.branch,
                branch.offset < reach,
                let parent = paths.first(where: { $0.id == branch.parent })
            {
                branches[Int(parent.index.raw)] += 1
            }
        }
        var other = here
        for number in branches.indices { other = max(other, branches[number]) }
        return 1 + max(densest - inUse, parameters.coursesWithinRest * other)
    }
}

extension HorizonPath {
    /// Whether it is to have an index. Few turn back: a STUB says that one may, and only where the course
    /// does clients are told of the way from there.
    public var isWorthAnIndex: Bool {
        branch.map { $0.legality == .legal && (!$0.isBackTurn || level == 0) } ?? true
    }
}

/// A road that is to have an index and has none.
struct SideRoad {
    let id: PathID
    let level: Int
    let distance: Centimetres
    let probability: Double
}
