import Quantities
public import RoadMap

/// Cheapest ways from one or more places to all places within limits.
///
/// ```swift
/// var search = RouteSearch(reserved: 512)
/// try search.run(on: map, from: [place], targets: [next], limits: limits)
/// let reach = search.reach(of: next)
/// ```
/// Dijkstra's algorithm (doi:10.1007/BF01386390) over directed links rather than nodes, so that what
/// depends on two links in a row, such as turning back, has its place. A link reached by ways that a
/// restriction over several ways asks for counts as a link of its own. The memory is kept from one
/// search to the next: within `reserved` links nothing is allocated. A search of n links takes
/// O(n log n).
public struct RouteSearch {
    var table: LinkTable
    private var heap: LinkHeap
    private var rules = TurnRules()
    private var exits = ExitCache()
    /// Ways by which links were reached, before the link's own, where restrictions ask for them.
    private var trails: [WayTrail] = []
    /// Where the last search started: its places, and where it turned back there, those too.
    var sources: [SearchSource] = []
    private var limits = SearchLimits(cost: 0, settledLinks: 0)
    private var goal: SearchGoal?
    private var cost = TravelCost.distance
    /// How many links the last search passed.
    public private(set) var settledLinks = 0
    /// Whether the last search ended because it may pass no more links, not because all within the
    /// limit of cost or all targets were reached.
    public private(set) var wasCutShort = false

    /// A search that holds `reserved` links without allocation and grows to `capacity` where a search
    /// is allowed that many.
    public init(reserved: Int, capacity: Int? = nil) {
        table = LinkTable(reserved: reserved, capacity: capacity ?? reserved)
        heap = LinkHeap(reserved: reserved)
        sources.reserveCapacity(16)
    }

    /// Searches from places until all targets are settled or a limit is met. Without targets it goes
    /// to the limits. With a goal, ways that cannot get there are left. Sources on the links of a map that cannot be read throw.
    public mutating func run(
        on map: RoadMap,
        from places: [LinkPlace],
        targets: [LinkPlace] = [],
        cost: TravelCost = .distance,
        limits: SearchLimits,
        goal: SearchGoal? = nil
    ) throws(MapError) {
        table.removeAll()
        heap.removeAll()
        sources.removeAll(keepingCapacity: true)
        trails.removeAll(keepingCapacity: true)
        self.limits = limits
        self.goal = goal
        self.cost = cost
        settledLinks = 0
        wasCutShort = false
        var open = 0
        for target in targets where !places.contains(where: { target.isAhead(of: $0) }) {
            guard let record = table.findOrAdd(target.link.packed) else { break }
            if !table.records[record].isTarget { open += 1 }
            table.records[record].isTarget = true
        }
        let stopsAtTargets = open > 0
        for place in places { try start(at: place, turned: false, on: map) }
        if open == 0 && !targets.isEmpty { return }
        if case .penalised = limits.turningBack {
            for place in places { try start(at: place, turned: true, on: map) }
        }
        while let record = heap.removeFirst(in: &table) {
            table.records[record].heapIndex = LinkRecord.settled
            settledLinks += 1
            let from = table.records[record]
            if let target = from.trail == 0 ? record : table.find(from.link.packed),
                table.records[target].isTarget
            {
                table.records[target].isTarget = false
                open -= 1
                if stopsAtTargets && open == 0 { return }
            }
            guard settledLinks < limits.settledLinks else {
                wasCutShort = true
                return
            }
            try expand(
                Arrival(
                    over: from.entered,
                    cost: from.cost + from.entered.length * from.costPerMetre,
                    distance: from.distance + from.entered.length,
                    turnsBack: from.turnsBack,
                    deadEnds: from.deadEnds,
                    forbiddenTurns: from.forbiddenTurns,
                    parent: Int32(record),
                    trail: from.trail
                ),
                on: map
            )
        }
    }

    /// Starts at a place, or by turning back there.
    private mutating func start(
        at place: LinkPlace,
        turned: Bool,
        on map: RoadMap
    ) throws(MapError) {
        let link = try map.link(place.link.link)
        let length = link.length.metres
        var source = SearchSource(place: place)
        if turned, case .penalised(let penalty) = limits.turningBack {
            let back = place.link.reversed
            let exit = NodeExit(link, back.direction)
            guard penalty <= limits.cost, link.directions.contains(back.direction),
                try isOpen(exit, on: map)
            else { return }
            source.place = LinkPlace(back, offset: max(length - place.offset, .zero))
            source.cost = penalty
            source.turnsBack = 1
        }
        source.costPerMetre = try cost.perMetre(of: link, source.place.link.direction, on: map)
        sources.append(source)
        let rest = max((length - source.place.offset).value, 0)
        try expand(
            Arrival(
                over: NodeExit(link, source.place.link.direction),
                cost: source.cost + rest * source.costPerMetre,
                distance: rest,
                turnsBack: source.turnsBack,
                parent: Int32(-sources.count)
            ),
            on: map
        )
    }

    /// Offers every link that may be driven on from the node that a way has come to.
    private mutating func expand(_ arrival: Arrival, on map: RoadMap) throws(MapError) {
        guard arrival.cost <= limits.cost else { return }
        var isDeadEnd = true
        let over = arrival.over
        let back = over.reversed
        let (place, numbers) = try exits.exits(of: over.end, on: map)
        if let goal, !goal.isInReach(from: place, driven: arrival.distance) { return }
        let rules = try rules(after: arrival, on: map)
        for index in numbers {
            let exit = exits[index]
            guard exit.link != back.link, try isOpen(exit, on: map) else { continue }
            var onward = arrival
            if !rules.allows(exit.way) {
                guard case .penalised(let penalty) = limits.forbiddenTurns else { continue }
                onward.forbiddenTurns &+= 1
                onward.cost += penalty
            }
            isDeadEnd = false
            if exit.way != over.way {
                onward.trail = trail(onwardTo: exit.way, after: over.way, rules)
            }
            try offer(exit, onward, on: map)
        }
        var turned = arrival
        turned.trail = 0
        if isDeadEnd {
            turned.deadEnds &+= 1
        } else {
            guard case .penalised(let penalty) = limits.turningBack else { return }
            turned.turnsBack &+= 1
            turned.cost += penalty
        }
        guard over.directions.contains(back.link.direction), try isOpen(back, on: map) else {
            return
        }
        if !rules.allows(over.way, turningBack: true) {
            guard case .penalised(let penalty) = limits.forbiddenTurns else { return }
            turned.forbiddenTurns &+= 1
            turned.cost += penalty
        }
        try offer(back, turned, on: map)
    }

    /// Whether the vehicle may drive a link that cars may.
    private func isOpen(_ exit: NodeExit, on map: RoadMap) throws(MapError) -> Bool {
        guard limits.vehicle == .trucks else { return true }
        return try !map.isClosedToTrucks(map.link(exit.link.link), exit.link.direction)
    }

    /// What may be driven where a way has come to.
    private mutating func rules(
        after arrival: Arrival,
        on map: RoadMap
    ) throws(MapError) -> TurnRules {
        let over = arrival.over.link
        guard arrival.over.restrictedExits.contains(over.direction) else { return .none }
        if case .free = limits.forbiddenTurns { return .none }
        let link = try map.link(over.link)
        var found = TurnRules.none
        swap(&found, &rules)
        defer { swap(&found, &rules) }
        try found.read(
            leaving: link, over.direction, on: map, vehicle: limits.vehicle, at: limits.moment,
            cameBy: arrival.trail > 0 ? trails[arrival.trail - 1] : WayTrail())
        return found
    }

    /// The number of the trail by which one reaches a way after another one, 0 where no restriction
    /// asks for it.
    private mutating func trail(
        onwardTo next: Int64, after way: Int64, _ rules: TurnRules
    ) -> Int {
        guard var trail = rules.trail(onwardTo: next) else { return 0 }
        trail.enter(way)
        if let number = trails.firstIndex(of: trail) { return number + 1 }
        guard trails.count < LinkRecord.maximumTrails else { return 0 }
        trails.append(trail)
        return trails.count
    }

    /// Keeps a way to a link where it is the best so far.
    private mutating func offer(
        _ exit: NodeExit, _ arrival: Arrival, on map: RoadMap
    ) throws(MapError) {
        guard arrival.cost <= limits.cost,
            let record = table.findOrAdd(exit.link, trail: arrival.trail),
            table.records[record].heapIndex != LinkRecord.settled,
            arrival.cost < table.records[record].cost
        else { return }
        if table.records[record].cost == .infinity {
            var costPerMetre = 1.0
            if case .time = cost {
                costPerMetre = try cost.perMetre(
                    of: try map.link(exit.link.link), exit.link.direction, on: map)
            }
            table.records[record].meet(exit, costPerMetre)
        }
        table.records[record].reach(by: arrival)
        heap.update(record, in: &table)
    }
}

/// Where a search starts.
struct SearchSource {
    /// The place, already turned back where it did.
    var place: LinkPlace
    /// What it costs to start here.
    var cost = 0.0
    /// The cost of one metre of the place's link.
    var costPerMetre = 1.0
    /// 1 where it turned back.
    var turnsBack: UInt8 = 0
}

/// How a way comes to a node.
private struct Arrival {
    /// The link that it comes by.
    var over: NodeExit
    var cost: Double
    var distance: Double
    var turnsBack: UInt8 = 0
    var deadEnds: UInt8 = 0
    var forbiddenTurns: UInt8 = 0
    var parent: Int32
    /// The number of the trail.
    var trail = 0
}

extension LinkRecord {
    /// Notes what is known of the link when it is reached first.
    fileprivate mutating func meet(_ exit: NodeExit, _ costPerMetre: Double) {
        entered = exit
        self.costPerMetre = costPerMetre
    }

    /// Notes a way to the link that is better than those before.
    fileprivate mutating func reach(by arrival: Arrival) {
        cost = arrival.cost
        distance = arrival.distance
        turnsBack = arrival.turnsBack
        deadEnds = arrival.deadEnds
        forbiddenTurns = arrival.forbiddenTurns
        parent = arrival.parent
    }
}
