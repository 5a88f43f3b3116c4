public import RoadMap

/// How often a vehicle took which exit of the junctions that it drove through: what a driver does every
/// day, against what drivers do in general. Empty to begin with, it is bounded, and a host may keep it
/// from one drive to the next (``bytes``).
///
/// With it the probability of an exit that was taken n times out of N is (n + p) / (N + 1), where p is the
/// turn model's: the model counts as one drive, so that an exit that was taken the only time is the
/// likelier one from then on.
public struct LearnedTurns: Sendable, Hashable {
    /// A link and the way along it, as it is called across map updates.
    public struct Road: Sendable, Hashable {
        /// The link.
        public let link: StableLinkID
        /// The way along it.
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
        var count: UInt8
    }

    /// What is known of the junction at the far end of a road. Its exits stand in it: learning asks for no
    /// memory.
    struct Junction: Sendable {
        private var slots = InlineArray<8, Exit>(
            repeating: Exit(
                road: Road(StableLinkID(way: 0, startNode: 0, endNode: 0), .forward), count: 0))
        private var used = 0
        /// The number of the turn that was the last one here.
        var last: UInt64 = 0
    }

    /// The most junctions, by the road that one comes by, that are remembered, some 500 bytes each; the one
    /// that was driven through longest ago gives way. The memory for them is asked for at once, and taken as
    /// they come.
    public static var mostJunctions: Int { 4096 }
    /// The most exits of a junction that are remembered.
    static var mostExits: Int { Junction.capacity }
    /// Where a junction was driven through more often, all of its counts are halved: habits change.
    static var mostPasses: Int { 32 }

    var junctions = LearnedJunctions()
    /// The number of the last turn.
    var turns: UInt64 = 0

    /// Nothing learned.
    public init() {}

    /// How many junctions are known, by the road that one comes by.
    public var count: Int { junctions.count }

    /// Takes in that the vehicle came by one road and went on by another.
    public mutating func learn(from road: Road, into exit: Road) {
        turns += 1
        junctions.take(exit, from: road, turn: turns)
    }

    func knows(_ road: Road) -> Bool { junctions[road] != nil }

    /// How often a vehicle that came by a road took an exit.
    public func count(of exit: Road, from road: Road) -> Int {
        junctions[road]?.count(of: exit) ?? 0
    }
}

extension LearnedTurns.Junction {
    /// The most exits that there is room for.
    static var capacity: Int { 8 }

    /// The exits that were taken, in the order in which they were first.
    var exits: [LearnedTurns.Exit] { (0..<used).map { slots[$0] } }

    /// How often an exit was taken.
    func count(of exit: LearnedTurns.Road) -> Int {
        for index in 0..<used where slots[index].road == exit { return Int(slots[index].count) }
        return 0
    }

    /// Adds an exit as it was kept. Says whether there was room, and it was not there yet.
    mutating func add(_ exit: LearnedTurns.Exit) -> Bool {
        guard used < Self.capacity, count(of: exit.road) == 0 else { return false }
        slots[used] = exit
        used += 1
        return true
    }

    /// Takes in that an exit was taken, by the turn of a number.
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
