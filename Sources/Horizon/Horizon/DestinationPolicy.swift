import Quantities
import RoadMap
import Routing

/// Weighs exits by the destinations that they lead to. It follows the vehicle's route so far and
/// searches ahead for possible destinations.
///
/// A link counts as driven when the vehicle is some metres beyond its start: just behind a junction the vehicle may be on
/// another exit than the estimate, and with a link that it has not driven the route would begin anew.
struct DestinationPolicy {
    private let map: RoadMap
    private var reach = DestinationReach()
    /// The links between the end of the route so far and the start of the main path.
    private var pending: [PathLink] = []
    /// The place of the vehicle on the main path at the last update.
    private var vehicle = Metres.zero
    /// A link counts as driven when the vehicle is so far beyond its start, m.
    private let drivenBeyond: Metres

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

    // MARK: The route so far

    /// Notes the way to a side path before it becomes the main path.
    mutating func noteTurn(onto index: Int, of store: PathStore) {
        noteWay(to: index, of: store)
        vehicle = .zero
    }

    /// Notes the way to the vehicle before a new tree begins with a link. Where the way does not lead to the link, the
    /// route ends: after a jump, and where the vehicle turned round within a link.
    mutating func noteStart(at link: PathLink, after store: PathStore) {
        if let path = store.paths.first {
            append(path, upTo: path.number(at: vehicle) + 1, isMain: true)
        }
        vehicle = .zero
        if reach.isLast(link.link) || reach.continues(by: link.record, link.link.direction) {
            pending.removeAll(keepingCapacity: true)
        } else if let number = pending.firstIndex(where: { $0.link == link.link }) {
            pending.removeLast(pending.count - number)
        } else if let number = pending.lastIndex(where: { $0.leads(to: link) }) {
            pending.removeLast(pending.count - number - 1)
        } else {
            pending.removeAll(keepingCapacity: true)
            reach.clear()
        }
        if reach.isLast(link.link.reversed) { reach.clear() }
    }

    private mutating func noteWay(to index: Int, of store: PathStore) {
        guard let branch = store.paths[index].branch, let parent = store.index(of: branch.parent)
        else { return }
        noteWay(to: parent, of: store)
        let path = store.paths[parent]
        append(path, upTo: path.number(before: branch.offset) + 1, isMain: parent == 0)
    }

    /// Adds links of a path to those that are pending; of the main path those behind the route so far.
    private mutating func append(_ path: HorizonPath, upTo end: Int, isMain: Bool) {
        let start = isMain && pending.isEmpty ? firstAhead(in: path) ?? 0 : 0
        guard start < end else { return }
        pending.append(contentsOf: path.links[start..<end])
    }

    /// Adds the driven links. A route begins with the link of the vehicle.
    mutating func follow(_ store: PathStore, vehicle: Metres) throws(MapError) {
        guard let path = store.paths.first else { return }
        self.vehicle = vehicle
        let driven = reach.isEmpty ? vehicle : vehicle - drivenBeyond
        var before = Metres.zero
        for link in pending { before = before + (link.end - link.start).metres }
        while let link = pending.first {
            guard Metres.zero - before <= driven else { return }
            try enter(link)
            before = before - (link.end - link.start).metres
            pending.removeFirst()
        }
        let last = path.number(at: driven)
        guard path.links[last].start.metres <= driven else { return }
        // If no known link leads to a new one, the route begins anew.
        for number in min(firstAhead(in: path) ?? last, last + 1)..<(last + 1) {
            try enter(path.links[number])
        }
    }

    private mutating func enter(_ link: PathLink) throws(MapError) {
        try reach.enter(link.record, link.link.direction, among: link.prior < 1, on: map)
    }

    /// The first link of the main path behind the route so far; `nil` if the route does not lead to the path.
    private func firstAhead(in path: HorizonPath) -> Int? {
        let number = path.number(at: vehicle)
        if let last = path.links[...number].lastIndex(where: { reach.isLast($0.link) }) {
            return last + 1
        }
        let next = path.links[...number].firstIndex {
            reach.continues(by: $0.record, $0.link.direction)
        }
        if let next { return next }
        // An estimate may step back.
        return path.links[number...].firstIndex { reach.isLast($0.link) }.map { $0 + 1 }
    }

    // MARK: Exits ahead

    /// Sets the expected probabilities of a junction's exits ahead by their destinations. The past turns there of other
    /// cars and of the vehicle itself count against this, as against the turn model.
    /// - Parameter time: That of the junction before in the same tree, none for the first one.
    func expect(
        _ junction: inout JunctionExits, in store: PathStore, with turns: TurnModel,
        after time: inout TravelTime
    ) throws(MapError) {
        guard let exponents = turns.coefficients.destinations, junction.exits.count > 1,
            let last = store.paths[0].links.last(where: { $0.start < junction.offset })
        else { return }
        let before = last.link
        guard let seconds = try seconds(to: junction.offset, in: store, after: &time),
            reach.reaches(beyond: seconds)
        else { return }
        var road = 0.0
        var modelled = 0.0
        var taken = 0.0
        for index in junction.exits.indices {
            let exit = junction.exits[index].link
            let reached = IntendedExit.Destinations(
                taken: try turns.timesTaken(exit, after: before),
                road: reach.road(by: exit, beyond: seconds))
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

    /// The travel time from the route so far to junctions of the main path, the nearest first: each link counts once.
    struct TravelTime {
        /// The first link of the main path that does not count yet; `nil` before the first junction.
        fileprivate var next: Int?
        fileprivate var seconds = 0.0
    }

    /// The travel time from the route so far to a junction of the main path, s; `nil` if the route does not lead there.
    private func seconds(
        to offset: Centimetres, in store: PathStore, after time: inout TravelTime
    ) throws(MapError) -> Double? {
        let path = store.paths[0]
        if time.next == nil {
            guard let first = pending.isEmpty ? firstAhead(in: path) : 0 else { return nil }
            for link in pending { time.seconds += try self.time(of: link) }
            time.next = first
        }
        guard var number = time.next else { return nil }
        while number < path.links.count, path.links[number].start < offset {
            time.seconds += try self.time(of: path.links[number])
            number += 1
        }
        time.next = number
        return time.seconds
    }

    /// The travel time over a link and the junction before it, s.
    private func time(of link: PathLink) throws(MapError) -> Double {
        try DestinationSearch.seconds(of: link.record, link.link.direction, on: map)
            + (link.prior < 1 ? DestinationSearch.junctionSeconds : 0)
    }
}

extension PathLink {
    /// Whether another link begins where this one ends, and is not its way back.
    fileprivate func leads(to next: PathLink) -> Bool {
        record.exit(link.direction) == next.record.entry(next.link.direction)
            && link != next.link.reversed
    }
}
