import ADASISv2
public import Horizon
public import Quantities
public import RoadMap

extension HorizonProvider {
    /// Brings what is on the wire to a new state of the tree and the vehicle.
    ///
    /// When the map cannot be read, what could be built stands and the rest follows with a later
    /// update.
    public mutating func update(
        tree: PathTree, vehicle: VehicleState, at time: MonotonicTime
    ) throws(MapError) {
        picked = nil
        self.vehicle = vehicle
        // Candidates that were not told of yet are others by now: the next POSITION tells of them.
        if dueCandidate != 0 { dueCandidate = nil }
        odometer = tree.odometer
        mainOffset = Centimetres(rounding: tree.vehicleOffset) ?? .zero
        if parameters.extent == .currentLink {
            try updateCurrentLink(of: tree, at: time)
            return
        }
        releasePaths(notIn: tree)
        var problem: MapError?
        do {
            try takePaths(from: tree, at: time)
        } catch {
            problem = error
        }
        refresh(at: time)
        if let problem { throw problem }
    }

    private mutating func updateCurrentLink(
        of tree: PathTree, at time: MonotonicTime
    ) throws(MapError) {
        let link = tree.mainPath?.links.last { $0.start <= mainOffset }
        currentLink.update(
            try link.map { (link) throws(MapError) in
                try builder.currentLink(link, at: mainOffset)
            }, at: time)
    }

    /// Lays the indexes of paths to rest that the tree has given up, or that the car has passed by for
    /// good.
    private mutating func releasePaths(notIn tree: PathTree) {
        // On a main path that clients see for the first time they hold nothing of the old ones.
        let hasLeft = !paths.contains { $0.id == tree.mainPath?.id }
        var kept: [WirePath] = []
        for path in paths {
            guard let current = tree.path(path.id), isWithinReach(current, kept) else {
                pool.release(
                    path.index, mentioned: path.mentioned, odometer: hasLeft ? nil : odometer)
                continue
            }
            kept.append(path)
        }
        paths = kept
    }

    /// Whether clients still need a path, of which the parent stands before it.
    private func isWithinReach(_ path: HorizonPath, _ kept: [WirePath]) -> Bool {
        guard let branch = path.branch else { return true }
        return path.startDistance >= parameters.passedRoad
            && kept.contains { $0.id == branch.parent }
    }

    /// Gives indexes to paths, nearest first, and builds what they have grown by.
    private mutating func takePaths(
        from tree: PathTree, at time: MonotonicTime
    ) throws(MapError) {
        if let main = tree.mainPath, !paths.contains(where: { $0.id == main.id }),
            let index = pool.takeForMainPath(at: time, odometer: odometer)
        {
            paths.append(WirePath(id: main.id, index: index))
        }
        for path in sidePathsByDistance(of: tree) {
            // The roads that leave the main path matter most; some indexes are kept for those ahead.
            if path.level > 1, pool.freeCount(at: time, odometer: odometer) <= indexesKept { break }
            guard let index = pool.take(at: time, odometer: odometer) else { break }
            paths.append(WirePath(id: path.id, index: index))
        }
        // Parents before children, as in the tree: the main path first.
        paths.sort { $0.id < $1.id }
        for index in paths.indices {
            guard let path = tree.path(paths[index].id) else { continue }
            paths[index].level = path.level
            paths[index].startDistance = path.startDistance
            // POSITION itself speaks of the main path, whether its STUB went out or not.
            if path.branch == nil { paths[index].isAnnounced = true }
            try build(path, into: index)
        }
        try buildStubs(of: tree)
    }

    /// The side paths that are to have an index and have none: of a level that is followed, within
    /// reach, and leaving a path that is on the wire; level by level, near before far, the likelier
    /// first.
    private func sidePathsByDistance(of tree: PathTree) -> [HorizonPath] {
        guard parameters.extent == .fullTree, mask.allows(.stub) else { return [] }
        return tree.paths.filter { path in
            path.level > 0 && path.level < tree.parameters.lookAhead.count
                && path.startDistance < tree.parameters.lookAhead[path.level]
                && path.startDistance >= .zero
                && !paths.contains { $0.id == path.id }
                && (path.branch.map { branch in paths.contains { $0.id == branch.parent } } ?? false)
        }.sorted { left, right in
            let probabilities = (left.branch?.probability ?? 0, right.branch?.probability ?? 0)
            return (left.level, left.startDistance, -probabilities.0, left.id)
                < (right.level, right.startDistance, -probabilities.1, right.id)
        }
    }

    /// Indexes that paths below the first level of side paths leave free.
    private var indexesKept: Int { 36 }

    private mutating func build(_ path: HorizonPath, into index: Int) throws(MapError) {
        // Links that were given up before they could be built are of no use to anyone.
        if paths[index].builtLinks < path.droppedLinks {
            paths[index].builtLinks = path.droppedLinks
            paths[index].lastPoint = nil
            paths[index].lastSegment = nil
        }
        let probability = path.branch?.probability ?? paths[index].probability
        paths[index].probability = probability
        for link in path.links[(paths[index].builtLinks - path.droppedLinks)...] {
            try builder.build(link, probability: probability, into: &paths[index])
        }
        paths[index].hasEnded = path.end != .open
        let level = parameters.level(path.level)
        func reach(_ stream: StreamParameters) -> Int {
            wireMetres(
                (Centimetres(rounding: stream.reach) ?? .zero) - path.startDistance)
        }
        builder.closeProfiles(
            of: &paths[index], shortReach: reach(level.profileShort),
            longReach: reach(level.profileLong))
    }

    /// Brings the STUBs of all paths on the wire to what leaves them in the tree.
    private mutating func buildStubs(of tree: PathTree) throws(MapError) {
        for child in tree.paths {
            guard let branch = child.branch, child.startDistance >= parameters.passedRoad,
                let parent = paths.firstIndex(where: { $0.id == branch.parent })
            else { continue }
            let subPath = paths.first { $0.id == child.id }?.index ?? .noFurtherData
            if let item = paths[parent].items.firstIndex(where: { $0.branch == child.id }) {
                guard case .stub(var stub) = paths[parent].items[item].message else { continue }
                stub.subPathIndex = subPath
                stub.relativeProbability = ProbabilityCode(branch.probability)
                paths[parent].items[item].replace(.stub(stub))
            } else {
                let metres = wireMetres(branch.offset)
                var stub = try builder.stub(
                    into: child.links[0], turnAngle: branch.turnAngle,
                    probability: branch.probability)
                stub.pathIndex = paths[parent].index
                stub.offset = OffsetCode(metresFromPathStart: metres)
                stub.subPathIndex = subPath
                stub.turnAngle = paths[parent].distinctAngle(stub.turnAngle, at: metres)
                paths[parent].insert(
                    PathItem(
                        message: .stub(stub), metres: metres, series: .stub, branch: child.id))
            }
        }
        for path in tree.paths { try buildContinuation(of: path) }
        for index in paths.indices { markLastStubs(index) }
    }

    /// Where the course turns off a path, a STUB says that the path goes on too, and how likely.
    private mutating func buildContinuation(of path: HorizonPath) throws(MapError) {
        guard let index = paths.firstIndex(where: { $0.id == path.id }) else { return }
        let known = paths[index].items.firstIndex { $0.branch == path.id }
        let place = path.departure ?? known.map { Centimetres(paths[index].items[$0].metres * 100) }
        guard let place,
            let link = path.links.last(where: { $0.start.value <= place.value + 50 })
        else { return }
        if let known {
            guard case .stub(var stub) = paths[index].items[known].message else { return }
            stub.relativeProbability = ProbabilityCode(link.probability)
            paths[index].items[known].replace(.stub(stub))
        } else {
            let metres = wireMetres(link.start)
            var stub = try builder.stub(
                into: link, turnAngle: link.turnAngle, probability: link.probability)
            stub.pathIndex = paths[index].index
            stub.offset = OffsetCode(metresFromPathStart: metres)
            stub.subPathIndex = .continuation
            paths[index].insert(
                PathItem(message: .stub(stub), metres: metres, series: .stub, branch: path.id))
        }
    }

    /// Sets the flag on the last STUB of each offset.
    private mutating func markLastStubs(_ path: Int) {
        var metres: Int?
        for item in paths[path].items.indices.reversed() {
            guard case .stub(var stub) = paths[path].items[item].message else { continue }
            let isLast = metres != paths[path].items[item].metres
            metres = paths[path].items[item].metres
            guard stub.lastStubAtOffset != isLast else { continue }
            stub.lastStubAtOffset = isLast
            paths[path].items[item].replace(.stub(stub))
        }
    }

    /// Gives up what is behind the trailing length, asks again for what is due again, and puts what
    /// waits in order.
    mutating func refresh(at time: MonotonicTime) {
        for index in paths.indices {
            let vehicle = wireMetres(Centimetres.zero - paths[index].startDistance)
            paths[index].dropItems(
                before: wireMetres(Centimetres.zero - paths[index].startDistance - trailing))
            let level = parameters.level(paths[index].level)
            for item in paths[index].items.indices {
                let held = paths[index].items[item]
                guard held.wasSent, held.due != .now,
                    held.metres > vehicle || paths[index].isInForce(item, at: vehicle)
                else { continue }
                let stream = level.stream(of: held)
                if odometer - held.sentOdometer >= stream.repetitionDistance {
                    paths[index].items[item].due = .now
                } else if parameters.pace.cyclicInterval > .zero,
                    time - held.sentTime >= parameters.pace.cyclicInterval
                {
                    paths[index].items[item].due = .spare
                }
            }
        }
        mentionSidePaths(at: time)
        // The queue is taken out while the provider is asked about each item.
        var queue = SendQueue()
        swap(&queue, &self.queue)
        queue.gather(from: paths) { path, item in isWanted(path, item) }
        swap(&queue, &self.queue)
    }

    /// Whether an item is to be sent as things are: by mask, extent, level and reach. Where values run
    /// straight from spot to spot, the first spot beyond reach belongs to what lies within.
    private func isWanted(_ path: WirePath, _ index: Int) -> Bool {
        let item = path.items[index]
        guard mask.allows(item.message) else { return false }
        // A road that was passed is told of as long as the car may yet be found to have taken it.
        if path.level > 0 && path.startDistance < parameters.passedRoad { return false }
        let place = path.startDistance + Centimetres(item.metres * 100)
        if item.series == .stub && place < parameters.passedRoad { return false }
        if parameters.extent == .mainPath && (path.level > 0 || item.series == .stub) {
            return false
        }
        let stream = parameters.level(path.level).stream(of: item)
        guard stream.isEnabled else { return false }
        let reach = wireMetres((Centimetres(rounding: stream.reach) ?? .zero) - path.startDistance)
        if item.metres <= reach { return true }
        guard item.series.isJoinedByLines else { return false }
        let before = path.items[..<index].last { $0.series == item.series }
        return before.map { $0.metres < reach } ?? false
    }

    /// Clients forget a path that goes unmentioned: its STUB is sent again before they do.
    private mutating func mentionSidePaths(at time: MonotonicTime) {
        for index in paths.indices
        where paths[index].level > 0 && paths[index].isAnnounced
            && paths[index].startDistance >= parameters.passedRoad
        {
            guard time - paths[index].mentioned >= parameters.mentionInterval else { continue }
            let id = paths[index].id
            for parent in paths.indices {
                guard let item = paths[parent].items.firstIndex(where: { $0.branch == id }) else {
                    continue
                }
                if paths[parent].items[item].due != .now { paths[parent].items[item].due = .now }
            }
        }
    }
}

extension LevelParameters {
    /// What is set for the kind of an item.
    func stream(of item: PathItem) -> StreamParameters {
        switch item.message.kind {
        case .stub: stub
        case .profileShort: profileShort
        case .profileLong: profileLong
        default: segment
        }
    }
}
