import Geodesy
import Quantities
import RoadMap
import Routing

/// The probability of each exit of a junction, by a conditional logit (McFadden 1974). The weight
/// of an exit is the exponential of the sum of its features times their coefficients. The
/// probability is its weight divided by the weights of all exits.
///
/// In a roundabout, the angle and the change between the road of entry and the exit count. Driving
/// on around has the weight of all remaining exits.
struct TurnModel {
    let coefficients: TurnCoefficients
    /// The vehicle's past turns; `nil` if they do not count.
    private(set) var learned: LearnedTurns?
    /// The features of the exits of the last junction; kept on request.
    private(set) var alternatives: [DrivenTurns.Alternative] = []
    private var keepsFeatures: Bool
    let map: RoadMap
    private var finder: ExitFinder
    private var bearings: RoadBearings

    /// The share of vehicles that make a U-turn at a junction: 15 times at 1,594 junctions, of taxi
    /// trips in Porto and recorded drives with ground truth (`tools/measure prediction`, TurnCoefficients).
    static var uTurnProbability: Double { 0.01 }
    /// The number of links of a roundabout that are searched for exits.
    private static var longestRoundabout: Int { 40 }

    /// A model of the exits that a finder finds. Features are kept for a fit.
    init(
        map: RoadMap, finder: ExitFinder, coefficients: TurnCoefficients = .fitted,
        learned: LearnedTurns? = nil, keepsFeatures: Bool = false
    ) {
        self.map = map
        self.finder = finder
        self.coefficients = coefficients
        self.learned = learned
        self.keepsFeatures = keepsFeatures
        bearings = RoadBearings(map: map)
    }

    /// The time for conditional restrictions, in seconds since 1970; `nil` if unknown.
    var moment: Int64? { finder.moment }
    /// The road surface for restrictions in rain or snow.
    var surface: SurfaceCondition { finder.surface }
    /// The restrictions of the host, with a number that changes with them.
    var restrictions: (list: RoadRestrictions, number: Int) {
        (finder.restrictions, finder.restrictionNumber)
    }
    /// Whether U-turns are exits.
    var findsUTurns: Bool { finder.findsUTurns }

    mutating func setMoment(_ moment: Int64?) { finder.setMoment(moment) }

    mutating func setKeepsFeatures(_ keeps: Bool) { keepsFeatures = keeps }

    mutating func setSurface(_ surface: SurfaceCondition) { finder.setSurface(surface) }

    mutating func setRestrictions(_ restrictions: RoadRestrictions) {
        finder.setRestrictions(restrictions)
    }

    /// Fills `links` with the legal exits of a link, including U-turns if they are exits.
    mutating func findLegalExits(
        after arriving: DirectedLink, record: Link, trail: WayTrail,
        into links: inout [DirectedLink]
    ) throws(MapError) {
        try finder.findLegalExits(after: arriving, record: record, trail: trail, into: &links)
    }

    /// A link as the road of approach to its far end.
    mutating func approach(
        by link: DirectedLink, record: Link, traits: LinkTraits
    ) throws(MapError) -> Approach {
        Approach(
            bearing: try bearings.arrival(of: record, link.direction), traits: traits,
            way: record.way)
    }

    /// Fills `exits` with the roads by which the vehicle may leave a link, with probabilities that sum to
    /// 1, in the order of the map file. Behind them, where they are asked for, come the U-turn and the
    /// illegal exits, whose probability is 0. `trail` is the ways before the link's own.
    mutating func findExits(
        after arriving: DirectedLink, record: Link, traits arrivingTraits: LinkTraits,
        approach: Approach?, trail: WayTrail, into exits: inout [Exit]
    ) throws(MapError) {
        exits.removeAll(keepingCapacity: true)
        let heading = try bearings.arrival(of: record, arriving.direction)
        let isInRoundabout = arrivingTraits.isRoundabout
        let reference =
            isInRoundabout
            ? approach ?? Approach(bearing: heading, traits: LinkTraits(), way: nil)
            : Approach(bearing: heading, traits: arrivingTraits, way: record.way)
        try finder.findRoads(after: arriving, record: record, trail: trail)
        for road in finder.roads { exits.append(try exit(by: road, from: heading)) }
        try finder.findMarkedRoads(after: arriving, record: record)
        alternatives.removeAll(keepingCapacity: true)
        // Without a choice, the features are not needed.
        if exits.count > 1 {
            for index in exits.indices {
                exits[index].setWeight(
                    try weight(
                        ofExit: index, exits[index], of: arriving, record: record,
                        inRoundabout: isInRoundabout, from: reference, trail: trail))
            }
        }
        let total = exits.reduce(0) { $0 + $1.weight }
        for index in exits.indices {
            exits[index].setPrior(
                total > 0
                    ? exits[index].weight / total : 1 / Double(exits.count))
        }
        if exits.count > 1, arrivingTraits.hasExitCounts {
            try weighByCounts(&exits, after: arriving, record: record)
        }
        try appendMarkedExits(to: &exits, from: heading)
        try weigh(&exits, after: arriving)
    }

    private mutating func exit(
        by road: ExitRoad, from heading: Degrees
    ) throws(MapError) -> Exit {
        Exit(
            road, bearing: try bearings.departure(of: road.record, road.link.direction),
            from: heading)
    }

    /// Appends the U-turn and the illegal exits. With a legal U-turn the probabilities sum to 1 again.
    private mutating func appendMarkedExits(
        to exits: inout [Exit], from heading: Degrees
    ) throws(MapError) {
        let goesOn = !exits.isEmpty
        if goesOn, finder.markedRoads.contains(where: { $0.legality == .legal }) {
            for index in exits.indices {
                exits[index].setPrior(exits[index].prior * (1 - Self.uTurnProbability))
            }
        }
        for road in finder.markedRoads {
            var exit = try exit(by: road, from: heading)
            if exit.legality == .legal {
                exit.setPrior(goesOn ? Self.uTurnProbability : 1)
            }
            exits.append(exit)
        }
    }

    // MARK: Weights

    private mutating func weight(
        ofExit number: Int, _ exit: Exit, of arriving: DirectedLink, record: Link,
        inRoundabout: Bool, from approach: Approach, trail: WayTrail
    ) throws(MapError) -> Double {
        guard inRoundabout, exit.traits.isRoundabout else {
            return try weight(of: exit.road, exit.bearing, from: approach, exit: number)
        }
        var passed = trail
        passed.pass(record.way, to: exit.record.way)
        return try weightOfExits(
            around: exit.link, record: exit.record, until: record.exit(arriving.direction),
            from: approach, trail: passed, exit: number)
    }

    /// The weight of a road for a vehicle from another one; `exit` is the number of the exit that leads
    /// to it.
    private mutating func weight(
        of road: ExitRoad, _ bearing: Degrees, from approach: Approach, exit: Int
    ) throws(MapError) -> Double {
        let features = TurnFeatures(
            bearing: bearing, traits: road.traits, way: road.record.way,
            isDeadEnd: try finder.isDeadEnd(road.link, road.record), from: approach)
        if keepsFeatures {
            alternatives.append(DrivenTurns.Alternative(exit: exit, features: features))
        }
        return Self.weight(of: features, by: coefficients)
    }

    /// The weight of a road of some features.
    static func weight(of features: TurnFeatures, by coefficients: TurnCoefficients) -> Double {
        exponential(coefficients.score(of: features))
    }

    /// The weights of all exits from here around a roundabout, until a node is reached again.
    private mutating func weightOfExits(
        around start: DirectedLink, record: Link, until last: NodeReference,
        from approach: Approach, trail: WayTrail, exit number: Int
    ) throws(MapError) -> Double {
        var total = 0.0
        var current = start
        var currentRecord = record
        var trail = trail
        for _ in 0..<Self.longestRoundabout {
            if currentRecord.exit(current.direction) == last { break }
            try finder.findRoads(after: current, record: currentRecord, trail: trail)
            var next: (DirectedLink, Link)?
            for road in finder.roads {
                if road.traits.isRoundabout {
                    next = next ?? (road.link, road.record)
                } else {
                    let bearing = try bearings.departure(of: road.record, road.link.direction)
                    total += try weight(of: road, bearing, from: approach, exit: number)
                }
            }
            guard let next else { break }
            trail.pass(currentRecord.way, to: next.1.way)
            (current, currentRecord) = next
        }
        return total
    }

    // MARK: Learned turns

    mutating func setLearned(_ learned: LearnedTurns?) { self.learned = learned }

    /// Exchanges the learned turns with another model.
    mutating func exchangeLearned(with other: inout TurnModel) { swap(&learned, &other.learned) }

    /// Learns that the vehicle drove from one link to another.
    mutating func learn(from: DirectedLink, into: DirectedLink) throws(MapError) {
        let (from, into) = (try road(from), try road(into))
        learned?.learn(from: from, into: into)
    }

    private func road(_ link: DirectedLink) throws(MapError) -> LearnedTurns.Road {
        LearnedTurns.Road(try map.stableID(of: try map.link(link.link)), link.direction)
    }

    /// How often the vehicle drove from one link to another, if known.
    func timesTaken(_ exit: DirectedLink, after link: DirectedLink) throws(MapError) -> Double {
        guard let learned, learned.count > 0 else { return 0 }
        let from = try road(link)
        return learned.knows(from) ? try timesTaken(exit, from: from, learned) : 0
    }

    /// A road whose end is in a damaged part has no name, and counts as not driven.
    private func timesTaken(
        _ exit: DirectedLink, from: LearnedTurns.Road, _ learned: LearnedTurns
    ) throws(MapError) -> Double {
        do throws(MapError) { return Double(learned.count(of: try road(exit), from: from)) } catch {
            guard error.isOfBadPart else { throw error }
            return 0
        }
    }

    /// Sets the probabilities of a junction's exits with the learned turns.
    private func weigh(_ exits: inout [Exit], after link: DirectedLink) throws(MapError) {
        guard exits.count > 1, let learned, learned.count > 0 else { return }
        let from = try road(link)
        guard learned.knows(from) else { return }
        // An exit that no longer exists, or that is illegal now, does not count.
        var passes = 0.0
        for index in exits.indices where exits[index].legality == .legal {
            exits[index].setTaken(try timesTaken(exits[index].link, from: from, learned))
            passes += exits[index].taken
        }
        for index in exits.indices {
            exits[index].setPrior(
                LearnedTurns.probability(
                    expected: exits[index].prior, taken: exits[index].taken, of: passes))
        }
    }
}
