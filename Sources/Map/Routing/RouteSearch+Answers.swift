import Quantities
public import RoadMap

extension RouteSearch {
    /// The reach of a place from the sources of the last search; `nil` where it was not reached. A place ahead
    /// on the link of a source is reached along that link.
    public func reach(of place: LinkPlace) -> Reach? {
        switch best(to: place) {
        case .source(let number):
            let source = sources[number]
            return Reach(
                length: place.offset - source.place.offset,
                uTurns: Int(source.uTurns),
                deadEnds: 0,
                forbiddenTurns: 0
            )
        case .record(let record):
            let found = table.records[record]
            return Reach(
                length: Metres(found.distance) + place.offset,
                uTurns: Int(found.uTurns),
                deadEnds: Int(found.deadEnds),
                forbiddenTurns: Int(found.forbiddenTurns)
            )
        case nil: return nil
        }
    }

    /// Appends the links of the best route to a place: the source's link first, the place's link last. It
    /// returns the start of the route: the source, or after a U-turn there the same place in the other
    /// direction. `nil` where the place was not reached.
    public func appendLinks(to place: LinkPlace, _ links: inout [DirectedLink]) -> LinkPlace? {
        switch best(to: place) {
        case .source(let number):
            links.append(place.link)
            return sources[number].place
        case .record(let last):
            var count = 1
            var record = Int32(last)
            while table.records[Int(record)].parent >= 0 {
                record = table.records[Int(record)].parent
                count += 1
            }
            let source = Int(-1 - table.records[Int(record)].parent)
            links.append(sources[source].place.link)
            // From the end, since the records lead backwards.
            let first = links.count
            for _ in 0..<count { links.append(place.link) }
            record = Int32(last)
            for index in stride(from: first + count - 1, through: first, by: -1) {
                links[index] = table.records[Int(record)].link
                record = table.records[Int(record)].parent
            }
            return sources[source].place
        case nil: return nil
        }
    }

    /// The best route to a place; `nil` where the place was not reached.
    public func route(to place: LinkPlace) -> Route? {
        var links: [DirectedLink] = []
        guard let reach = reach(of: place), let source = appendLinks(to: place, &links) else {
            return nil
        }
        return Route(
            links: links,
            startOffset: source.offset,
            endOffset: place.offset,
            length: reach.length
        )
    }

    /// The cost of the best route to a place; `nil` where the place was not reached.
    public func cost(of place: LinkPlace) -> Double? {
        switch best(to: place) {
        case .source(let number):
            return sources[number].cost(to: place)
        case .record(let record):
            let found = table.records[record]
            return found.cost + place.offset.value * found.costPerMetre
        case nil: return nil
        }
    }

    /// The end of a route.
    private enum Ending {
        case source(Int)
        case record(Int)
    }

    private func best(to place: LinkPlace) -> Ending? {
        var best: Ending?
        var least = Double.infinity
        for number in sources.indices where place.isAhead(of: sources[number].place) {
            let cost = sources[number].cost(to: place)
            if cost < least {
                least = cost
                best = .source(number)
            }
        }
        var next = table.find(place.link.packed)
        while let record = next {
            let other = table.records[record].next
            next = other < 0 ? nil : Int(other)
            guard table.records[record].isSettled else { continue }
            let cost =
                table.records[record].cost
                + place.offset.value * table.records[record].costPerMetre
            if cost < least {
                least = cost
                best = .record(record)
            }
        }
        return best
    }
}
