import RoadMap

/// The way that the vehicle is expected to take: links in driving order, and where on it the vehicle is.
struct Course: Sendable {
    /// Its links.
    let links: LinkSet
    /// They, in driving order.
    private let order: [DirectedLink]
    /// Where in driving order the links of ``links`` stand; of one that is driven several times, early before
    /// late.
    private let places: [Int]
    /// Where in driving order the vehicle was last.
    private var place = 0

    /// A course by links in driving order, at its beginning.
    init(_ order: [DirectedLink] = []) {
        self.order = order
        links = LinkSet(order)
        places = order.indices.sorted {
            order[$0] == order[$1] ? $0 < $1 : order[$0] < order[$1]
        }
    }

    /// Whether there is none.
    var isEmpty: Bool { order.isEmpty }

    /// Whether another one is the same way.
    func isSameWay(as other: Course) -> Bool { order == other.order }

    /// Whether the course goes on from a link into another one; of a link that it comes by several times, the
    /// next time, seen from so many links behind the vehicle. From a road beside it, it goes on by each of its
    /// links; behind its last one, nowhere. Logarithmic time.
    func goes(from link: DirectedLink, into next: DirectedLink, behind: Int = 0) -> Bool {
        guard links.contains(next) else { return false }
        guard let found = nextPlace(of: link, from: place - behind) else { return true }
        return found + 1 < order.count && order[found + 1] == next
    }

    /// Moves on to the link that the vehicle is on. Says whether the course comes by a link again that the
    /// vehicle has left by that: it goes on differently there the next time.
    mutating func move(to link: DirectedLink) -> Bool {
        guard place < order.count, order[place] != link,
            // A place may be taken back by a little.
            let found = nextPlace(of: link, from: place - 1)
        else { return false }
        let left = order[place]
        place = found
        return links.indices(of: left).count > 1
    }

    /// Goes on from where another course has come to: of the places where it has the vehicle's link, that with
    /// the most links after it as there.
    mutating func takeUp(_ former: Course, at link: DirectedLink) {
        var best = -1
        for index in links.indices(of: link) {
            let start = places[index]
            var count = 0
            while start + count < order.count, former.place + count < former.order.count,
                order[start + count] == former.order[former.place + count]
            { count += 1 }
            if count > best { (best, place) = (count, start) }
        }
    }

    /// The next place in driving order of a link, from a place on, or else its last one; `nil` where the course
    /// does not come by it.
    private func nextPlace(of link: DirectedLink, from place: Int) -> Int? {
        var found: Int?
        for index in links.indices(of: link) {
            found = places[index]
            if places[index] >= place { break }
        }
        return found
    }
}
