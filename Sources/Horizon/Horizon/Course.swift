import RoadMap

/// The expected route of the vehicle: links in driving order, and the vehicle's position among
/// them.
struct Course: Sendable {
    /// Its links.
    let links: LinkSet
    /// The links in driving order.
    private let order: [DirectedLink]
    /// The positions of ``links`` in driving order. A link that is driven several times has
    /// ascending positions.
    private let places: [Int]
    /// The vehicle's last position in driving order.
    private var place = 0

    /// A course from links in driving order, at its beginning.
    init(_ order: [DirectedLink] = []) {
        self.order = order
        links = LinkSet(order)
        places = order.indices.sorted {
            order[$0] == order[$1] ? $0 < $1 : order[$0] < order[$1]
        }
    }

    /// Whether the course is empty.
    var isEmpty: Bool { order.isEmpty }

    /// Whether another course has the same links.
    func isSameWay(as other: Course) -> Bool { order == other.order }

    /// Whether the course continues from a link into another one. For a link that it has several
    /// times, the next time counts, from a place so many links behind the vehicle. From a road
    /// beside it, it continues by each of its links. After its last link it continues nowhere.
    /// Logarithmic time.
    func goes(from link: DirectedLink, into next: DirectedLink, behind: Int = 0) -> Bool {
        guard links.contains(next) else { return false }
        guard let found = nextPlace(of: link, from: place - behind) else { return true }
        return found + 1 < order.count && order[found + 1] == next
    }

    /// Advances to the vehicle's link. Returns whether the course has a link again that the vehicle
    /// has just left: the next time it continues differently there.
    mutating func move(to link: DirectedLink) -> Bool {
        guard place < order.count, order[place] != link,
            // A later match may correct the place back by a little.
            let found = nextPlace(of: link, from: place - 1)
        else { return false }
        let left = order[place]
        place = found
        return links.indices(of: left).count > 1
    }

    /// Continues at the position of another course. Of its positions with the vehicle's link, it
    /// takes the one with the most following links in common.
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

    /// The next position of a link in driving order, from a position on, or else its last one;
    /// `nil` if the course does not have it.
    private func nextPlace(of link: DirectedLink, from place: Int) -> Int? {
        var found: Int?
        for index in links.indices(of: link) {
            found = places[index]
            if places[index] >= place { break }
        }
        return found
    }
}
