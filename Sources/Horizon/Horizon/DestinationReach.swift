import Geodesy
import Quantities
import RoadMap
import Routing

/// The possible destinations of the driver, from the route so far. A driver takes roughly the
/// quickest route. So a place that another route would have reached sooner is an unlikely
/// destination (Krumm and Horvitz 2006, doi:10.1007/11853565_15, *efficient driving*). An exit is
/// more probable if it is the quickest one to many of the remaining places.
///
/// The look-back covers ``hop`` to twice that distance, and starts at the end of a driven link.
struct DestinationReach {
    /// The current start of the look-back, and the next one.
    private var now = Origin()
    private var next = Origin()
    private var last: Link?
    private var direction = Direction.forward

    /// A driven link, and the route since then.
    fileprivate struct Origin {
        var search = DestinationSearch(reserved: DestinationReach.mostLinks)
        var seconds = 0.0
        var metres = 0.0
    }

    /// The look-back distance, m; up to twice that.
    private static let hop = 550.0
    /// The number of links in a large city within ``DestinationSearch/reach``.
    private static let mostLinks = 8192
    /// For each such time that the driver's route is longer than the quickest one, s, the places
    /// beyond count less by a factor of e.
    private static let detour = 10.0
    /// The least search time beyond a junction, s.
    private static let leastBeyond = 60.0

    /// Whether no link was added since the route was dropped.
    var isEmpty: Bool { last == nil }

    /// The continuation from the last added link. Any other link begins a new route.
    func continues(by link: Link, _ direction: Direction) -> Bool {
        last.map { $0.exit(self.direction) == link.entry(direction) } ?? false
    }

    /// Whether this is the last added link.
    func isLast(_ link: DirectedLink) -> Bool {
        last.map { DirectedLink($0.reference, direction) == link } ?? false
    }

    /// Drops the route.
    mutating func clear() {
        last = nil
        now.search.clear()
        next.search.clear()
    }

    /// Adds the next link of the vehicle; `among` is whether there were other exits.
    mutating func enter(
        _ link: Link, _ direction: Direction, among others: Bool, on map: RoadMap
    ) throws(MapError) {
        let directed = DirectedLink(link.reference, direction)
        if continues(by: link, direction) {
            let seconds =
                try DestinationSearch.seconds(of: link, direction, on: map)
                + (others ? DestinationSearch.junctionSeconds : 0)
            now.pass(link, seconds)
            next.pass(link, seconds)
        } else {
            clear()
            now.seconds = 0
            now.metres = 0
            try now.search.begin(after: directed, on: map)
        }
        last = link
        self.direction = direction
        if next.search.isComplete, next.metres >= Self.hop {
            swap(&now, &next)
            next.search.clear()
        }
        if next.search.start == nil, now.metres >= Self.hop {
            next.seconds = 0
            next.metres = 0
            try next.search.begin(after: directed, on: map)
        }
    }

    /// Searches at most so many more links.
    mutating func advance(links: Int, on map: RoadMap) throws(MapError) {
        if !now.search.isComplete {
            _ = try now.search.advance(links: links, on: map)
        } else if next.search.start != nil {
            _ = try next.search.advance(links: links, on: map)
        }
    }

    /// Whether anything is known of a junction at so many seconds beyond the last added link.
    func reaches(beyond seconds: Double) -> Bool {
        now.search.isComplete
            && now.seconds + seconds + Self.leastBeyond <= DestinationSearch.reach
    }

    /// The length of road that an exit leads to. The junction of the exit is at so many seconds
    /// beyond the last added link.
    func road(by exit: DirectedLink, beyond seconds: Double) -> Double {
        guard let found = now.search.found(by: exit) else { return 0 }
        let way =
            now.seconds + seconds + DestinationSearch.junctionSeconds + found.linkSeconds
        return found.weight * exponential(-max(way - found.seconds, 0) / Self.detour)
    }
}

extension DestinationReach.Origin {
    fileprivate mutating func pass(_ link: Link, _ seconds: Double) {
        guard search.start != nil else { return }
        self.seconds += seconds
        metres += link.length.metres.value
    }
}
