import Quantities
import RoadMap

extension PathTree {
    /// Follows each path as far as its level reaches, the main path first and near before far.
    mutating func extend() throws(MapError) {
        var index = 0
        isFull = false
        // Side paths that are opened on the way stand behind their parents and are reached in turn.
        while index < paths.count, !isFull {
            if !isFarEnough(index, beyond: .zero, 0) {
                var hasGrown = false
                while !isFarEnough(index, beyond: parameters.step, Self.secondsBeyond),
                    try extendByOneLink(index)
                { hasGrown = true }
                // Where it will grow next the disk may begin to read.
                if hasGrown, let last = paths[index].links.last {
                    map.prefetch(
                        beyond: last.record.exit(last.link.direction), links: index == 0 ? 3 : 1)
                }
            }
            index += 1
        }
    }

    /// How much longer than its time a path is followed once it has to grow, s.
    private static let secondsBeyond = 10.0

    /// Whether a path is followed as far as its level reaches, by distance and by time; of the last level
    /// the first link is all. It is `mutating` because a call of it on a tree that is being changed would
    /// otherwise have a copy of the tree made, for every path.
    private mutating func isFarEnough(
        _ index: Int, beyond step: Centimetres, _ seconds: Double
    ) -> Bool {
        // Nobody drives on along a road that may not be driven: its first link is all.
        if let branch = paths[index].branch, branch.legality != .legal { return true }
        let origin =
            parameters.lookAheadOrigin == .branch ? branchOrigin(of: index) : (.zero, 0)
        // Where the course turns off, what remains of the path is a side path itself.
        let level = paths[index].level + (paths[index].departure == nil ? 0 : 1)
        if level < parameters.lookAheadTime.count,
            parameters.lookAheadTime[level].seconds + seconds > paths[index].endSeconds
                - origin.time
        {
            return false
        }
        guard level < parameters.lookAhead.count else { return true }
        return parameters.lookAhead[level] + step <= paths[index].endDistance - origin.distance
    }

    /// Where, from the vehicle, the way to the end of a path came to the level that it ends with: where the
    /// last path leaves one of another level. What the course takes all along counts from the vehicle.
    private mutating func branchOrigin(
        of index: Int
    ) -> (distance: Centimetres, time: Double) {
        let path = paths[index]
        if let departure = path.departure {
            let time = path.links.first { $0.start >= departure }?.startSeconds ?? 0
            return (path.startDistance + departure, path.startSeconds + time)
        }
        var first = index
        while let branch = paths[first].branch, let parent = self.index(of: branch.parent) {
            if paths[parent].level == path.level, paths[parent].departure == branch.offset {
                first = parent
            } else {
                return (paths[first].startDistance, paths[first].startSeconds)
            }
        }
        return (.zero, 0)
    }

    /// Lets a path go on by its likeliest exit and opens side paths for the others. Says whether it
    /// grew.
    private mutating func extendByOneLink(_ index: Int) throws(MapError) -> Bool {
        guard paths[index].end == .open else { return false }
        let last = paths[index].links[paths[index].links.count - 1]
        let trail = paths[index].trail(toWayOf: paths[index].links.count - 1)
        try turns.findExits(
            after: last.link,
            record: last.record,
            traits: last.traits,
            approach: paths[index].approach,
            trail: trail,
            into: &exits
        )
        let goesOn = exits.contains(where: \.isOrdinary)
        guard goesOn || !exits.isEmpty else {
            paths[index].end = .deadEnd
            return false
        }
        weighExitsByCourse(after: last.link)
        let chosen = likeliest(notOn: index)
        // All that reads the map comes first, so that a failing map leaves no half a junction.
        let entered = try approach(after: last, on: paths[index])
        // Where nothing goes on, that is known whether the other exits have room or not.
        if !goesOn { paths[index].end = .deadEnd }
        let room = min(
            parameters.maximumPaths - paths.count + (chosen == nil ? 0 : 1),
            parameters.maximumLinks - countLinks())
        // They stand behind the others.
        if exits.count > room { exits.removeAll { $0.legality != .legal } }
        guard exits.count <= room else {
            isFull = true
            return false
        }
        var passed = trail
        passed.enter(last.record.way)
        for (number, exit) in exits.enumerated() where number != chosen {
            let branch = Branch(
                parent: paths[index].id, offset: paths[index].length, turnAngle: exit.turnAngle,
                legality: exit.legality, isBackTurn: exit.isBackTurn,
                probability: exit.probability, prior: exit.prior)
            let links = links(beginningWith: PathLink(exit, start: .zero, seconds: 0))
            paths.append(
                HorizonPath(
                    id: makeID(), branch: branch, level: paths[index].level + 1, links: links,
                    droppedLinks: 0, startDistance: paths[index].endDistance,
                    startSeconds: paths[index].endSeconds, branchSeconds: last.endSeconds,
                    end: .open,
                    approach: exit.traits.isRoundabout ? entered : nil, trail: passed))
        }
        guard let chosen else {
            if goesOn { paths[index].end = .loop }
            return false
        }
        let exit = exits[chosen]
        paths[index].approach = exit.traits.isRoundabout ? entered : nil
        paths[index].links.append(
            PathLink(exit, start: paths[index].length, seconds: last.endSeconds))
        return true
    }

    /// The number of links of all paths. `mutating` for the same reason as ``isFarEnough(_:beyond:_:)``.
    private mutating func countLinks() -> Int {
        var count = 0
        for index in paths.indices { count += paths[index].links.count }
        return count
    }

    /// The likeliest exit that does not lead the path into itself; the first one where several tie. A
    /// path does not turn back, and does not go on where it may not be driven.
    /// It is `mutating` for the same reason as ``isFarEnough(_:beyond:_:)``.
    private mutating func likeliest(notOn path: Int) -> Int? {
        var best: Int?
        for number in exits.indices where exits[number].isOrdinary {
            let link = exits[number].link
            if paths[path].links.contains(where: { $0.link == link }) { continue }
            if let best, exits[best].probability >= exits[number].probability { continue }
            best = number
        }
        return best
    }

    /// The road by which a roundabout is entered here, or was, all the way around it.
    private mutating func approach(
        after last: PathLink,
        on path: HorizonPath
    ) throws(MapError) -> Approach? {
        if last.traits.isRoundabout { return path.approach }
        guard exits.contains(where: \.traits.isRoundabout) else { return nil }
        return try turns.approach(by: last.link, record: last.record, traits: last.traits)
    }
}

extension Exit {
    /// Whether a path may go on by it.
    fileprivate var isOrdinary: Bool { legality == .legal && !isBackTurn }
}

extension PathLink {
    /// The link that an exit leads into, at its place on a path.
    fileprivate init(_ exit: Exit, start: Centimetres, seconds: Double) {
        self.init(
            link: exit.link, record: exit.record, start: start, traits: exit.traits,
            turnAngle: exit.turnAngle, probability: exit.probability, prior: exit.prior,
            startSeconds: seconds)
    }
}
