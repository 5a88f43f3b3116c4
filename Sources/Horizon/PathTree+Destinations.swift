import Quantities
public import RoadMap
import Routing

// Where the driver may be going, by the way that he has come.
extension PathTree {
    /// How many links a look for where the driver may be going takes in: some 0.1 ms.
    public static var destinationLinks: Int { 64 }

    /// Notes how far the vehicle has come.
    mutating func noteWay() throws(MapError) {
        guard reach != nil else { return }
        guard !paths.isEmpty else {
            reach?.clear()
            return
        }
        var vehicle = 0
        for index in paths[0].links.indices
        where paths[0].links[index].start.metres <= vehicleOffset {
            vehicle = index
        }
        // The first link that was not noted yet; where nothing leads on to one, the way begins anew.
        var first = vehicle
        for index in 0...vehicle {
            let link = paths[0].links[index]
            if reach?.isLast(link.link) == true { first = index + 1 }
        }
        if first == vehicle {
            for index in (0..<vehicle).reversed() {
                let link = paths[0].links[index]
                if reach?.continues(by: link.record, link.link.direction) == true { first = index }
            }
        }
        while first <= vehicle {
            let link = paths[0].links[first]
            try reach?.enter(
                link.record, link.link.direction, among: link.prior < 1, on: map)
            first += 1
        }
    }

    /// Looks on for where the driver may be going, a little at a time: to be called now and then, apart from the
    /// updates that are to be quick. It costs nothing without
    /// ``HorizonParameters/expectsDestinations``.
    public mutating func lookForDestinations() throws(MapError) {
        try reach?.advance(links: Self.destinationLinks, on: map)
    }

    /// Gives the exits of a junction ahead what is expected of them by where they lead. What the vehicle itself
    /// did there counts against that as against the turn model.
    mutating func expectDestinations(at offset: Centimetres) throws(MapError) {
        guard reach != nil, let exponents = turns.coefficients.destinations,
            intent.exits.count > 1
        else { return }
        var seconds = 0.0
        var before: DirectedLink?
        for index in paths[0].links.indices {
            let link = paths[0].links[index]
            guard link.start < offset else { break }
            before = link.link
            guard link.start.metres > vehicleOffset else { continue }
            seconds += try DestinationSearch.seconds(
                of: link.record, link.link.direction, on: map)
            if link.prior < 1 { seconds += DestinationSearch.junctionSeconds }
        }
        guard let before, reach?.reaches(beyond: seconds) == true else { return }
        var road = 0.0
        var told = 0.0
        var taken = 0.0
        for index in intent.exits.indices {
            let exit = intent.exits[index].link
            intent.exits[index].road =
                try reach?.road(
                    by: intent.exits[index].record, exit.direction, beyond: seconds, on: map) ?? 0
            intent.exits[index].taken = try turns.timesTaken(exit, after: before)
            road += intent.exits[index].road
            told += intent.exits[index].expected
            taken += intent.exits[index].taken
        }
        let passes =
            taken
            + (turns.findsBackTurns ? try turns.timesTaken(before.reversed, after: before) : 0)
        var all = 0.0
        for index in intent.exits.indices { all += intent.exits[index].unlearned(of: passes) }
        guard road > 0, all > 0 else { return }
        var total = 0.0
        for index in intent.exits.indices {
            intent.exits[index].weight = exponents.weight(
                expected: intent.exits[index].unlearned(of: passes) / all,
                share: intent.exits[index].road / road)
            total += intent.exits[index].weight
        }
        // What turning back has, it keeps. What was learned since the tree came here is not in what it told:
        // then more is left than there is.
        let drives = min(all, 1)
        for index in intent.exits.indices {
            let share = intent.exits[index].weight / total
            intent.exits[index].expected =
                told * (intent.exits[index].taken + share * drives) / (taken + drives)
        }
    }
}
