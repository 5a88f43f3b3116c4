public import Quantities
public import RoadMap
import Routing

/// The exits of junctions along a driven route, link by link, with their probabilities.
///
/// ```swift
/// var turns = DrivenTurns(map: map)
/// for link in way {
///     try turns.enter(link)
///     turns.exits   // those at the far end of the link
/// }
/// ```
public struct DrivenTurns {
    /// A legal exit of the junction, except the U-turn onto the link itself.
    public struct Exit: Sendable {
        /// The link it leads into.
        public let link: DirectedLink
        /// The angle from the end of the link before into it, -180 ..< 180, clockwise positive.
        public let turnAngle: Degrees
        /// Its functional road class; `nil` if unknown.
        public let functionalRoadClass: FunctionalRoadClass?
        /// The probability that a car takes it, 0...1; they sum to 1.
        public let probability: Double
    }

    /// A road out of the junction with features of its own: an exit, or an exit of the roundabout
    /// that an exit leads to.
    public struct Alternative: Sendable {
        /// The number of the exit that leads to it.
        public let exit: Int
        /// Its features.
        public let features: TurnFeatures
    }

    /// The exits at the end of the last entered link, in the order of the map file.
    public private(set) var exits: [Exit] = []
    /// The roads that they lead to.
    public var alternatives: [Alternative] { model.alternatives }
    /// The class of the last link that was entered; `nil` if unknown.
    public var functionalRoadClass: FunctionalRoadClass? { last?.traits.functionalRoadClass }
    /// Whether the last link that was entered is part of a roundabout.
    public var isInRoundabout: Bool { last?.traits.isRoundabout ?? false }

    /// The learned turns. They count for the probabilities, and the driven route adds to them;
    /// `nil` if turns are not learned.
    public var learned: LearnedTurns? {
        get { model.learned }
        set { model.setLearned(newValue) }
    }

    /// The share of each exit in the reachable road, in their order, for the driven route
    /// (``DestinationExponents``); empty if unknown.
    public private(set) var roadShares: [Double] = []

    private let map: RoadMap
    private var model: TurnModel
    private var reach = DestinationReach()
    private var found: [Horizon.Exit] = []
    private var last: (link: DirectedLink, record: Link, traits: LinkTraits)?
    private var approach: Approach?
    private var trail = WayTrail()

    /// Whether destinations are searched: thousands of links for each junction.
    private let findsDestinations: Bool

    /// No route yet. Only comparisons use other coefficients than the fitted ones.
    public init(
        map: RoadMap, coefficients: TurnCoefficients = .fitted, findsDestinations: Bool = true
    ) {
        self.map = map
        self.findsDestinations = findsDestinations
        let finder = ExitFinder(
            map: map, vehicle: .car, findsUTurns: false, findsIllegalExits: false)
        model = TurnModel(
            map: map, finder: finder, coefficients: coefficients, keepsFeatures: true)
    }

    /// Enters a link. A link that does not follow the previous one begins a new route.
    public mutating func enter(_ link: DirectedLink) throws(MapError) {
        let record = try map.link(link.link)
        let traits = try LinkTraits(of: record, link.direction, on: map)
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
        if findsDestinations {
            try reach.enter(record, link.direction, among: found.count > 1, on: map)
            try reach.advance(links: .max, on: map)
        }
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

    /// Sets the exits' probabilities by their destinations. The past turns there of other cars and of the vehicle itself
    /// count against them, as against the model.
    private mutating func weighByDestinations() throws(MapError) {
        roadShares.removeAll(keepingCapacity: true)
        guard found.count > 1, reach.reaches(beyond: 0) else { return }
        var road = 0.0
        var passes = 0.0
        var counted = 0.0
        for exit in found {
            roadShares.append(reach.road(by: exit.link, beyond: 0))
            road += roadShares[roadShares.count - 1]
            passes += exit.taken
            counted += exit.counted
        }
        guard road > 0 else { return roadShares.removeAll(keepingCapacity: true) }
        for index in roadShares.indices { roadShares[index] /= road }
        guard let exponents = model.coefficients.destinations else { return }
        var total = 0.0
        for index in found.indices {
            let exit = found[index]
            let unlearned = LearnedTurns.expected(
                probability: exit.prior, taken: exit.taken, of: passes)
            found[index].setWeight(
                exponents.weight(
                    expected: CountedTurns.expected(
                        probability: unlearned, counted: exit.counted, of: counted),
                    share: roadShares[index]))
            total += found[index].weight
        }
        for index in found.indices {
            let expected = CountedTurns.probability(
                expected: found[index].weight / total, counted: found[index].counted,
                of: counted)
            found[index].weigh(
                LearnedTurns.probability(
                    expected: expected, taken: found[index].taken, of: passes))
        }
    }
}
