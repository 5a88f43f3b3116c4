import Quantities
import RoadMap

/// Grows the paths of a tree to the reach of their levels.
struct PathGrowth {
    private let parameters: HorizonParameters
    private let map: RoadMap
    /// Memory for the exits of one junction.
    private var exits: [Exit] = []
    /// Whether this update had no room for more paths.
    private var isFull = false
    /// The path that the next update begins with: the one after a path that could not be read, or else the main path.
    private var first = 0

    /// The travel time beyond its reach that a path grows at once, s.
    private static let secondsBeyond = 10.0

    init(map: RoadMap, parameters: HorizonParameters) {
        self.map = map
        self.parameters = parameters
        exits.reserveCapacity(ExitFinder.mostUsualExits)
    }

    /// Follows each path to the reach of its level, the main path first and near before far. Where the roads take
    /// much work (``/RoadMap/RoadMap/isShareUsed``), the next updates continue. A path that cannot be read ends the
    /// update, since reads that fail may take long; the next update begins with the path after it.
    mutating func extend(
        _ store: inout PathStore, with turns: inout TurnModel, along course: CoursePolicy,
        noting reasons: inout ReasonLog?
    ) throws(MapError) {
        isFull = false
        let start = first < store.paths.count ? first : 0
        first = 0
        // New side paths come after their parents and are processed in turn.
        var index = start
        var isSecondTurn = false
        while index < (isSecondTurn ? start : store.paths.count), !isFull, !map.isShareUsed {
            do throws(MapError) {
                try grow(index, of: &store, with: &turns, along: course, noting: &reasons)
            } catch {
                first = index + 1
                throw error
            }
            index += 1
            if index == store.paths.count, !isSecondTurn, start > 0 {
                (index, isSecondTurn) = (0, true)
            }
        }
    }

    /// Follows a path to the reach of its level.
    private mutating func grow(
        _ index: Int, of store: inout PathStore, with turns: inout TurnModel,
        along course: CoursePolicy, noting reasons: inout ReasonLog?
    ) throws(MapError) {
        guard !isFarEnough(index, in: store, beyond: .zero, 0) else { return }
        var hasGrown = false
        while !map.isShareUsed,
            !isFarEnough(index, in: store, beyond: parameters.step, Self.secondsBeyond),
            try extend(index, of: &store, with: &turns, along: course, noting: &reasons)
        { hasGrown = true }
        // The disk may begin to read the place of the next growth.
        if hasGrown, let last = store.paths[index].links.last {
            map.prefetch(
                beyond: last.record.exit(last.link.direction), links: index == 0 ? 3 : 1)
        }
    }

    /// Whether a path has the reach of its level, by distance and by time. On the last level, a
    /// path has only its first link.
    private func isFarEnough(
        _ index: Int, in store: PathStore, beyond step: Centimetres, _ seconds: Double
    ) -> Bool {
        // An illegal exit has only its first link.
        if !store.paths[index].isFollowed { return true }
        let origin =
            parameters.lookAheadOrigin == .branch ? branchOrigin(of: index, in: store) : (.zero, 0)
        // If the course turns off, the rest of the path is a side path itself.
        let level = store.paths[index].level + (store.paths[index].departure == nil ? 0 : 1)
        if level < parameters.lookAheadTime.count,
            parameters.lookAheadTime[level].seconds + seconds
                > store.paths[index].endSeconds - origin.time
        {
            return false
        }
        guard level < parameters.lookAhead.count else { return true }
        return parameters.lookAhead[level] + step
            <= store.paths[index].endDistance - origin.distance
    }

    /// The last branch point on the way to the end of a path where the level changed, from the vehicle. The
    /// course itself counts from the vehicle.
    private func branchOrigin(
        of index: Int, in store: PathStore
    ) -> (distance: Centimetres, time: Double) {
        if let departure = store.paths[index].departure {
            let links = store.paths[index].links
            let time = links.first { $0.start >= departure }?.startSeconds ?? 0
            return (
                store.paths[index].startDistance + departure,
                store.paths[index].startSeconds + time
            )
        }
        let level = store.paths[index].level
        var first = index
        while let branch = store.paths[first].branch, let parent = store.index(of: branch.parent) {
            if store.paths[parent].level == level, store.paths[parent].departure == branch.offset {
                first = parent
            } else {
                return (store.paths[first].startDistance, store.paths[first].startSeconds)
            }
        }
        return (.zero, 0)
    }

    /// Continues a path by its likeliest exit and opens side paths for the others. Returns whether
    /// it grew.
    private mutating func extend(
        _ index: Int, of store: inout PathStore, with turns: inout TurnModel,
        along course: CoursePolicy, noting reasons: inout ReasonLog?
    ) throws(MapError) -> Bool {
        guard store.paths[index].end == .open else { return false }
        let number = store.paths[index].links.count - 1
        let last = store.paths[index].links[number]
        let trail = store.paths[index].trail(toWayOf: number)
        let approach = store.paths[index].approach
        try turns.findExits(
            after: last.link, record: last.record, traits: last.traits, approach: approach,
            trail: trail, into: &exits)
        let goesOn = exits.contains(where: \.isOrdinary)
        guard goesOn || !exits.isEmpty else {
            store.end(index, .deadEnd)
            return false
        }
        // Each exit is compared with each link of the path.
        try map.charge(exits.count * (20 + store.paths[index].links.count / 8))
        course.weigh(&exits, after: last.link)
        let chosen = likeliest(notOn: index, of: store)
        // All reading of the map comes first, so that a read error leaves no incomplete junction.
        let entered = try roundaboutApproach(after: last, from: approach, with: &turns)
        // The end of the path is known whether the other exits have room or not.
        if !goesOn { store.end(index, .deadEnd) }
        guard makeRoom(in: store, hasContinuation: chosen != nil) else { return false }
        reasons?.note(
            exits, turns.alternatives, at: store.paths[index].length, of: store.paths[index].id)
        var passed = trail
        passed.enter(last.record.way)
        for number in exits.indices where number != chosen {
            let exit = exits[number]
            store.open(
                Branch(
                    parent: store.paths[index].id, offset: store.paths[index].length,
                    turnAngle: exit.turnAngle, legality: exit.legality,
                    isUTurn: exit.isUTurn, probability: exit.probability,
                    prior: exit.prior),
                from: index, with: PathLink(exit, start: .zero, seconds: 0),
                approach: exit.traits.isRoundabout ? entered : nil, trail: passed)
        }
        guard let chosen else {
            if goesOn { store.end(index, .loop) }
            return false
        }
        let exit = exits[chosen]
        store.extend(
            index, by: PathLink(exit, start: last.end, seconds: last.endSeconds),
            approach: exit.traits.isRoundabout ? entered : nil)
        return true
    }

    /// Whether the tree has room for the exits; illegal ones are dropped first.
    private mutating func makeRoom(in store: PathStore, hasContinuation: Bool) -> Bool {
        let room = min(
            parameters.maximumPaths - store.paths.count + (hasContinuation ? 1 : 0),
            parameters.maximumLinks - store.linkCount)
        // The illegal exits come after the others.
        if exits.count > room { exits.removeAll { $0.legality != .legal } }
        isFull = exits.count > room
        return !isFull
    }

    /// The likeliest exit that does not lead the path into itself, of several the first one. A path
    /// makes no U-turn and does not continue by an illegal exit.
    private func likeliest(notOn path: Int, of store: PathStore) -> Int? {
        var best: Int?
        for number in exits.indices where exits[number].isOrdinary {
            let link = exits[number].link
            if store.paths[path].links.contains(where: { $0.link == link }) { continue }
            if let best, exits[best].probability >= exits[number].probability { continue }
            best = number
        }
        return best
    }

    /// The road of entry into a roundabout that begins or continues here.
    private func roundaboutApproach(
        after last: PathLink, from approach: Approach?, with turns: inout TurnModel
    ) throws(MapError) -> Approach? {
        if last.traits.isRoundabout { return approach }
        guard exits.contains(where: \.traits.isRoundabout) else { return nil }
        return try turns.approach(by: last.link, record: last.record, traits: last.traits)
    }
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
