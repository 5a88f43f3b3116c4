import ADASISv2
import Horizon
import Quantities
import RoadMap

// Items of new parts of the paths.
extension WireTree {
    /// Builds items of the new parts of the paths on the wire, and updates their STUBs from the
    /// tree. Returns whether all was converted; otherwise the next update continues. What cannot be read holds up
    /// nothing else; the first error is thrown at the end.
    mutating func build(
        from tree: borrowing PathTree, with builder: inout ItemBuilder
    ) throws(MapError) -> Bool {
        builder.beginUpdate(items: paths.reduce(0) { $0 + $1.items.count })
        var errors = FirstError<MapError>()
        for index in paths.indices {
            guard let path = tree.path(paths[index].id) else { continue }
            build(path, into: index, with: &builder, noting: &errors)
        }
        buildStubs(from: tree, with: &builder, noting: &errors)
        try errors.rethrow()
        return builder.hasRoom
    }

    private mutating func build(
        _ path: HorizonPath, into index: Int, with builder: inout ItemBuilder,
        noting errors: inout FirstError<MapError>
    ) {
        let level = parameters.level(path.level)
        let shortReach = reach(level.profileShort, from: path.startDistance)
        let longReach = reach(level.profileLong, from: path.startDistance)
        let drivenPathIsCertain = parameters.drivenPathIsCertain
        change(index) { wirePath in
            // Links that were dropped before building are not needed.
            if wirePath.building.builtLinks < path.droppedLinks {
                wirePath.building.builtLinks = path.droppedLinks
                wirePath.building.lastSegment = nil
            }
            if let branch = path.branch {
                wirePath.setProbability(branch.probability)
            } else if drivenPathIsCertain {
                wirePath.noteTaken()
            }
            let probability = wirePath.probability
            var isWhole = true
            for link in path.links[(wirePath.building.builtLinks - path.droppedLinks)...] {
                guard builder.hasRoom, isWhole else { break }
                do throws(MapError) {
                    try builder.build(link, probability: probability, into: &wirePath)
                } catch {
                    errors.note(error)
                    isWhole = false
                }
            }
            wirePath.building.hasEnded = path.end != .open && builder.hasRoom && isWhole
            builder.closeProfiles(of: &wirePath, shortReach: shortReach, longReach: longReach)
        }
    }

    /// Updates the STUBs of all paths on the wire from the side paths in the tree.
    private mutating func buildStubs(
        from tree: borrowing PathTree, with builder: inout ItemBuilder,
        noting errors: inout FirstError<MapError>
    ) {
        buildSideRoads(of: tree, with: &builder, noting: &errors)
        for index in paths.indices { change(index) { $0.settleItems() } }
        for number in tree.paths.indices {
            guard let index = firstIndex(of: tree.paths[number].id) else { continue }
            do throws(MapError) {
                try buildContinuation(of: tree.paths[number], at: index, with: &builder)
            } catch { errors.note(error) }
        }
        for index in paths.indices { markLastStubs(index) }
    }

    /// Updates the STUBs of side paths, and adds new ones.
    private mutating func buildSideRoads(
        of tree: borrowing PathTree, with builder: inout ItemBuilder,
        noting errors: inout FirstError<MapError>
    ) {
        // The roads of one junction follow each other, in the tree and on the path.
        var next = [56 of Int](repeating: 0)
        var place: (parent: Int, metres: Int)?
        var angles = TakenAngles()
        for number in tree.paths.indices {
            guard let branch = tree.paths[number].branch,
                tree.paths[number].startDistance >= parameters.passedRoad,
                let parent = firstIndex(of: branch.parent),
                branch.legality == .legal || parameters.sendsIllegalExits
            else { continue }
            let id = tree.paths[number].id
            let link = tree.paths[number].links[0]
            let subPath = firstIndex(of: id).map { paths[$0].index } ?? .noFurtherData
            let metres = wireMetres(branch.offset)
            if let item = paths[parent].items.firstIndex(
                opening: id, at: metres, near: next[parent])
            {
                next[parent] = item + 1
                guard case .stub(var stub) = paths[parent].items[item].message else { continue }
                stub.subPathIndex = subPath
                stub.relativeProbability = ProbabilityCode(branch.probability)
                stub.partOfCalculatedRoute = builder.segments.partOfRoute(link.link)
                change(parent) { $0.replace(item, with: .stub(stub)) }
                continue
            }
            // The next update continues.
            guard builder.mayRead else { continue }
            let arriving = tree.withPath(branch.parent) { $0.link(endingAt: branch.offset) }
            var stub: StubMessage
            do throws(MapError) {
                stub = try builder.stub(
                    into: link, after: arriving ?? nil, turnAngle: branch.turnAngle,
                    probability: branch.probability)
            } catch {
                errors.note(error)
                continue
            }
            stub.subPathIndex = subPath
            if branch.legality == .oneWay { stub.lanesDrivingDirection = .againstOneWay }
            if place?.parent != parent || place?.metres != metres {
                place = (parent, metres)
                angles = paths[parent].takenAngles(at: metres)
            }
            stub.turnAngle = angles.distinct(from: stub.turnAngle)
            angles.insert(stub.turnAngle)
            add(stub, at: metres, of: parent, opening: id)
        }
    }

    private mutating func add(
        _ stub: StubMessage, at metres: Int, of path: Int, opening branch: PathID
    ) {
        var stub = stub
        stub.pathIndex = paths[path].index
        stub.offset = OffsetCode(metresFromPathStart: metres)
        change(path) {
            $0.add(
                PathItem(message: .stub(stub), metres: metres, series: .stub, branch: branch))
        }
    }

    /// At a turn-off of the main path, a STUB announces the continuation of the path and its
    /// probability. The STUB stays when the main path changes.
    private mutating func buildContinuation(
        of path: HorizonPath, at index: Int, with builder: inout ItemBuilder
    ) throws(MapError) {
        var isThere = false
        for item in paths[index].items.indices where paths[index].items.branch(item) == path.id {
            let metres = paths[index].items.metres(item)
            var link = path.links.last { wireMetres($0.start) == metres }
            if let departure = path.departure, wireMetres(departure) == metres {
                isThere = true
                // Another junction may be on the same metre.
                link = path.link(startingAt: departure)
            }
            guard let link, case .stub(var stub) = paths[index].items[item].message
            else { continue }
            stub.relativeProbability = ProbabilityCode(link.probability)
            stub.partOfCalculatedRoute = builder.segments.partOfRoute(link.link)
            change(index) { $0.replace(item, with: .stub(stub)) }
        }
        // If the path ends at the turn, there is no continuation.
        guard !isThere, let departure = path.departure,
            let link = path.link(startingAt: departure)
        else { return }
        var stub = try builder.stub(
            into: link, after: path.link(endingAt: departure),
            turnAngle: link.turnAngle, probability: link.probability)
        stub.subPathIndex = .continuation
        add(stub, at: wireMetres(departure), of: index, opening: path.id)
        change(index) { $0.settleItems() }
    }

    /// Sets the flag on the last STUB of each offset.
    private mutating func markLastStubs(_ path: Int) {
        var metres: Int?
        for item in paths[path].items.indices.reversed()
        where paths[path].items.series(item) == .stub {
            guard case .stub(var stub) = paths[path].items[item].message else { continue }
            let isLast = metres != paths[path].items.metres(item)
            metres = paths[path].items.metres(item)
            guard stub.lastStubAtOffset != isLast else { continue }
            stub.lastStubAtOffset = isLast
            change(path) { $0.replace(item, with: .stub(stub)) }
        }
    }
}

extension HorizonPath {
    /// The last link that ends at an offset.
    fileprivate func link(endingAt offset: Centimetres) -> PathLink? {
        let number = links.firstNumber { $0.end > offset } - 1
        return number >= 0 && links[number].end == offset ? links[number] : nil
    }

    /// The last link that starts at an offset.
    fileprivate func link(startingAt offset: Centimetres) -> PathLink? {
        let number = links.firstNumber { $0.start > offset } - 1
        return number >= 0 && links[number].start == offset ? links[number] : nil
    }
}

extension [PathLink] {
    /// The number of the first link for which a condition holds that holds for all links behind it too.
    fileprivate func firstNumber(where condition: (PathLink) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
