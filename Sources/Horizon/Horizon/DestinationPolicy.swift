import Quantities
import RoadMap
import Routing

/// Weighs exits by the destinations that they lead to. It follows the vehicle's route so far and
/// searches ahead for possible destinations.
struct DestinationPolicy {
    private let map: RoadMap
    private var reach = DestinationReach()
    /// A link counts as driven when the vehicle is so far beyond its start, m. Just behind a junction the vehicle may be
    /// on another exit than the estimate, and with a link that it has not driven the route would begin anew.
    private let drivenBeyond: Metres
    /// The links from the end of the route so far to the vehicle: they do not count as driven yet. The path of a turn that
    /// was not foreseen begins with the new link, and no longer has them.
    private var pending: [PathLink] = []

    /// The farthest that an estimate steps back behind the start of a driven link, m: some errors of a receiver.
    private static let longestStepBack = Metres(50)
    /// The number of links of a search step: some 0.1 ms.
    private static var links: Int { 64 }

    /// `nil` unless the parameters ask for destinations.
    init?(map: RoadMap, _ parameters: HorizonParameters) {
        guard parameters.expectsDestinations else { return nil }
        self.map = map
        // What is kept behind the vehicle may be shorter.
        drivenBeyond = min(Metres(15), parameters.trailing.metres)
        pending.reserveCapacity(16)
    }

    /// Continues the search by a small step, unless the update has work enough.
    mutating func look() throws(MapError) {
        guard !map.isShareUsed else { return }
        try reach.advance(links: Self.links, on: map)
    }

    /// Adds the driven links of the main path. A route begins with the link of the vehicle.
    mutating func follow(_ store: PathStore, vehicle: Metres) throws(MapError) {
        guard let path = store.paths.first else {
            pending.removeAll(keepingCapacity: true)
            return reach.clear()
        }
        try enterPending(before: path, vehicle)
        let driven = reach.isEmpty ? vehicle : vehicle - drivenBeyond
        let last = path.number(at: driven)
        if path.links[last].start.metres <= driven {
            // If no known link leads to a new one, the route begins anew.
            for number in min(firstAhead(in: path, vehicle) ?? last, last + 1)..<(last + 1) {
                try enter(path.links[number])
            }
        }
        pending.removeAll(keepingCapacity: true)
        let number = path.number(at: vehicle)
        if let first = firstAhead(in: path, vehicle), first <= number {
            pending.append(contentsOf: path.links[first...number])
        }
    }

    /// Adds the pending links that lead to a path, if the route so far itself does not lead there.
    private mutating func enterPending(
        before path: HorizonPath, _ vehicle: Metres
    ) throws(MapError) {
        guard !pending.isEmpty, firstAhead(in: path, vehicle) == nil else { return }
        for link in path.links[...path.number(at: vehicle)] {
            let before = pending.lastIndex {
                $0.record.exit($0.link.direction) == link.record.entry(link.link.direction)
            }
            guard let before else { continue }
            for number in 0...before { try enter(pending[number]) }
            return
        }
    }

    private mutating func enter(_ link: PathLink) throws(MapError) {
        try reach.enter(link.record, link.link.direction, among: link.prior < 1, on: map)
    }

    /// The first link of a path behind the route so far; `nil` if the route does not lead to the path.
    private func firstAhead(in path: HorizonPath, _ vehicle: Metres) -> Int? {
        let number = path.number(at: vehicle)
        if let last = path.links[...number].lastIndex(where: { reach.isLast($0.link) }) {
            return last + 1
        }
        let next = path.links[...number].firstIndex {
            reach.continues(by: $0.record, $0.link.direction)
        }
        if let next { return next }
        // An estimate may step back. A path that leads to the last link again from farther away is a new route.
        let near = path.number(at: vehicle + Self.longestStepBack)
        return path.links[number...near].firstIndex { reach.isLast($0.link) }.map { $0 + 1 }
    }

    /// Sets the expected probabilities of a junction's exits ahead by their destinations. The past turns there of other
    /// cars and of the vehicle itself count against this, as against the turn model.
    func expect(
        _ junction: inout JunctionExits, in store: PathStore, vehicle: Metres,
        with turns: TurnModel
    ) throws(MapError) {
        guard let exponents = turns.coefficients.destinations, junction.exits.count > 1,
            let last = store.paths[0].links.last(where: { $0.start < junction.offset })
        else { return }
        let before = last.link
        guard let seconds = try seconds(to: junction.offset, in: store, vehicle: vehicle),
            reach.reaches(beyond: seconds)
        else { return }
        var road = 0.0
        var modelled = 0.0
        var taken = 0.0
        for index in junction.exits.indices {
            let exit = junction.exits[index].link
            let reached = IntendedExit.Destinations(
                taken: try turns.timesTaken(exit, after: before),
                road: try reach.road(
                    by: junction.exits[index].record, exit.direction, beyond: seconds, on: map))
            junction.note(reached, ofExit: index)
            road += reached.road
            modelled += junction.exits[index].expected
            taken += reached.taken
        }
        let passes =
            taken
            + (turns.findsUTurns ? try turns.timesTaken(before.reversed, after: before) : 0)
        var all = 0.0
        for exit in junction.exits { all += exit.unlearned(of: passes) }
        guard road > 0, all > 0 else { return }
        let counted = try junction.count(with: turns, after: last)
        var total = 0.0
        for index in junction.exits.indices {
            let exit = junction.exits[index]
            let prior = CountedTurns.expected(
                probability: exit.unlearned(of: passes) / all, counted: exit.counted, of: counted)
            let weight = exponents.weight(
                expected: prior, share: exit.destinations.road / road)
            junction.setWeight(weight, ofExit: index)
            total += weight
        }
        // A U-turn keeps its probability. The modelled probabilities do not include turns learned
        // since the tree reached the junction. Then the rest is larger.
        let drives = min(all, 1)
        for index in junction.exits.indices {
            let exit = junction.exits[index]
            let share = CountedTurns.probability(
                expected: exit.weight / total, counted: exit.counted, of: counted)
            junction.expect(
                modelled * (exit.destinations.taken + share * drives) / (taken + drives),
                ofExit: index)
        }
    }

    /// The travel time from the route so far to a junction of the main path, s; `nil` if the route does not lead there.
    private func seconds(
        to offset: Centimetres, in store: PathStore, vehicle: Metres
    ) throws(MapError) -> Double? {
        let path = store.paths[0]
        guard var number = firstAhead(in: path, vehicle) else { return nil }
        var seconds = 0.0
        while number < path.links.count, path.links[number].start < offset {
            let link = path.links[number]
            seconds += try DestinationSearch.seconds(
                of: link.record, link.link.direction, on: map)
            if link.prior < 1 { seconds += DestinationSearch.junctionSeconds }
            number += 1
        }
        return seconds
    }
}
