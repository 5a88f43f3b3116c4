import Quantities
public import RoadMap

extension RouteSearch {
    /// How far a place is from the sources of the last search, `nil` where it was not reached. A place
    /// ahead on a source's own link is reached along that link.
    public func reach(of place: LinkPlace) -> Reach? {
        switch best(to: place) {
        case .source(let number):
            let source = sources[number]
            return Reach(
                length: place.offset - source.place.offset,
                turnsBack: Int(source.turnsBack),
                deadEnds: 0,
                forbiddenTurns: 0
            )
        case .record(let record):
            let found = table.records[record]
            return Reach(
                length: Metres(found.distance) + place.offset,
                turnsBack: Int(found.turnsBack),
                deadEnds: Int(found.deadEnds),
                forbiddenTurns: Int(found.forbiddenTurns)
            )
        case nil: return nil
        }
    }

    /// Appends the links of the best way to a place, the source's own link first and the place's last,
    /// and returns the place where it starts: the source, or where it turned back there the same place
    /// on the other side of the road. `nil` where the place was not reached.
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
            // Filled from the end, since the records lead backwards.
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

    /// The best way to a place as a route of its own; `nil` where it was not reached.
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

    /// The total cost of the best way to a place; `nil` where it was not reached.
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

    private enum Way {
        case source(Int)
        case record(Int)
    }

    private func best(to place: LinkPlace) -> Way? {
        var best: Way?
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
            guard table.records[record].heapIndex == LinkRecord.settled else { continue }
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

extension SearchSource {
    /// The cost of driving on to a place ahead on its link.
    func cost(to place: LinkPlace) -> Double {
        cost + (place.offset - self.place.offset).value * costPerMetre
    }
}
