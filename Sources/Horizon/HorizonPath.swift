public import Quantities
public import RoadMap

/// What a path is called as long as it lives. Numbers are never used again.
@frozen
public struct PathID: Sendable, Hashable, Comparable {
    /// The number, counted up from 1.
    public let number: UInt32

    @usableFromInline
    init(number: UInt32) { self.number = number }

    /// The name of no path.
    public static var none: Self { Self(number: 0) }

    /// Whether the left one was opened earlier.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// A link on a path.
@frozen
public struct PathLink: Sendable {
    /// The link and the way along it.
    public let link: DirectedLink
    /// Its record in the map.
    public let record: Link
    /// Where it begins, from the start of the path.
    public let start: Centimetres
    /// What is known of it.
    public let traits: LinkTraits
    /// The angle from the end of the link before into it, -180 ..< 180, clockwise positive; 0 for the
    /// first link of a path.
    public let turnAngle: Degrees
    /// The probability that a vehicle at its entry takes it, 0...1; 1 where there is no choice.
    public internal(set) var probability: Double
    /// The same without a course.
    let prior: Double
    /// How long it takes from the start of the path to here at the speeds that are expected, s.
    let startSeconds: Double

    /// The same to its end.
    var endSeconds: Double {
        startSeconds + record.length.metres.value / traits.expectedSpeed.value
    }

    /// Where it ends, from the start of the path.
    @inlinable
    public var end: Centimetres { start + record.length }
}

/// Where a side path leaves its parent.
@frozen
public struct Branch: Sendable {
    /// The path it leaves.
    public let parent: PathID
    /// Where on the parent, from the parent's start.
    public let offset: Centimetres
    /// The angle from the parent's direction into the side path, -180 ..< 180, clockwise positive.
    public let turnAngle: Degrees
    /// Whether the vehicle may turn off here. An exit that is illegal has probability 0, and is known by
    /// its first link alone; there are none but where ``HorizonParameters/showsIllegalExits`` asks for
    /// them.
    public let legality: ExitLegality
    /// Whether the way turns back here onto the link that it came by. There is none but where
    /// ``HorizonParameters/showsBackTurns`` asks for it.
    public let isBackTurn: Bool
    /// The probability that a vehicle that arrives there turns off here, 0...1.
    public internal(set) var probability: Double
    /// The same without a course.
    let prior: Double
}

/// Why the most probable way leaves a path for a side path, which without that would be less probable.
public enum DepartureReason: Sendable, Hashable {
    /// The calculated route does.
    case route
    /// The way does that a host has set (``PathTree/setCourse(_:isRoute:)``).
    case course
    /// The driver is about to, by what tells so; by nothing of it where that is only where the driver may be
    /// going (``HorizonParameters/expectsDestinations``).
    case driver(IntentEvidence)
}

/// A line of links that the vehicle may take: a fixed line on the map from its start on, which only
/// grows ahead and is given up behind.
public struct HorizonPath: Sendable {
    /// Its name.
    public let id: PathID
    /// Where it leaves its parent; `nil` for the main path.
    public internal(set) var branch: Branch?
    /// How often one leaves what is most probable on the way to it: 0 for the main path and the side
    /// path that the course turns into, 1 for what leaves them, and so on.
    public internal(set) var level: Int
    /// Its links that are still kept, in driving order; never empty.
    public internal(set) var links: [PathLink]
    /// How many links have been given up before `links[0]`.
    public internal(set) var droppedLinks: Int
    /// The distance from the vehicle to its start by way of the tree; negative where that lies
    /// behind.
    public internal(set) var startDistance: Centimetres
    /// How long it takes from the vehicle to its start at the speeds that are expected, s; negative where
    /// that lies behind. It is kept only where the tree reaches by time.
    var startSeconds = 0.0
    /// The same from the start of its parent to where it leaves it.
    var branchSeconds = 0.0
    /// Where the course turns off it into a side path, from its start; `nil` where it follows it.
    public internal(set) var departure: Centimetres?
    /// Why it does; `nil` where it follows the path.
    public internal(set) var departureReason: DepartureReason?
    /// Why it does not go on, once that is known.
    public internal(set) var end: End
    /// The bearing and class of the road by which it entered the roundabout that its last link is
    /// part of.
    var approach: Approach?
    /// The ways by which one comes to its first link that is kept, as far as they are known.
    var trail = WayTrail()

    /// What is known of the far end of a path.
    @frozen
    public enum End: Sendable, Hashable {
        /// It can be followed further.
        case open
        /// No road goes on that the vehicle may drive.
        case deadEnd
        /// It would go on into itself.
        case loop
    }

    /// Whether it goes on beyond its first link.
    var isFollowed: Bool { branch.map { $0.legality == .legal } ?? true }

    /// Where its last link ends, from its start.
    public var length: Centimetres { links[links.count - 1].end }

    /// The time from the vehicle to its end at the speeds that are expected, s.
    var endSeconds: Double { startSeconds + links[links.count - 1].endSeconds }

    /// The distance from the vehicle to its end by way of the tree.
    public var endDistance: Centimetres { startDistance + length }

    /// The ways by which one comes to the way of its link of a number, as far as they are known.
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
