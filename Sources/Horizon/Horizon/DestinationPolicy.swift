import Quantities
import RoadMap
import Routing

/// Weighs exits by the destinations that they lead to. It follows the vehicle's route so far and
/// searches ahead for possible destinations.
struct DestinationPolicy {
    private let map: RoadMap
    private var reach = DestinationReach()

    /// The number of links of a search step: some 0.1 ms.
    private static var links: Int { 64 }

    init(map: RoadMap) { self.map = map }

    /// Continues the search by a small step, unless the update has work enough.
    mutating func look() throws(MapError) {
        guard !map.isShareUsed else { return }
        try reach.advance(links: Self.links, on: map)
    }

    /// Adds the links of the main path up to the vehicle.
    mutating func follow(_ store: PathStore, vehicle: Metres) throws(MapError) {
        guard !store.paths.isEmpty else { return reach.clear() }
        let last = store.paths[0].number(at: vehicle)
        // The first new link. If no known link leads to one, the route begins anew.
        var first = last
        for index in 0...last where reach.isLast(store.paths[0].links[index].link) {
            first = index + 1
        }
        if first == last {
            for index in (0..<last).reversed() {
                let link = store.paths[0].links[index]
                if reach.continues(by: link.record, link.link.direction) { first = index }
            }
        }
        while first <= last {
            let link = store.paths[0].links[first]
            try reach.enter(link.record, link.link.direction, among: link.prior < 1, on: map)
            first += 1
        }
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
        let seconds = try seconds(to: junction.offset, in: store, vehicle: vehicle)
        guard reach.reaches(beyond: seconds) else { return }
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

    /// The travel time from the vehicle's link to a junction of the main path, s.
    private func seconds(
        to offset: Centimetres, in store: PathStore, vehicle: Metres
    ) throws(MapError) -> Double {
        var seconds = 0.0
        for index in store.paths[0].links.indices {
            let link = store.paths[0].links[index]
            guard link.start < offset else { break }
            guard link.start.metres > vehicle else { continue }
            seconds += try DestinationSearch.seconds(
                of: link.record, link.link.direction, on: map)
            if link.prior < 1 { seconds += DestinationSearch.junctionSeconds }
        }
        return seconds
    }
}
