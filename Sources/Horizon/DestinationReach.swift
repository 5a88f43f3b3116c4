import Geodesy
import Quantities
import RoadMap
import Routing

/// Where the driver may be going, by the way that he has come: a driver makes for where he is going by about
/// the quickest way, so places that he would have come nearer to by another one are none that he is likely
/// to be going to (Krumm and Horvitz 2006, doi:10.1007/11853565_15, *efficient driving*). An exit by which
/// many of the others are reached quickest is the likelier one.
///
/// The way is looked back on for ``hop`` to twice that, from the end of a link that was driven then.
struct DestinationReach {
    /// From where the way is looked back on, and where it will be next.
    private var now = Origin()
    private var next = Origin()
    private var last: Link?
    private var direction = Direction.forward

    /// A link that was driven, and the way since then.
    fileprivate struct Origin {
        var search = DestinationSearch(reserved: DestinationReach.mostLinks)
        var seconds = 0.0
        var metres = 0.0
    }

    /// So far back the way is looked at, m, and up to twice that.
    private static let hop = 550.0
    /// As many links as are found in a large city in ``DestinationSearch/reach``.
    private static let mostLinks = 8192
    /// Who drives on takes so many seconds longer than by the quickest way: of the places beyond, fewer count
    /// by a factor of e.
    private static let detour = 10.0
    /// Beyond a junction places are looked at for so long at least, s.
    private static let leastBeyond = 60.0

    /// How the vehicle goes on from where it was noted last; another way begins where that is not so.
    func continues(by link: Link, _ direction: Direction) -> Bool {
        last.map { $0.exit(self.direction) == link.entry(direction) } ?? false
    }

    /// Whether this is the link that was noted last.
    func isLast(_ link: DirectedLink) -> Bool {
        last.map { DirectedLink($0.reference, direction) == link } ?? false
    }

    /// Forgets the way.
    mutating func clear() {
        last = nil
        now.search.clear()
        next.search.clear()
    }

    /// Notes that the vehicle goes on by a link, `among` whether it could have gone on by others.
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

    /// Looks at so many more links at most.
    mutating func advance(links: Int, on map: RoadMap) throws(MapError) {
        if !now.search.isComplete {
            _ = try now.search.advance(links: links, on: map)
        } else if next.search.start != nil {
            _ = try next.search.advance(links: links, on: map)
        }
    }

    /// Whether anything is known of a junction that lies so many seconds beyond the link that was noted last.
    func reaches(beyond seconds: Double) -> Bool {
        now.search.isComplete
            && now.seconds + seconds + Self.leastBeyond <= DestinationSearch.reach
    }

    /// How much road may be driven to by way of an exit of a junction that lies so many seconds beyond the
    /// link that was noted last.
    func road(
        by exit: Link, _ direction: Direction, beyond seconds: Double, on map: RoadMap
    ) throws(MapError) -> Double {
        let directed = DirectedLink(exit.reference, direction)
        guard let found = now.search.found(by: directed) else { return 0 }
        let way =
            now.seconds + seconds + DestinationSearch.junctionSeconds
            + (try DestinationSearch.seconds(of: exit, direction, on: map))
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
