public import Horizon
public import Quantities
public import RoadMap
import ADASISv2

extension HorizonProvider {
    /// Brings what is on the wire to a new state of the tree and the vehicle.
    ///
    /// When the map cannot be read, what could be built stands and the rest follows with a later
    /// update.
    public mutating func update(
        tree: PathTree, vehicle: VehicleState, at time: MonotonicTime
    ) throws(MapError) {
        self.vehicle = vehicle
        odometer = tree.odometer
        mainOffset = Centimetres(rounding: tree.vehicleOffset) ?? .zero
        releasePaths(notIn: tree, at: time)
        var problem: MapError?
        do {
            try takePaths(from: tree, at: time)
        } catch {
            problem = error
        }
        for index in paths.indices {
            dropAndRepeat(index, trailing: tree.parameters.trailing)
        }
        queue.gather(from: paths, vehicle: mainOffset)
        if let problem { throw problem }
    }

    /// Lays the indexes of paths to rest that the tree has given up.
    private mutating func releasePaths(notIn tree: PathTree, at time: MonotonicTime) {
        for path in paths where tree.path(path.id) == nil {
            pool.release(path.index, at: time, odometer: odometer)
        }
        paths.removeAll { tree.path($0.id) == nil }
    }

    /// Gives indexes to paths, nearest first, and builds what they have grown by.
    private mutating func takePaths(
        from tree: PathTree, at time: MonotonicTime
    ) throws(MapError) {
        for path in tree.paths {
            let isNew = !paths.contains { $0.id == path.id }
            if path.branch == nil, isNew,
                let index = pool.takeForMainPath(at: time, odometer: odometer)
            {
                paths.insert(WirePath(id: path.id, index: index, isAnnounced: true), at: 0)
            }
        }
        for path in sidePathsByDistance(of: tree) {
            guard let index = pool.take(at: time, odometer: odometer) else { break }
            paths.append(WirePath(id: path, index: index, isAnnounced: false))
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
    /// reach, and leaving a path that is on the wire; near before far, the likelier first.
    private func sidePathsByDistance(of tree: PathTree) -> [PathID] {
        guard parameters.mask.allows(.stub) else { return [] }
        return tree.paths.filter { path in
            path.level > 0 && path.level <= tree.parameters.sideLevels
                && path.startDistance < tree.parameters.sideLookAhead
                && !paths.contains { $0.id == path.id }
                && (path.branch.map { branch in paths.contains { $0.id == branch.parent } } ?? false)
        }.sorted { left, right in
            let probabilities = (left.branch?.probability ?? 0, right.branch?.probability ?? 0)
            return (left.startDistance, -probabilities.0, left.id)
                < (right.startDistance, -probabilities.1, right.id)
        }.map(\.id)
    }

    private mutating func build(_ path: HorizonPath, into index: Int) throws(MapError) {
        // Links that were given up before they could be built are of no use to anyone.
        if paths[index].builtLinks < path.droppedLinks {
            paths[index].builtLinks = path.droppedLinks
            paths[index].seam = WirePath.Seam()
        }
        for link in path.links[(paths[index].builtLinks - path.droppedLinks)...] {
            try builder.build(link, probability: path.branch?.probability ?? 1, into: &paths[index])
        }
    }

    /// Brings the STUBs of all paths on the wire to what leaves them in the tree.
    private mutating func buildStubs(of tree: PathTree) throws(MapError) {
        guard parameters.mask.allows(.stub) else { return }
        for child in tree.paths {
            guard let branch = child.branch,
                let parent = paths.firstIndex(where: { $0.id == branch.parent })
            else { continue }
            let subPath = paths.first { $0.id == child.id }?.index ?? .noFurtherData
            if let item = paths[parent].items.firstIndex(where: { $0.branch == child.id }) {
                guard case .stub(var stub) = paths[parent].items[item].message else { continue }
                stub.subPathIndex = subPath
                paths[parent].items[item].replace(.stub(stub))
            } else {
                let metres = wireMetres(branch.offset)
                var stub = try builder.stub(for: child, branch: branch)
                stub.pathIndex = paths[parent].index
                stub.offset = OffsetCode(metresFromPathStart: metres)
                stub.subPathIndex = subPath
                paths[parent].insert(
                    PathItem(
                        message: .stub(stub), metres: metres, series: .stub, branch: child.id))
            }
        }
        for index in paths.indices { markLastStubs(index) }
    }

    /// Sets the flag on the last STUB of each offset.
    private mutating func markLastStubs(_ path: Int) {
        var isLast = true
        var metres: Int?
        for item in paths[path].items.indices.reversed() {
            guard case .stub(var stub) = paths[path].items[item].message else { continue }
            isLast = metres != paths[path].items[item].metres
            metres = paths[path].items[item].metres
            guard stub.lastStubAtOffset != isLast else { continue }
            stub.lastStubAtOffset = isLast
            paths[path].items[item].replace(.stub(stub))
        }
    }

    /// Gives up what is behind the trailing length and asks again for what is due again.
    private mutating func dropAndRepeat(_ index: Int, trailing: Centimetres) {
        let vehicle = wireMetres(Centimetres.zero - paths[index].startDistance)
        paths[index].dropItems(
            before: wireMetres(Centimetres.zero - paths[index].startDistance - trailing))
        for item in paths[index].items.indices {
            let held = paths[index].items[item]
            guard held.wasSent, !held.isPending,
                odometer - held.sentOdometer >= parameters.repetitionDistance,
                held.metres > vehicle || paths[index].isInForce(item, at: vehicle)
            else { continue }
            paths[index].items[item].isPending = true
        }
    }
}
