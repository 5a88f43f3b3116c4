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
        var problem: MapError?
        do {
            try enterCountry(of: tree)
            noteRoute(of: tree)
            try noteConditions(of: tree)
        } catch { problem = error }
        if extent == .currentLink {
            try updateCurrentLink(of: tree, at: time)
            refresh(at: time)
            if let problem { throw problem }
            return
        }
        noteDepartures(from: tree.mainPath?.id)
        releasePaths(notIn: tree)
        do { try retellRoads(of: tree) } catch { problem = problem ?? error }
        takeIndexes(for: tree, at: time)
        do { try buildPaths(of: tree) } catch { problem = problem ?? error }
        refresh(at: time)
        if let problem { throw problem }
    }

    /// Tells of another country once the vehicle is in it. Where its signs have another unit, all that
    /// was said of speeds would be read in the wrong one: the paths are given up and told anew.
    private mutating func enterCountry(of tree: PathTree) throws(MapError) {
        guard let link = tree.mainPath?.links.last(where: { $0.start <= mainOffset }) else {
            return
        }
        let along = mainOffset - link.start
        let length = link.record.length
        let place = min(max(along, .zero), length)
        let entered = try map.country(
            of: link.record, at: link.link.direction == .forward ? place : length - place)
        guard entered != country else { return }
        if entered.speedUnit != country.speedUnit {
            builder = ItemBuilder(
                map: map, unit: entered.speedUnit, reduction: parameters.reduction)
            builder.segments.route = tree.route
            releaseAllPaths()
        }
        country = entered
        announceMetaData()
    }

    /// Where a speed limit ahead begins or ceases to hold with the time of day or the road's surface,
    /// SEGMENTs that were sent say what held before.
    private mutating func noteConditions(of tree: PathTree) throws(MapError) {
        builder.segments.moment = tree.moment
        builder.segments.surface = tree.surface
        if try builder.segments.takeChange(of: tree.paths, on: map) { hasOtherRoads = true }
    }

    /// Where the route is another one, too.
    private mutating func noteRoute(of tree: PathTree) {
        guard routeNumber != tree.routeNumber else { return }
        routeNumber = tree.routeNumber
        builder.segments.route = tree.route
        hasOtherRoads = true
    }

    /// Brings what is on the wire to a new state of the tree; the vehicle is as it was.
    public mutating func update(tree: PathTree, at time: MonotonicTime) throws(MapError) {
        try update(tree: tree, vehicle: vehicle, at: time)
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

    /// Builds what the paths on the wire have grown by.
    private mutating func buildPaths(of tree: PathTree) throws(MapError) {
        for index in paths.indices {
            guard let path = tree.path(paths[index].id) else { continue }
            try build(path, into: index)
        }
        try buildStubs(of: tree)
    }

    private mutating func build(_ path: HorizonPath, into index: Int) throws(MapError) {
        // Links that were given up before they could be built are of no use to anyone.
        if paths[index].builtLinks < path.droppedLinks {
            paths[index].builtLinks = path.droppedLinks
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
                let parent = paths.firstIndex(where: { $0.id == branch.parent }),
                branch.legality == .legal || parameters.sendsIllegalExits
            else { continue }
            let subPath = paths.first { $0.id == child.id }?.index ?? .noFurtherData
            if let item = paths[parent].items.firstIndex(where: { $0.branch == child.id }) {
                guard case .stub(var stub) = paths[parent].items[item].message else { continue }
                stub.subPathIndex = subPath
                stub.relativeProbability = ProbabilityCode(branch.probability)
                stub.partOfCalculatedRoute = builder.segments.partOfRoute(child.links[0].link)
                paths[parent].items[item].replace(.stub(stub))
            } else {
                let metres = wireMetres(branch.offset)
                let arriving = tree.path(branch.parent)?.links.last { $0.end == branch.offset }
                var stub = try builder.stub(
                    into: child.links[0], after: arriving, turnAngle: branch.turnAngle,
                    probability: branch.probability)
                stub.pathIndex = paths[parent].index
                stub.offset = OffsetCode(metresFromPathStart: metres)
                stub.subPathIndex = subPath
                if branch.legality == .oneWay { stub.lanesDrivingDirection = .againstOneWay }
                stub.turnAngle = paths[parent].distinctAngle(stub.turnAngle, at: metres)
                paths[parent].insert(
                    PathItem(
                        message: .stub(stub), metres: metres, series: .stub, branch: child.id))
            }
        }
        for path in tree.paths { try buildContinuation(of: path) }
        for index in paths.indices { markLastStubs(index) }
    }

    /// Where the course turns off a path, a STUB says that the path goes on too, and how likely. It stays
    /// there when the course changes.
    private mutating func buildContinuation(of path: HorizonPath) throws(MapError) {
        guard let index = paths.firstIndex(where: { $0.id == path.id }) else { return }
        var isTold = false
        for item in paths[index].items.indices where paths[index].items[item].branch == path.id {
            let metres = paths[index].items[item].metres
            var link = path.links.last { wireMetres($0.start) == metres }
            if let departure = path.departure, wireMetres(departure) == metres {
                isTold = true
                // Another junction may be on the same metre.
                link = path.links.last { $0.start == departure }
            }
            guard let link, case .stub(var stub) = paths[index].items[item].message
            else { continue }
            stub.relativeProbability = ProbabilityCode(link.probability)
            stub.partOfCalculatedRoute = builder.segments.partOfRoute(link.link)
            paths[index].items[item].replace(.stub(stub))
        }
        // Where the path ends with the turn there is nothing to go on into.
        guard !isTold, let departure = path.departure,
            let link = path.links.last(where: { $0.start == departure })
        else { return }
        let metres = wireMetres(departure)
        var stub = try builder.stub(
            into: link, after: path.links.last { $0.end == departure },
            turnAngle: link.turnAngle, probability: link.probability)
        stub.pathIndex = paths[index].index
        stub.offset = OffsetCode(metresFromPathStart: metres)
        stub.subPathIndex = .continuation
        paths[index].insert(
            PathItem(message: .stub(stub), metres: metres, series: .stub, branch: path.id))
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
}
