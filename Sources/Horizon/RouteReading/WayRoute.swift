import Quantities
import RoadMap

/// The route along OpenStreetMap ways in driving order. Between the first and the last way it is the shortest
/// one; of these two ways it has all links that the vehicle can reach.
struct WayRoute {
    private let entries: [WayEntry]
    private let map: RoadMap
    /// The links of all ways of the list.
    private let linksOfWays: [Int64: [Link]]

    init(_ entries: [WayEntry], on map: RoadMap) throws(RouteError) {
        // Two consecutive entries of one way are one entry.
        var kept: [WayEntry] = []
        for entry in entries {
            guard let last = kept.last, last.way == entry.way else {
                kept.append(entry)
                continue
            }
            if let one = last.isBackward, let other = entry.isBackward, one != other {
                throw .input(
                    line: entry.line, "way \(entry.way) follows itself in the other direction")
            }
            kept[kept.count - 1].isBackward = last.isBackward ?? entry.isBackward
        }
        self.entries = kept
        self.map = map
        var wanted: [Int64: [Link]] = [:]
        for entry in kept { wanted[entry.way] = [] }
        try reading { () throws(MapError) in
            try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
                wanted[link.way]?.append(link)
            }
        }
        linksOfWays = wanted
        for entry in kept where linksOfWays[entry.way]?.isEmpty ?? true {
            throw .input(line: entry.line, "way \(entry.way) is not in the map")
        }
    }

    /// A link of one of the ways, as the end of a possible route.
    private struct Step {
        let link: DirectedLink
        let entry: Int
        let length: Int
        let previous: Int?
    }

    func links() throws(RouteError) -> [DirectedLink] {
        let found = try reading { () throws(MapError) in try find() }
        return try found.get()
    }

    private func find() throws(MapError) -> Result<[DirectedLink], RouteError> {
        if entries.count == 1 { return try alone() }
        var farthest = 0
        var steps: [Step] = []
        var lengths: [DirectedLink: [Int: Int]] = [:]
        // Lists are short: a linear search finds the nearest open step.
        var open: [Int] = []
        func offer(_ step: Step) {
            guard step.length < lengths[step.link]?[step.entry] ?? .max else { return }
            lengths[step.link, default: [:]][step.entry] = step.length
            steps.append(step)
            open.append(steps.count - 1)
        }
        for link in linksOfWays[entries[0].way] ?? [] {
            for direction in directions(of: link, in: 0) {
                offer(
                    Step(
                        link: DirectedLink(link.reference, direction), entry: 0, length: 0,
                        previous: nil))
            }
        }
        while let nearest = open.indices.min(by: { steps[open[$0]].length < steps[open[$1]].length }
        ) {
            let number = open.remove(at: nearest)
            let step = steps[number]
            guard step.length == lengths[step.link]?[step.entry] else { continue }
            farthest = max(farthest, step.entry)
            if step.entry == entries.count - 1 {
                return .success(try whole(step, steps))
            }
            let link = try map.link(step.link.link)
            let length = step.length + link.length.value
            for (exit, entry) in try exits(of: link, step.link.direction, in: step.entry) {
                offer(Step(link: exit, entry: entry, length: length, previous: number))
            }
        }
        let next = entries[farthest + 1]
        return .failure(
            .input(
                line: next.line,
                "no route leads from way \(entries[farthest].way) to way \(next.way) in a permitted"
                    + " direction"))
    }

    /// The route along the only way, from end to end: in its own direction, unless the list or an access
    /// restriction requires the other.
    private func alone() throws(MapError) -> Result<[DirectedLink], RouteError> {
        let entry = entries[0]
        let all = linksOfWays[entry.way] ?? []
        let isBackward =
            entry.isBackward ?? all.contains { !$0.directions.contains(.forward) }
        let wanted: Direction = isBackward ? .backward : .forward
        guard all.allSatisfy({ $0.directions.contains(wanted) }) else {
            return .failure(
                .input(line: entry.line, "way \(entry.way) is closed in this direction"))
        }
        let exits = Set(all.map { $0.exit(wanted) })
        // A ring can start anywhere.
        guard let first = all.first(where: { !exits.contains($0.entry(wanted)) }) ?? all.first
        else { return .success([]) }
        var route = [DirectedLink(first.reference, wanted)]
        try extend(&route, in: 0)
        return .success(route)
    }

    /// The route to its last step, with the remaining links of the first and the last way.
    private func whole(_ last: Step, _ steps: [Step]) throws(MapError) -> [DirectedLink] {
        var route = [last.link]
        var number = last.previous
        while let place = number {
            route.append(steps[place].link)
            number = steps[place].previous
        }
        // Backwards along the first way, as far as it is unique.
        while let first = route.last, let before = try approach(to: first), !route.contains(before)
        {
            route.append(before)
        }
        route.reverse()
        try extend(&route, in: entries.count - 1)
        return route
    }

    /// Extends a route along a way to its end.
    private func extend(_ route: inout [DirectedLink], in entry: Int) throws(MapError) {
        while let last = route.last {
            let link = try map.link(last.link)
            let next = try exits(of: link, last.direction, in: entry).filter { $0.entry == entry }
            guard next.count == 1, !route.contains(next[0].link) else { return }
            route.append(next[0].link)
        }
    }

    /// The only link of the first way that leads to another of its links; `nil` for none or several.
    private func approach(to next: DirectedLink) throws(MapError) -> DirectedLink? {
        let node = try map.link(next.link).entry(next.direction)
        var found: [DirectedLink] = []
        for link in linksOfWays[entries[0].way] ?? [] where link.reference != next.link {
            for direction in directions(of: link, in: 0) where link.exit(direction) == node {
                found.append(DirectedLink(link.reference, direction))
            }
        }
        return found.count == 1 ? found[0] : nil
    }

    /// The exits of a link along the same way or into the next one.
    private func exits(
        of link: Link, _ direction: Direction, in entry: Int
    ) throws(MapError) -> [(link: DirectedLink, entry: Int)] {
        var found: [(link: DirectedLink, entry: Int)] = []
        let node = try map.node(link.exit(direction))
        try map.forEachLink(leaving: node) { (exit) throws(MapError) in
            guard exit.link != link.reference else { return }
            let onward = try map.link(exit.link)
            for next in entry...min(entry + 1, entries.count - 1)
            where entries[next].way == onward.way
                && directions(of: onward, in: next).contains(exit.direction)
            {
                found.append((exit, next))
            }
        }
        return found
    }

    /// The permitted directions of a link as part of an entry.
    private func directions(of link: Link, in entry: Int) -> [Direction] {
        Direction.allCases.filter { direction in
            link.directions.contains(direction)
                && entries[entry].isBackward.map { $0 == (direction == .backward) } ?? true
        }
    }
}
