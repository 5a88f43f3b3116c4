import ADASISv2
import Horizon
import Quantities

/// The paths on the wire: the paths of the tree that have an index, each with the items that a
/// client must hold. Only this type assigns and retires path indexes.
struct WireTree {
    /// The length behind the vehicle that clients keep.
    let trailing: Centimetres
    let parameters: ProviderParameters
    /// The paths, parents before their children: the main path first.
    private(set) var paths: [WirePath] = []
    /// The distance that the vehicle has driven along the trees.
    private(set) var odometer = Metres.zero
    /// How far it has come: driving back takes off.
    private(set) var progress = Metres.zero
    /// The vehicle's place on the main path of the tree, from the path's start.
    private(set) var mainOffset = Centimetres.zero
    private(set) var pool: PathIndexPool
    private(set) var sideRoads = SideRoads()
    private var spares = SparePaths()
    private(set) var queue = SendQueue()
    private(set) var gate = UpdateGate()
    /// The time of the last pass over all items; `nil` after a change.
    private var refreshed: MonotonicTime?

    init(_ parameters: ProviderParameters, trailing: Centimetres) {
        self.parameters = parameters
        self.trailing = trailing
        pool = PathIndexPool(rest: parameters.indexRest, distance: parameters.restDistance)
        paths.reserveCapacity(PathIndexPool.count)
    }

    /// Paths on the wire, with the pool of their indexes.
    init(
        _ parameters: ProviderParameters, trailing: Centimetres, paths: [WirePath],
        pool: PathIndexPool? = nil, odometer: Metres = .zero, progress: Metres = .zero,
        mainOffset: Centimetres = .zero
    ) {
        self.init(parameters, trailing: trailing)
        self.paths = paths
        self.odometer = odometer
        self.progress = progress
        self.mainOffset = mainOffset
        if let pool { self.pool = pool }
    }

    // Items to send.

    /// The most urgent item and its message, without items that are no longer in force and STUBs of
    /// retired indexes.
    mutating func nextItem() -> (path: Int, item: Int, message: Message)? {
        while let next = queue.first(in: paths) {
            if let message = paths[next.path].message(next.item, trailing: trailing),
                !namesRetiredIndex(message, opening: paths[next.path].items.branch(next.item))
            {
                return (next.path, next.item, message)
            }
            paths[next.path].setDue(.no, next.item)
        }
        return nil
    }

    // The vehicle and the tree.

    /// Stores the vehicle's place. `false` if the paths are up to date with the tree and the place
    /// changes nothing of them.
    mutating func follow(_ tree: borrowing PathTree) -> Bool {
        refreshed = nil
        odometer = tree.odometer
        progress = tree.progress
        mainOffset = Centimetres(rounding: tree.vehicleOffset) ?? .zero
        let start = Centimetres(rounding: Metres.zero - tree.vehicleOffset) ?? .zero
        guard let moved = gate.distance(to: start, in: tree.revision) else { return true }
        if moved != .zero {
            for number in paths.indices {
                paths[number].setStartDistance(paths[number].startDistance - moved)
            }
        }
        gate.move(to: start)
        return false
    }

    /// The next update must update the paths from the tree, whatever has changed.
    mutating func invalidate() { gate.open() }

    /// The paths are up to date with the tree. Nothing changes until the vehicle has driven this
    /// distance.
    mutating func noteFollowed(_ tree: borrowing PathTree) {
        let start = Centimetres(rounding: Metres.zero - tree.vehicleOffset) ?? .zero
        gate.close(at: start, in: tree.revision, for: distanceUntouched(by: tree))
    }

    /// Retires the indexes of paths that the tree has dropped or that the vehicle has finally
    /// passed.
    mutating func releasePaths(notIn tree: borrowing PathTree) {
        let main = tree.mainID
        let hasLeft = !paths.contains { $0.id == main }
        var kept = 0
        while kept < paths.count {
            if isWithinReach(kept, in: tree) {
                kept += 1
            } else {
                release(kept, progress: hasLeft ? nil : progress)
            }
        }
    }

    /// Stores the branch point from the main path on the route to each side path, as clients know
    /// it.
    mutating func noteDepartures(from main: PathID?) {
        // Parents precede their children.
        for index in paths.indices {
            let parent = paths[index].placement.parent
            paths[index].setDeparture(
                parent == main
                    ? max(paths[index].startDistance, .zero)
                    : paths[..<index].first { $0.id == parent }?.placement.departure)
        }
    }

    /// Retires the index of a path, and keeps its memory for another path. Clients hold the path
    /// until the vehicle has passed the branch point of the route to it. Without its progress the
    /// vehicle has jumped elsewhere.
    mutating func release(_ path: Int, progress: Metres?) {
        refreshed = nil
        let given = paths.remove(at: path)
        // Clients hold nothing of a path that no message has named, as of a main path before its POSITION.
        pool.release(
            given.index, mentioned: given.mentioned,
            progress: progress.map { $0 + (given.placement.departure ?? .zero).metres })
        spares.keep(given)
        gate.open()
    }

    /// Retires all indexes.
    mutating func releaseAll() {
        while !paths.isEmpty { release(paths.count - 1, progress: nil) }
    }

    /// Retired indexes wait for the time alone. `progress` is the last one before the next tree measures anew.
    mutating func forgetDistances(at progress: Metres) { pool.forgetDistances(at: progress) }

    /// Clients have received the vehicle's current place, as the only one or as the best candidate.
    mutating func notePositionSent(isOnlyOne: Bool) {
        pool.positionWasSent()
        // What another candidate can reach is held too.
        if isOnlyOne { pool.pass(at: progress) }
    }

    /// Assigns indexes in this order: the main path, its side paths (nearest first), and their side paths if enough stay free.
    ///
    /// After a quick sequence of courses there may be no free index. Then the main path waits too, since clients would
    /// confuse it with the path that they hold under the index. POSITION reports no path in the meantime. A new main path
    /// also waits while the vehicle's place is not reported. It may change until then.
    mutating func takeIndexes(
        for tree: borrowing PathTree, _ position: PositionSchedule, _ scope: TransmissionScope,
        at time: MonotonicTime
    ) {
        // Clients drop the paths that they see the vehicle pass.
        let seen = scope.sendsPosition ? position.reportedProgress ?? progress : progress
        if !scope.sendsPosition { notePositionSent(isOnlyOne: true) }
        if let main = tree.mainID, !contains(main), position.vehicle.place == .onPath,
            let index = pool.take(at: time, progress: seen, forMainPath: true)
        {
            open(main, index)
        }
        giveSideRoadsIndexes(of: tree, position.vehicle, scope, seen: seen, at: time)
        for index in paths.indices {
            guard let path = tree.path(paths[index].id) else { continue }
            paths[index].place(
                PathPlacement(
                    level: path.level, parent: path.branch?.parent,
                    startDistance: path.startDistance,
                    departure: paths[index].placement.departure))
            // POSITION itself names the main path, with or without its STUB.
            if path.branch == nil {
                paths[index].announce()
                spares.giveRoom(to: &paths[index])
            }
        }
    }

    /// The largest number of roads of the first level on a stretch of that length.
    mutating func densestRoads(of tree: borrowing PathTree, within length: Centimetres) -> Int {
        sideRoads.densest(in: tree, within: length)
    }

    private mutating func giveSideRoadsIndexes(
        of tree: borrowing PathTree, _ vehicle: VehicleState, _ scope: TransmissionScope,
        seen: Metres, at time: MonotonicTime
    ) {
        sideRoads.gather(from: tree, on: self, vehicle, scope)
        var kept: Int?
        for number in sideRoads.roads.indices {
            let road = sideRoads.roads[number]
            // A vehicle that jumped elsewhere gets a main path at once.
            var needed = 1
            if road.level > 1 {
                needed = kept ?? indexesKept(in: tree, speed: vehicle.speed)
                kept = needed
            }
            while road.level == 1, pool.freeCount(at: time, progress: seen) <= needed,
                let farthest = farthestUnannounced(in: tree)
            {
                release(farthest, progress: nil)
                sideRoads.noteTakenBack()
            }
            guard pool.freeCount(at: time, progress: seen) > needed,
                let index = pool.take(at: time, progress: seen)
            else { break }
            open(road.id, index)
        }
    }

    /// Puts a new path in its place: parents precede their children, as in the tree, and the main path
    /// is first.
    private mutating func open(_ id: PathID, _ index: PathIndex) {
        let place = paths.firstIndex { id < $0.id } ?? paths.count
        paths.insert(spares.path(id, index), at: place)
    }

    // Items.

    /// Changes a path.
    mutating func change<Result, Problem>(
        _ path: Int, _ body: (inout WirePath) throws(Problem) -> Result
    ) throws(Problem) -> Result {
        refreshed = nil
        return try body(&paths[path])
    }

    /// A message names a path. If no message has named the path for so long that clients may have
    /// dropped it, all its items are sent again (reference §8, behaviour of clients; confidence C).
    mutating func noteMention(of path: Int, at time: MonotonicTime) {
        refreshed = nil
        paths[path].repeatItems(after: parameters.clientMemory.path, at: time)
        paths[path].noteMention(at: time)
    }

    /// Records the transmission of an item with a counter.
    mutating func noteSent(
        _ item: Int, of path: Int, counter: CyclicCounter, at time: MonotonicTime
    ) {
        noteMention(of: path, at: time)
        paths[path].noteSent(
            item, at: time, odometer: odometer, counter: counter, trailing: trailing)
        if let branch = paths[path].items[item].branch,
            case .stub(let stub) = paths[path].items[item].message,
            let opened = firstIndex(of: branch), stub.subPathIndex == paths[opened].index
        {
            paths[opened].announce()
            noteMention(of: opened, at: time)
        }
    }

    /// Drops the items behind the trailing length, makes repetitions due, and sorts the waiting
    /// items. It does nothing if it was called for this moment already.
    mutating func refresh(_ scope: TransmissionScope, at time: MonotonicTime) {
        guard refreshed != time else { return }
        refreshed = time
        mentionSidePaths(at: time)
        let cyclicInterval = isRoundOver(scope) ? parameters.pace.cyclicInterval : .zero
        for index in paths.indices {
            let level = parameters.level(paths[index].level)
            paths[index].refresh(
                at: time, odometer: odometer, trailing: trailing, passedRoad: parameters.passedRoad,
                level, cyclicInterval: cyclicInterval)
        }
        let roads = wireMetres(Centimetres(rounding: parameters.level(1).stub.reach) ?? .zero)
        queue.gather(from: paths, roadsWithin: roads) { ItemFilter(scope, $0, parameters) }
    }

    /// Clients drop a path that no message names; its STUB is sent again before that.
    private mutating func mentionSidePaths(at time: MonotonicTime) {
        var isSilent = [56 of Bool](repeating: false)
        var isAnySilent = false
        for index in paths.indices
        where paths[index].isSidePath && paths[index].isAnnounced
            && paths[index].startDistance >= parameters.passedRoad
            && paths[index].silence(at: time) >= parameters.pathRefreshInterval
        {
            isSilent[index] = true
            isAnySilent = true
        }
        guard isAnySilent else { return }
        for parent in paths.indices {
            var isContinuationFound = false
            for item in paths[parent].items.indices
            where paths[parent].items.branch(item) != .none {
                guard let index = firstIndex(of: paths[parent].items.branch(item)),
                    isSilent[index], index != parent || !isContinuationFound
                else { continue }
                isContinuationFound = isContinuationFound || index == parent
                paths[parent].setDue(.now, item)
            }
        }
    }
}
