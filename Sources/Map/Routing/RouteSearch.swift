import Quantities
public import RoadMap

/// Finds the cheapest routes from one or more places to all places within limits.
///
/// ```swift
/// var search = RouteSearch(reserved: 512)
/// try search.run(on: map, from: [place], targets: [next], limits: limits)
/// let reach = search.reach(of: next)
/// ```
/// Dijkstra's algorithm (doi:10.1007/BF01386390) over directed links, not over nodes, since U-turns and turn
/// restrictions depend on two consecutive links. For a restriction over several ways, a link counts as a
/// separate link for each trail of ways that leads to it. The memory stays from one search to the next: up to
/// `reserved` links nothing is allocated. A search of n links takes O(n log n).
public struct RouteSearch {
    private(set) var table: LinkTable
    private var heap: LinkHeap
    private var rules = TurnRules()
    private var exits = ExitCache()
    /// The ways before a link, where a restriction depends on them.
    private var trails: [WayTrail] = []
    /// The places where the last search started, with and without a U-turn there.
    private(set) var sources: [SearchSource] = []
    private var limits = SearchLimits(cost: 0, settledLinks: 0)
    private var goal: SearchGoal?
    private var cost = TravelCost.distance
    /// The number of links that the last search settled.
    public private(set) var settledLinks = 0
    /// Whether the last search ended at ``SearchLimits/settledLinks``, before all targets or all places within
    /// the limit of cost were reached.
    public private(set) var wasCutShort = false

    /// A search that holds `reserved` links without allocation and `capacity` links at most.
    public init(reserved: Int, capacity: Int? = nil) {
        table = LinkTable(reserved: reserved, capacity: capacity ?? reserved)
        heap = LinkHeap(reserved: reserved)
        sources.reserveCapacity(16)
    }

    /// Searches from places until all targets are settled or a limit is reached. Without targets only the
    /// limits end the search. With a goal, routes that cannot reach it are dropped. It throws where the map
    /// cannot be read.
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
            table.setTarget(record, true)
        }
        let stopsAtTargets = open > 0
        for place in places { try start(at: place, uTurn: false, on: map) }
        if open == 0 && !targets.isEmpty { return }
        if case .penalised = limits.uTurns {
            for place in places { try start(at: place, uTurn: true, on: map) }
        }
        while let record = heap.removeFirst(in: &table) {
            table.settle(record)
            settledLinks += 1
            let from = table.records[record]
            if let target = from.trail == 0 ? record : table.find(from.link.packed),
                table.records[target].isTarget
            {
                table.setTarget(target, false)
                open -= 1
                if stopsAtTargets && open == 0 { return }
            }
            guard settledLinks < limits.settledLinks else {
                wasCutShort = true
                return
            }
            try expand(
                LinkArrival(
                    over: from.entered,
                    cost: from.cost + from.entered.length * from.costPerMetre,
                    distance: from.distance + from.entered.length,
                    uTurns: from.uTurns,
                    deadEnds: from.deadEnds,
                    forbiddenTurns: from.forbiddenTurns,
                    parent: Int32(record),
                    trail: from.trail
                ),
                on: map
            )
        }
    }

    /// Starts at a place, or with a U-turn there.
    private mutating func start(
        at place: LinkPlace,
        uTurn: Bool,
        on map: RoadMap
    ) throws(MapError) {
        let link = try map.link(place.link.link)
        let length = link.length.metres
        var source = SearchSource(place: place)
        if uTurn, case .penalised(let penalty) = limits.uTurns {
            let back = place.link.reversed
            let exit = NodeExit(link, back.direction)
            guard penalty <= limits.cost, link.directions.contains(back.direction),
                try isOpen(exit, on: map)
            else { return }
            source.place = LinkPlace(back, offset: max(length - place.offset, .zero))
            source.cost = penalty
            source.uTurns = 1
        }
        source.costPerMetre = try cost.perMetre(of: link, source.place.link.direction, on: map)
        sources.append(source)
        let rest = max((length - source.place.offset).value, 0)
        try expand(
            LinkArrival(
                over: NodeExit(link, source.place.link.direction),
                cost: source.cost + rest * source.costPerMetre,
                distance: rest,
                uTurns: source.uTurns,
                parent: Int32(-sources.count)
            ),
            on: map
        )
    }

    /// Offers all exits of the node that a route has reached.
    private mutating func expand(_ arrival: LinkArrival, on map: RoadMap) throws(MapError) {
        guard arrival.cost <= limits.cost else { return }
        var isDeadEnd = true
        let over = arrival.over
        let back = over.reversed
        let (place, numbers) = try exits.exits(of: over.end, on: map)
        if let goal, !goal.isInReach(from: place, driven: arrival.distance) { return }
        let rules = try rules(after: arrival, on: map)
        try map.charge(numbers.count * (4 + rules.count / 4))
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
            guard case .penalised(let penalty) = limits.uTurns else { return }
            turned.uTurns &+= 1
            turned.cost += penalty
        }
        guard over.directions.contains(back.link.direction), try isOpen(back, on: map) else {
            return
        }
        if !rules.allows(over.way, uTurn: true) {
            guard case .penalised(let penalty) = limits.forbiddenTurns else { return }
            turned.forbiddenTurns &+= 1
            turned.cost += penalty
        }
        try offer(back, turned, on: map)
    }

    /// Whether the vehicle may drive a link that is open to cars.
    private func isOpen(_ exit: NodeExit, on map: RoadMap) throws(MapError) -> Bool {
        guard limits.vehicle == .trucks else { return true }
        return try !map.isClosedToTrucks(map.link(exit.link.link), exit.link.direction)
    }

    /// The turn rules at the end of a route.
    private mutating func rules(
        after arrival: LinkArrival,
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

    /// The number of the trail onto a way after another one; 0 where no restriction depends on it.
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

    /// Notes a route to a link, where it is the best so far.
    private mutating func offer(
        _ exit: NodeExit, _ arrival: LinkArrival, on map: RoadMap
    ) throws(MapError) {
        guard arrival.cost <= limits.cost,
            let record = table.findOrAdd(exit.link, trail: arrival.trail),
            !table.records[record].isSettled,
            arrival.cost < table.records[record].cost
        else { return }
        if table.records[record].cost == .infinity {
            var costPerMetre = 1.0
            if case .time = cost {
                costPerMetre = try cost.perMetre(
                    of: try map.link(exit.link.link), exit.link.direction, on: map)
            }
            table.meet(record, exit, costPerMetre: costPerMetre)
        }
        table.reach(record, by: arrival)
        heap.update(record, in: &table)
    }
}
