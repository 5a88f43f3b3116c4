public import Quantities
public import RoadMap

/// The exits of junctions along a way that is driven, link by link, and how likely each is.
///
/// ```swift
/// var turns = DrivenTurns(map: map)
/// for link in way {
///     try turns.enter(link)
///     turns.exits   // those at the far end of the link
/// }
/// ```
public struct DrivenTurns {
    /// A legal exit of the junction, the link itself turned around not among them.
    public struct Exit: Sendable {
        /// The link it leads into.
        public let link: DirectedLink
        /// The angle from the end of the link before into it, -180 ..< 180, clockwise positive.
        public let turnAngle: Degrees
        /// Its functional road class, `nil` where unknown.
        public let functionalRoadClass: FunctionalRoadClass?
        /// The probability that a car takes it, 0...1; they sum to 1.
        public let probability: Double
    }

    /// A way out of the junction that has features of its own: an exit, or one of the exits of a
    /// roundabout to which going on around leads.
    public struct Alternative: Sendable {
        /// The number of the exit by which one comes to it.
        public let exit: Int
        /// Its features.
        public let features: TurnFeatures
    }

    /// The exits where the last link that was entered ends, in the order of the map file.
    public private(set) var exits: [Exit] = []
    /// What they can lead to.
    public var alternatives: [Alternative] { model.alternatives }
    /// The class of the last link that was entered, `nil` where unknown.
    public var functionalRoadClass: FunctionalRoadClass? { last?.traits.functionalRoadClass }
    /// Whether the last link that was entered is part of a roundabout.
    public var isInRoundabout: Bool { last?.traits.isRoundabout ?? false }

    /// What was learned of turns, which counts for their probabilities, and is added to as the way is
    /// driven; `nil` where it does not.
    public var learned: LearnedTurns? {
        get { model.learned }
        set { model.learned = newValue }
    }

    /// The share of each exit in the road that may be driven to from here, in their order, by the way that was
    /// driven (``DestinationExponents``); empty where that is not known yet.
    public private(set) var roadShares: [Double] = []

    private var model: TurnModel
    private var reach = DestinationReach()
    private var found: [Horizon.Exit] = []
    private var last: (link: DirectedLink, record: Link, traits: LinkTraits)?
    private var approach: Approach?
    private var trail = WayTrail()

    /// No way yet; other coefficients than the fitted ones are for comparisons.
    public init(map: RoadMap, coefficients: TurnCoefficients = .fitted) {
        model = TurnModel(map: map, coefficients: coefficients)
        model.keepsFeatures = true
    }

    /// Goes on to a link. One that the link before does not lead to begins another way.
    public mutating func enter(_ link: DirectedLink) throws(MapError) {
        let record = try model.map.link(link.link)
        let traits = try LinkTraits(of: record, link.direction, on: model.map)
        if let last, last.record.exit(last.link.direction) == record.entry(link.direction) {
            trail.pass(last.record.way, to: record.way)
            if model.learned != nil, found.count > 1 {
                try model.learn(from: last.link, into: link)
            }
            if !traits.isRoundabout {
                approach = nil
            } else if !last.traits.isRoundabout {
                approach = try model.approach(
                    by: last.link, record: last.record, traits: last.traits)
            }
        } else {
            trail = WayTrail()
            approach = nil
        }
        try reach.enter(record, link.direction, among: found.count > 1, on: model.map)
        try reach.advance(links: .max, on: model.map)
        last = (link, record, traits)
        try model.findExits(
            after: link, record: record, traits: traits, approach: approach, trail: trail,
            into: &found)
        try weighByDestinations()
        exits.removeAll(keepingCapacity: true)
        for exit in found {
            exits.append(
                Exit(
                    link: exit.link, turnAngle: exit.turnAngle,
                    functionalRoadClass: exit.traits.functionalRoadClass,
                    probability: exit.probability))
        }
    }

    /// Gives the exits the probabilities that they have by where they lead. What the vehicle itself did there
    /// counts against them as against those of the model.
    private mutating func weighByDestinations() throws(MapError) {
        roadShares.removeAll(keepingCapacity: true)
        guard found.count > 1, reach.reaches(beyond: 0) else { return }
        var road = 0.0
        var passes = 0.0
        for exit in found {
            roadShares.append(
                try reach.road(by: exit.record, exit.link.direction, beyond: 0, on: model.map))
            road += roadShares[roadShares.count - 1]
            passes += exit.taken
        }
        guard road > 0 else { return roadShares.removeAll(keepingCapacity: true) }
        for index in roadShares.indices { roadShares[index] /= road }
        guard let exponents = model.coefficients.destinations else { return }
        var total = 0.0
        for index in found.indices {
            let exit = found[index]
            found[index].weight = exponents.weight(
                expected: LearnedTurns.expected(
                    probability: exit.prior, taken: exit.taken, of: passes),
                share: roadShares[index])
            total += found[index].weight
        }
        for index in found.indices {
            found[index].probability = LearnedTurns.probability(
                expected: found[index].weight / total, taken: found[index].taken, of: passes)
        }
    }
}
