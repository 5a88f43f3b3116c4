public import Quantities
public import RoadMap
public import Routing

/// The tree of paths that the vehicle may take, rooted where it is.
///
/// ```swift
/// var tree = PathTree(map: map)
/// let change = try tree.advance(to: place)
/// for path in tree.paths { … }
/// ```
/// Paths are fixed lines. As the vehicle moves, the main path grows ahead and is given up behind;
/// where the vehicle turns off, the side path becomes the main path and keeps its name and offsets;
/// where it leaves the tree, a new tree is begun. An update costs what changed.
public struct PathTree {
    /// How far it reaches.
    public let parameters: HorizonParameters
    /// Its paths, parents before their children. The first one is the main path; empty as long as
    /// the vehicle is on no road.
    public internal(set) var paths: [HorizonPath] = []
    /// Where the vehicle is on the main path, from the path's start.
    public internal(set) var vehicleOffset = Metres.zero
    /// How far the vehicle has driven along the trees since the first one; going back does not count.
    public internal(set) var odometer = Metres.zero

    /// Counted up whenever links that the tree has get other probabilities.
    var weighing = 0
    /// The way that the vehicle is expected to take; empty without one.
    var course = Course()
    /// The links of the calculated route; `nil` without one. A new value has a new ``routeNumber``.
    public internal(set) var route: LinkSet?
    /// Counted up whenever the route is another one.
    public internal(set) var routeNumber = 0
    /// What the vehicle has learned of turns, `nil` where it does not learn. Junctions that the tree has
    /// reached already keep the probabilities that they have.
    public var learned: LearnedTurns? {
        get { turns.learned }
        set { turns.learned = newValue }
    }
    var learning = LearningState()
    var intent = IntentState()
    /// `nil` where it is not asked for.
    var reach: DestinationReach?
    let map: RoadMap
    var turns: TurnModel
    var exits: [Exit] = []
    /// What the turns that the tree has were looked at by.
    var rulesSeen = RuleState(moment: nil, surface: .unknown)
    /// Memory for the exits of one junction.
    var legalExits: [DirectedLink] = []
    /// Whether the last update found no room for more paths: until the next one it stays so.
    var isFull = false
    private var nextNumber: UInt32 = 1
    /// Memory for the links of paths, of those that were given up.
    private var spareLinks: [[PathLink]] = []
    private var keptNames: [PathID] = []

    /// What an update did.
    @frozen
    public enum Change: Sendable, Hashable {
        /// The vehicle went on along the main path.
        case moved
        /// It turned off; the side path is now the main path.
        case turnedOff
        /// It was not in the tree; a new one was begun.
        case reset
    }

    /// An empty tree over a map.
    public init(map: RoadMap, parameters: HorizonParameters = HorizonParameters()) {
        self.map = map
        self.parameters = parameters
        turns = TurnModel(map: map)
        turns.learned = parameters.learnsTurns ? LearnedTurns() : nil
        turns.findExits(for: parameters)
        reach = parameters.expectsDestinations ? DestinationReach() : nil
        keptNames.reserveCapacity(parameters.maximumPaths)
        legalExits.reserveCapacity(TurnModel.mostUsualExits)
        exits.reserveCapacity(TurnModel.mostUsualExits)
    }

    /// The empty tree with which a vehicle goes on over another map. It knows what the vehicle has learned and
    /// what the surface is like; names of paths, the odometer and ``routeNumber`` go on, so that who has
    /// looked at the old one sees that this one is another.
    public init(map: RoadMap, after other: PathTree) {
        self.init(map: map, parameters: other.parameters)
        surface = other.surface
        learned = other.learned
        odometer = other.odometer
        nextNumber = other.nextNumber
        routeNumber = other.routeNumber + (other.route == nil ? 0 : 1)
    }

    /// The main path, `nil` off road.
    public var mainPath: HorizonPath? { paths.first }

    /// A path by its name. Logarithmic time.
    public func path(_ id: PathID) -> HorizonPath? { index(of: id).map { paths[$0] } }

    /// Gives the tree up: the vehicle is on no road at `moment`, in seconds since 1970.
    public mutating func clear(at moment: Int64? = nil) {
        turns.moment = moment
        removePaths { _ in true }
        vehicleOffset = .zero
    }

    /// Moves the vehicle and brings the tree to what is ahead of it now.
    ///
    /// A vehicle that would have moved along a path by more than `longestMove`, or back by more than
    /// ``HorizonParameters/longestMoveBack``, has not driven there: a new tree is begun. When the map
    /// cannot be read, the tree stays a right one that may reach less far.
    ///
    /// Turns that are forbidden at times or in rain or snow count as they are at `moment` (seconds since
    /// 1970) and on ``surface``; without one they are open. Where one ahead opens or closes later, a new
    /// main path is begun.
    @discardableResult
    public mutating func advance(
        to place: LinkPlace, longestMove: Metres = Metres(200), at moment: Int64? = nil
    ) throws(MapError) -> Change {
        turns.moment = moment
        let back = Metres.zero - parameters.longestMoveBack
        let change: Change
        if let offset = offsetOnMainPath(of: place), offset - vehicleOffset <= longestMove,
            offset - vehicleOffset >= back
        {
            odometer += max(offset - vehicleOffset, .zero)
            vehicleOffset = offset
            change = .moved
        } else if let (index, offset) = placeOnSidePath(of: place),
            paths[index].startDistance.metres + offset <= longestMove,
            paths[index].startDistance.metres + offset >= back
        {
            odometer += max(paths[index].startDistance.metres + offset, .zero)
            promote(index)
            vehicleOffset = offset
            change = .turnedOff
        } else {
            try begin(at: place)
            change = .reset
        }
        try follow()
        return change
    }

    /// Brings the tree to what is ahead of the vehicle.
    mutating func follow() throws(MapError) {
        updateDistances()
        moveAlongCourse()
        try noteWay()
        dropWhatIsBehind()
        try followRules()
        followCourse()
        try beginOnCourse()
        try extend()
    }

    mutating func makeID() -> PathID {
        defer { nextNumber += 1 }
        return PathID(number: nextNumber)
    }

    func index(of id: PathID) -> Int? {
        var low = 0
        var high = paths.count
        while low < high {
            let middle = (low + high) / 2
            if paths[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < paths.count && paths[low].id == id ? low : nil
    }

    /// Makes a side path the main path: what does not leave it is given up.
    mutating func promote(_ index: Int) {
        noteTurns(onto: index)
        let levels = paths[index].level
        keptNames.removeAll(keepingCapacity: true)
        keptNames.append(paths[index].id)
        paths[index].branch = nil
        // It will have as many links as the main path until now: the larger memory of the two is its.
        if paths[0].links.capacity > paths[index].links.capacity {
            paths[0].links.removeAll(keepingCapacity: true)
            paths[0].links.append(contentsOf: paths[index].links)
            swapLinks(0, index)
        }
        // Parents stand before their children, so one pass finds all that leave the path.
        for other in paths[index...].dropFirst() {
            guard let parent = other.branch?.parent, keptNames.contains(parent) else { continue }
            keptNames.append(other.id)
        }
        let kept = keptNames
        removePaths { !kept.contains($0.id) }
        for index in paths.indices { paths[index].level -= levels }
    }

    private mutating func swapLinks(_ left: Int, _ right: Int) {
        var links: [PathLink] = []
        swap(&links, &paths[left].links)
        swap(&links, &paths[right].links)
        swap(&links, &paths[left].links)
    }

    /// Gives paths up and keeps the memory of their links.
    private mutating func removePaths(where isGivenUp: (HorizonPath) -> Bool) {
        var kept = 0
        for index in paths.indices {
            if isGivenUp(paths[index]) {
                var links: [PathLink] = []
                swap(&links, &paths[index].links)
                links.removeAll(keepingCapacity: true)
                spareLinks.append(links)
            } else {
                if kept < index { paths.swapAt(kept, index) }
                kept += 1
            }
        }
        paths.removeLast(paths.count - kept)
    }

    /// The links of a path that begins with one.
    mutating func links(beginningWith link: PathLink) -> [PathLink] {
        var links = spareLinks.popLast() ?? []
        // As many as a side path of a town has, so that memory seldom has to grow.
        links.reserveCapacity(16)
        links.append(link)
        return links
    }

    /// Begins a new tree at a place; turns count as in ``advance(to:longestMove:at:)``.
    public mutating func begin(at place: LinkPlace, moment: Int64?) throws(MapError) {
        turns.moment = moment
        try begin(at: place)
        try follow()
    }

    mutating func begin(
        at place: LinkPlace, trail: WayTrail = WayTrail()
    ) throws(MapError) {
        let record = try map.link(place.link.link)
        let traits = try LinkTraits(of: record, place.link.direction, on: map)
        removePaths { _ in true }
        let link = PathLink(
            link: place.link,
            record: record,
            start: .zero,
            traits: traits,
            turnAngle: .zero,
            probability: 1,
            prior: 1,
            startSeconds: 0
        )
        paths.append(
            HorizonPath(
                id: makeID(), branch: nil, level: 0, links: links(beginningWith: link),
                droppedLinks: 0, startDistance: .zero, end: .open, approach: nil, trail: trail))
        vehicleOffset = place.offset
    }

    mutating func updateDistances() {
        var parent = 0
        for index in paths.indices {
            if let branch = paths[index].branch, findParent(branch.parent, from: &parent) {
                paths[index].startDistance = paths[parent].startDistance + branch.offset
            } else {
                paths[index].startDistance =
                    Centimetres(rounding: Metres.zero - vehicleOffset) ?? .zero
            }
        }
        if !parameters.lookAheadTime.isEmpty { updateTimes() }
    }

    /// Sets the place of a parent, which for most paths is that of the path before; `false` where it is not
    /// there. `mutating`, since otherwise a copy of the tree would be made for it.
    mutating func findParent(_ id: PathID, from place: inout Int) -> Bool {
        if paths[place].id == id { return true }
        guard let found = index(of: id) else { return false }
        place = found
        return true
    }

    private mutating func updateTimes() {
        var parent = 0
        for index in paths.indices {
            if let branch = paths[index].branch, findParent(branch.parent, from: &parent) {
                paths[index].startSeconds =
                    paths[parent].startSeconds + paths[index].branchSeconds
            } else if let link = paths[index].links.last(where: {
                $0.start.metres <= vehicleOffset
            }) {
                let along = vehicleOffset - link.start.metres
                paths[index].startSeconds =
                    -link.startSeconds - along.value / link.traits.expectedSpeed.value
            }
        }
    }

    /// Gives up the links and the side paths that lie wholly behind the trailing length.
    private mutating func dropWhatIsBehind() {
        guard let main = paths.first else { return }
        let behind = Centimetres.zero - parameters.trailing
        var count = 0
        while count < main.links.count - 1,
            main.startDistance + main.links[count].end < behind
        {
            count += 1
        }
        if count > 0 {
            for link in main.links[..<count] { paths[0].trail.enter(link.record.way) }
            paths[0].links.removeFirst(count)
            paths[0].droppedLinks += count
        }
        guard paths.contains(where: { $0.branch != nil && $0.startDistance < behind }) else {
            return
        }
        keptNames.removeAll(keepingCapacity: true)
        for path in paths {
            if let branch = path.branch,
                path.startDistance < behind || !keptNames.contains(branch.parent)
            {
                continue
            }
            keptNames.append(path.id)
        }
        let kept = keptNames
        removePaths { !kept.contains($0.id) }
    }
}
