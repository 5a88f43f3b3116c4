public import RoadMap

/// How often a vehicle took each exit of the junctions on its drives: the driver's own habits,
/// beside the general turn model. It is empty at first and bounded. A host may keep it from one
/// drive to the next (``bytes``).
///
/// An exit that was taken n times out of N has the probability (n + p) / (N + 1). p is the
/// probability of the turn model, which counts as one drive. So after a single pass, the taken exit
/// is the likelier one.
public struct LearnedTurns: Sendable, Hashable {
    /// A link and its direction, in terms that are stable across map updates.
    public struct Road: Sendable, Hashable {
        /// The link.
        public let link: StableLinkID
        /// The direction along it.
        public let direction: Direction

        /// A road of its parts.
        public init(_ link: StableLinkID, _ direction: Direction) {
            self.link = link
            self.direction = direction
        }
    }

    /// An exit and how often it was taken.
    struct Exit: Sendable, Hashable {
        let road: Road
        fileprivate(set) var count: UInt8
    }

    /// The turns at the far end of a road. Its exits are stored inline: learning allocates no
    /// memory.
    struct Junction: Sendable {
        private var slots = InlineArray<8, Exit>(
            repeating: Exit(
                road: Road(StableLinkID(way: 0, startNode: 0, endNode: 0), .forward), count: 0))
        private var used = 0
        /// The number of the last turn here.
        fileprivate(set) var last: UInt64

        /// A junction without exits.
        init(last: UInt64 = 0) { self.last = last }
    }

    /// The largest number of remembered junctions, by the road of arrival, some 500 bytes each. A
    /// new one replaces the one of the oldest pass. The memory is reserved at once and used as
    /// junctions come.
    public static var mostJunctions: Int { 4096 }
    /// The most exits of a junction that are remembered.
    static var mostExits: Int { Junction.capacity }
    /// After more passes of a junction, all of its counts are halved, since habits change.
    static var mostPasses: Int { 32 }

    private(set) var junctions = LearnedJunctions()
    /// The number of the last turn.
    private(set) var turns: UInt64 = 0

    /// Nothing learned.
    public init() {}

    /// Junctions as they were kept, and the number of the last turn.
    init(_ junctions: LearnedJunctions, turns: UInt64) {
        self.junctions = junctions
        self.turns = turns
    }

    /// The number of known junctions, by the road of arrival.
    public var count: Int { junctions.count }

    /// Learns that the vehicle arrived by one road and left by another.
    public mutating func learn(from road: Road, into exit: Road) {
        turns += 1
        junctions.take(exit, from: road, turn: turns)
    }

    func knows(_ road: Road) -> Bool { junctions[road] != nil }

    /// How often a vehicle that arrived by a road took an exit.
    public func count(of exit: Road, from road: Road) -> Int {
        junctions[road]?.count(of: exit) ?? 0
    }
}

extension LearnedTurns.Junction {
    /// The largest number of exits.
    static var capacity: Int { 8 }

    /// The taken exits, in the order of their first time.
    var exits: [LearnedTurns.Exit] { (0..<used).map { slots[$0] } }

    /// How often an exit was taken.
    func count(of exit: LearnedTurns.Road) -> Int {
        for index in 0..<used where slots[index].road == exit { return Int(slots[index].count) }
        return 0
    }

    /// Adds a stored exit. Returns whether there was room and the exit is new.
    mutating func add(_ exit: LearnedTurns.Exit) -> Bool {
        guard used < Self.capacity, count(of: exit.road) == 0 else { return false }
        slots[used] = exit
        used += 1
        return true
    }

    /// Records that an exit was taken, at the turn of a number.
    mutating func take(_ exit: LearnedTurns.Road, turn: UInt64) {
        last = turn
        var number = 0
        while number < used, slots[number].road != exit { number += 1 }
        if number < used {
            slots[number].count += 1
        } else {
            _ = add(LearnedTurns.Exit(road: exit, count: 1))
        }
        var passes = 0
        for index in 0..<used { passes += Int(slots[index].count) }
        if passes > LearnedTurns.mostPasses { halve() }
    }

    private mutating func halve() {
        var kept = 0
        for index in 0..<used {
            var exit = slots[index]
            exit.count /= 2
            guard exit.count > 0 else { continue }
            slots[kept] = exit
            kept += 1
        }
        used = kept
    }
}

extension LearnedTurns.Junction: Hashable {
    static func == (left: Self, right: Self) -> Bool {
        left.last == right.last && left.exits == right.exits
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(last)
        hasher.combine(exits)
    }
}
