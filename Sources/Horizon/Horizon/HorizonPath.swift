public import Quantities
import RoadMap

/// A line of links that the vehicle may take. It is a fixed line on the map from its start: it grows
/// ahead, and its links behind the vehicle are removed.
///
/// Only the `PathStore` of a tree changes a path.
public struct HorizonPath: Sendable {
    /// Its name.
    public let id: PathID
    /// Its branch point; `nil` for the main path.
    public private(set) var branch: Branch?
    /// The number of turns off the most probable path that lead to it. It is 0 for the main path
    /// and the side path that the course turns into, 1 for the side paths of these, and so on.
    public private(set) var level: Int
    /// Its kept links in driving order; never empty.
    public private(set) var links: [PathLink]
    /// The number of links that were removed before `links[0]`.
    public private(set) var droppedLinks: Int
    /// The distance from the vehicle to its start through the tree; negative behind the vehicle.
    public private(set) var startDistance: Centimetres
    /// The travel time from the vehicle to its start at the expected speeds, s; negative behind the
    /// vehicle. The tree updates it only if its look-ahead has times.
    private(set) var startSeconds = 0.0
    /// The travel time from the start of its parent to the branch point, s.
    private(set) var branchSeconds = 0.0
    /// The place where the most probable path turns off it.
    @usableFromInline private(set) var turnOff: Departure?
    /// The reason for its end, once known.
    public private(set) var end: End
    /// The road of entry into the roundabout of its last link.
    private(set) var approach: Approach?
    /// The ways that lead to its first kept link, as far as known.
    private(set) var trail = WayTrail()

    /// The far end of a path.
    @frozen
    public enum End: Sendable, Hashable {
        /// It can grow.
        case open
        /// The vehicle may drive no further road.
        case deadEnd
        /// It would meet itself.
        case loop
    }
}

// Reading. Small readers are inlined: a call on a path of an array would copy the path.
extension HorizonPath {
    /// The offset at which the most probable path turns off it into a side path; `nil` if the most
    /// probable path follows it.
    @inlinable
    public var departure: Centimetres? { turnOff?.offset }

    /// The reason why the most probable path turns off it; `nil` if it follows the path.
    @inlinable
    public var departureReason: DepartureReason? { turnOff?.reason }

    /// Whether it has more than its first link.
    @inline(__always)
    var isFollowed: Bool {
        guard let branch else { return true }
        return branch.legality == .legal
    }

    /// The end of its last link, from its start.
    @inlinable
    public var length: Centimetres { links[links.count - 1].end }

    /// The travel time from the vehicle to its end at the expected speeds, s.
    @inline(__always)
    var endSeconds: Double { startSeconds + links[links.count - 1].endSeconds }

    /// The distance from the vehicle to its end through the tree.
    @inlinable
    public var endDistance: Centimetres { startDistance + length }

    /// Whether it leaves a path at that offset.
    @inline(__always)
    func leaves(_ parent: PathID, at offset: Centimetres) -> Bool {
        guard let branch else { return false }
        return branch.parent == parent && branch.offset == offset
    }

    /// The number of the last link that begins at an offset or before it; 0 if there is none.
    /// Logarithmic time.
    @inline(__always)
    func number(at offset: Metres) -> Int {
        var low = 0
        var high = links.count
        while low < high {
            let middle = (low + high) / 2
            if links[middle].start.metres <= offset { low = middle + 1 } else { high = middle }
        }
        return max(low - 1, 0)
    }

    /// The number of the last link that begins before an offset; -1 if there is none. Logarithmic time.
    @inline(__always)
    func number(before offset: Centimetres) -> Int {
        var low = 0
        var high = links.count
        while low < high {
            let middle = (low + high) / 2
            if links[middle].start < offset { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }

    /// The ways that lead to the way of one of its links, as far as known.
    func trail(toWayOf number: Int) -> WayTrail {
        let way = links[number].record.way
        var before = WayTrail()
        for link in links[..<number].reversed()
        where before.count > 0 || link.record.way != way {
            guard before.append(earlier: link.record.way) else { return before }
        }
        for number in 0..<trail.count where before.count > 0 || trail[number] != way {
            guard before.append(earlier: trail[number]) else { return before }
        }
        return before
    }
}

// Changes, made by the path store.
extension HorizonPath {
    /// Makes it the main path.
    mutating func detach() { branch = nil }

    mutating func setLevel(_ level: Int) { self.level = level }

    mutating func setStart(distance: Centimetres) { startDistance = distance }

    mutating func setStart(seconds: Double) { startSeconds = seconds }

    mutating func setDeparture(_ departure: Departure?) { turnOff = departure }

    mutating func setEnd(_ end: End) { self.end = end }

    /// Adds a link; the approach is the road into the roundabout that the link is part of.
    mutating func append(_ link: PathLink, approach: Approach?) {
        links.append(link)
        self.approach = approach
    }

    /// Removes its first links; their ways become part of its trail.
    mutating func dropLinks(_ count: Int) {
        for number in 0..<count { trail.enter(links[number].record.way) }
        links.removeFirst(count)
        droppedLinks += count
    }

    /// Exchanges its links, and their memory, for other ones.
    mutating func exchangeLinks(with other: inout [PathLink]) { swap(&links, &other) }

    /// Sets the probability of one of its links.
    mutating func weighLink(_ number: Int, _ probability: Double) {
        links[number].weigh(probability)
    }

    /// Sets the probability that a vehicle turns off its parent into it.
    mutating func weighBranch(_ probability: Double) { branch?.weigh(probability) }
}
