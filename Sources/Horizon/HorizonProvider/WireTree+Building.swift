import ADASISv2
import Horizon
import Quantities
import RoadMap

// Items of new parts of the paths.
extension WireTree {
    /// Builds items of the new parts of the paths on the wire, and updates their STUBs from the
    /// tree. Returns whether all was converted; otherwise the next update continues.
    mutating func build(
        from tree: borrowing PathTree, with builder: inout ItemBuilder
    ) throws(MapError) -> Bool {
        builder.beginUpdate(items: paths.reduce(0) { $0 + $1.items.count })
        for index in paths.indices {
            guard let path = tree.path(paths[index].id) else { continue }
            try build(path, into: index, with: &builder)
        }
        try buildStubs(from: tree, with: &builder)
        return builder.hasRoom
    }

    private mutating func build(
        _ path: HorizonPath, into index: Int, with builder: inout ItemBuilder
    ) throws(MapError) {
        let level = parameters.level(path.level)
        let shortReach = reach(level.profileShort, from: path.startDistance)
        let longReach = reach(level.profileLong, from: path.startDistance)
        try change(index) { (wirePath) throws(MapError) in
            // Links that were dropped before building are not needed.
            if wirePath.building.builtLinks < path.droppedLinks {
                wirePath.building.builtLinks = path.droppedLinks
                wirePath.building.lastSegment = nil
            }
            let probability = path.branch?.probability ?? wirePath.probability
            wirePath.setProbability(probability)
            for link in path.links[(wirePath.building.builtLinks - path.droppedLinks)...] {
                guard builder.hasRoom else { break }
                try builder.build(link, probability: probability, into: &wirePath)
            }
            wirePath.building.hasEnded = path.end != .open && builder.hasRoom
            builder.closeProfiles(of: &wirePath, shortReach: shortReach, longReach: longReach)
        }
    }

    /// Updates the STUBs of all paths on the wire from the side paths in the tree.
    private mutating func buildStubs(
        from tree: borrowing PathTree, with builder: inout ItemBuilder
    ) throws(MapError) {
        for child in tree.paths {
            guard let branch = child.branch, child.startDistance >= parameters.passedRoad,
                let parent = firstIndex(of: branch.parent),
                branch.legality == .legal || parameters.sendsIllegalExits
            else { continue }
            let subPath = firstIndex(of: child.id).map { paths[$0].index } ?? .noFurtherData
            if let item = paths[parent].items.firstIndex(opening: child.id) {
                guard case .stub(var stub) = paths[parent].items[item].message else { continue }
                stub.subPathIndex = subPath
                stub.relativeProbability = ProbabilityCode(branch.probability)
                stub.partOfCalculatedRoute = builder.segments.partOfRoute(child.links[0].link)
                change(parent) { $0.replace(item, with: .stub(stub)) }
            } else {
                let arriving = tree.path(branch.parent)?.links.last { $0.end == branch.offset }
                var stub = try builder.stub(
                    into: child.links[0], after: arriving, turnAngle: branch.turnAngle,
                    probability: branch.probability)
                stub.subPathIndex = subPath
                if branch.legality == .oneWay { stub.lanesDrivingDirection = .againstOneWay }
                let metres = wireMetres(branch.offset)
                stub.turnAngle = paths[parent].distinctAngle(stub.turnAngle, at: metres)
                insert(stub, at: metres, of: parent, opening: child.id)
            }
        }
        for path in tree.paths { try buildContinuation(of: path, with: &builder) }
        for index in paths.indices { markLastStubs(index) }
    }

    private mutating func insert(
        _ stub: StubMessage, at metres: Int, of path: Int, opening branch: PathID
    ) {
        var stub = stub
        stub.pathIndex = paths[path].index
        stub.offset = OffsetCode(metresFromPathStart: metres)
        change(path) {
            $0.insert(
                PathItem(message: .stub(stub), metres: metres, series: .stub, branch: branch))
        }
    }

    /// At a turn-off of the main path, a STUB announces the continuation of the path and its
    /// probability. The STUB stays when the main path changes.
    private mutating func buildContinuation(
        of path: HorizonPath, with builder: inout ItemBuilder
    ) throws(MapError) {
        guard let index = firstIndex(of: path.id) else { return }
        var isThere = false
        for item in paths[index].items.indices where paths[index].items[item].branch == path.id {
            let metres = paths[index].items.metres(item)
            var link = path.links.last { wireMetres($0.start) == metres }
            if let departure = path.departure, wireMetres(departure) == metres {
                isThere = true
                // Another junction may be on the same metre.
                link = path.links.last { $0.start == departure }
            }
            guard let link, case .stub(var stub) = paths[index].items[item].message
            else { continue }
            stub.relativeProbability = ProbabilityCode(link.probability)
            stub.partOfCalculatedRoute = builder.segments.partOfRoute(link.link)
            change(index) { $0.replace(item, with: .stub(stub)) }
        }
        // If the path ends at the turn, there is no continuation.
        guard !isThere, let departure = path.departure,
            let link = path.links.last(where: { $0.start == departure })
        else { return }
        var stub = try builder.stub(
            into: link, after: path.links.last { $0.end == departure },
            turnAngle: link.turnAngle, probability: link.probability)
        stub.subPathIndex = .continuation
        insert(stub, at: wireMetres(departure), of: index, opening: path.id)
    }

    /// Sets the flag on the last STUB of each offset.
    private mutating func markLastStubs(_ path: Int) {
        var metres: Int?
        for item in paths[path].items.indices.reversed() {
            guard case .stub(var stub) = paths[path].items[item].message else { continue }
            let isLast = metres != paths[path].items.metres(item)
            metres = paths[path].items.metres(item)
            guard stub.lastStubAtOffset != isLast else { continue }
            stub.lastStubAtOffset = isLast
            change(path) { $0.replace(item, with: .stub(stub)) }
        }
    }
}
