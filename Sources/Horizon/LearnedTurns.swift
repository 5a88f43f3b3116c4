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

    /// What is known of the junction at the far end of a road.
    struct Junction: Sendable, Hashable {
        /// The exits that were taken.
        var exits: [Exit] = []
        /// The number of the turn that was the last one here.
        var last: UInt64 = 0
    }

    /// The most junctions, by the road that one comes by, that are remembered, some 200 bytes each; the one
    /// that was driven through longest ago gives way.
    public static var mostJunctions: Int { 4096 }
    /// The most exits of a junction that are remembered.
    static var mostExits: Int { 8 }
    /// Where a junction was driven through more often, all of its counts are halved: habits change.
    static var mostPasses: Int { 32 }

    var junctions: [Road: Junction] = [:]
    /// The number of the last turn.
    var turns: UInt64 = 0

    /// Nothing learned.
    public init() {}

    /// How many junctions are known, by the road that one comes by.
    public var count: Int { junctions.count }

    /// Takes in that the vehicle came by one road and went on by another.
    public mutating func learn(from road: Road, into exit: Road) {
        turns += 1
        if junctions[road] == nil, junctions.count >= Self.mostJunctions {
            // Numbers of turns differ, so the order of the junctions does not matter.
            let oldest = junctions.min { $0.value.last < $1.value.last }
            if let oldest { junctions[oldest.key] = nil }
        }
        var junction = junctions[road] ?? Junction()
        junction.last = turns
        if let index = junction.exits.firstIndex(where: { $0.road == exit }) {
            junction.exits[index].count += 1
        } else if junction.exits.count < Self.mostExits {
            junction.exits.append(Exit(road: exit, count: 1))
        }
        if junction.exits.reduce(0, { $0 + Int($1.count) }) > Self.mostPasses {
            for index in junction.exits.indices { junction.exits[index].count /= 2 }
            junction.exits.removeAll { $0.count == 0 }
        }
        junctions[road] = junction
    }

    func knows(_ road: Road) -> Bool { junctions[road] != nil }

    /// How often a vehicle that came by a road took an exit.
    public func count(of exit: Road, from road: Road) -> Int {
        let known = junctions[road]?.exits.first { $0.road == exit }
        return known.map { Int($0.count) } ?? 0
    }
}
