import Geodesy
import Quantities
import RoadMap
import Routing

/// A road that a path may go on by, at a junction.
struct Exit {
    let link: DirectedLink
    let record: Link
    let traits: LinkTraits
    /// At its entry.
    let bearing: Degrees
    let turnAngle: Degrees
    var weight: Double
    /// Without the course.
    var prior: Double
    /// With the course.
    var probability: Double
    /// How often the vehicle took it, as far as that is known.
    var taken = 0.0
    /// Whether the vehicle may take it.
    var legality = ExitLegality.legal
    /// Whether it is the link itself turned around.
    var isBackTurn = false
}

/// How likely a vehicle takes each exit of a junction: a conditional logit (McFadden 1974), the
/// exponential of the sum of each exit's features times their coefficients, against those of all exits.
///
/// In a roundabout what counts is the angle and the change between the road it was entered by and the
/// exit, and going on around has the weight of all exits that are still to come.
struct TurnModel {
    let map: RoadMap
    let coefficients: TurnCoefficients
    /// Bearings are taken over this length, so that the kink of the last metre does not count.
    private let bearingLength = Metres(12)
    /// Links of a roundabout looked at for exits.
    private let longestRoundabout = 40

    /// The moment, in seconds since 1970, that restrictions at times are looked at; `nil` where it is
    /// not known.
    var moment: Int64?
    /// What the road's surface is like, that restrictions in rain or snow are looked at for.
    var surface = SurfaceCondition.unknown

    /// Whom closed roads and turn restrictions are looked at for.
    var vehicle = TransportMode.car
    /// Whether turning back is an exit.
    var findsBackTurns = false
    /// Whether exits that are illegal are told of too.
    var findsIllegalExits = false

    /// What the vehicle did before, `nil` where that does not count.
    var learned: LearnedTurns?

    /// Whether the features of the last junction are kept, for a fit.
    var keepsFeatures = false
    /// They, where they are kept.
    private(set) var alternatives: [DrivenTurns.Alternative] = []

    /// Junctions with more exits than that make the memory for them grow.
    static let mostUsualExits = 16

    private var points: [Coordinate] = []
    var rules = TurnRules()
    // Memory that is kept from one junction to the next.
    var leaving: [DirectedLink] = []
    var marked: [Exit] = []
    private var around: [RoundaboutExit] = []

    /// A road that leaves a node of a roundabout.
    private struct RoundaboutExit {
        let link: DirectedLink
        let record: Link
        let traits: LinkTraits
        let bearing: Degrees
    }

    init(map: RoadMap, coefficients: TurnCoefficients = .fitted) {
        self.map = map
        self.coefficients = coefficients
        points.reserveCapacity(1024)
        leaving.reserveCapacity(Self.mostUsualExits)
        marked.reserveCapacity(Self.mostUsualExits)
        around.reserveCapacity(Self.mostUsualExits)
    }

    /// A link as the road by which one comes to its far end.
    mutating func approach(
        by link: DirectedLink, record: Link, traits: LinkTraits
    ) throws(MapError) -> Approach {
        Approach(
            bearing: try arrivalBearing(of: record, link.direction), traits: traits,
            way: record.way)
    }

    /// The bearing of a link where one leaves it at its far end.
    mutating func arrivalBearing(of link: Link, _ direction: Direction) throws(MapError) -> Degrees
    {
        try bearing(of: link, direction, atEntry: false)
    }

    /// The bearing of a link where one enters it.
    mutating func departureBearing(
        of link: Link,
        _ direction: Direction
    ) throws(MapError) -> Degrees {
        try bearing(of: link, direction, atEntry: true)
    }

    private mutating func bearing(
        of link: Link,
        _ direction: Direction,
        atEntry: Bool
    ) throws(MapError) -> Degrees {
        var end = LineEnd(bearingLength)
        if atEntry == (direction == .forward) {
            try map.forEachPoint(of: link) { end.take($0) }
        } else {
            points.removeAll(keepingCapacity: true)
            try map.forEachPoint(of: link) { point in
                points.append(point)
                return true
            }
            for point in points.reversed() {
                guard end.take(point) else { break }
            }
        }
        return atEntry ? end.bearing : end.bearing.reversed
    }

    /// Fills `exits` with the roads that the vehicle may leave a link by, with probabilities that sum to
    /// 1, in the order of the map file. Behind them, where that is asked for, come turning back and
    /// exits that are illegal, whose probability is 0. `trail` is the ways before the link's own.
    mutating func findExits(
        after arriving: DirectedLink,
        record: Link,
        traits arrivingTraits: LinkTraits,
        approach: Approach?,
        trail: WayTrail,
        into exits: inout [Exit]
    ) throws(MapError) {
        exits.removeAll(keepingCapacity: true)
        let heading = try arrivalBearing(of: record, arriving.direction)
        let isInRoundabout = arrivingTraits.isRoundabout
        let reference =
            isInRoundabout
            ? approach ?? Approach(bearing: heading, traits: LinkTraits(), way: nil)
            : Approach(bearing: heading, traits: arrivingTraits, way: record.way)
        try appendExits(of: arriving, record: record, trail: trail, into: &exits) {
            (model: inout TurnModel, exit, record, traits) throws(MapError) in
            let bearing = try model.departureBearing(of: record, exit.direction)
            return Exit(
                link: exit, record: record, traits: traits, bearing: bearing,
                turnAngle: bearing.turn(from: heading), weight: 1, prior: 0, probability: 0)
        }
        try findMarkedExits(of: arriving, record: record, heading: heading, beside: exits.count)
        alternatives.removeAll(keepingCapacity: true)
        // Where there is no choice, what weighs how much need not be read.
        if exits.count > 1 {
            for index in exits.indices {
                exits[index].weight = try weight(
                    ofExit: index, exits[index], of: arriving, record: record,
                    inRoundabout: isInRoundabout, from: reference, trail: trail)
            }
        }
        let total = exits.reduce(0) { $0 + $1.weight }
        for index in exits.indices {
            exits[index].prior =
                total > 0 ? exits[index].weight / total : 1 / Double(exits.count)
            exits[index].probability = exits[index].prior
        }
        addMarkedExits(to: &exits)
        try weigh(&exits, after: arriving)
    }

    private mutating func weight(
        ofExit number: Int, _ exit: Exit, of arriving: DirectedLink, record: Link,
        inRoundabout: Bool, from approach: Approach, trail: WayTrail
    ) throws(MapError) -> Double {
        guard inRoundabout, exit.traits.isRoundabout else {
            return try weight(
                of: exit.link, record: exit.record, traits: exit.traits, bearing: exit.bearing,
                from: approach, exit: number)
        }
        var passed = trail
        passed.pass(record.way, to: exit.record.way)
        return try weightOfExits(
            around: exit.link, record: exit.record, until: record.exit(arriving.direction),
            from: approach, trail: passed, exit: number)
    }

    /// The weight of a road for who comes by another one; `exit` is the number of the exit that leads
    /// to it.
    private mutating func weight(
        of link: DirectedLink, record: Link, traits: LinkTraits, bearing: Degrees,
        from approach: Approach, exit: Int
    ) throws(MapError) -> Double {
        let features = TurnFeatures(
            bearing: bearing, traits: traits, way: record.way,
            isDeadEnd: try isDeadEnd(link, record), from: approach)
        if keepsFeatures {
            alternatives.append(DrivenTurns.Alternative(exit: exit, features: features))
        }
        return exponential(coefficients.score(of: features))
    }

    /// Whether one can only turn back where a link ends.
    private func isDeadEnd(_ link: DirectedLink, _ record: Link) throws(MapError) -> Bool {
        var goesOn = false
        let node = try map.node(record.exit(link.direction))
        try map.forEachLink(leaving: node) { (exit) throws(MapError) in
            guard !goesOn, exit != link.reversed else { return }
            goesOn = try self.vehicle.mayDrive(try map.link(exit.link), exit.direction, on: map)
        }
        return !goesOn
    }

    /// The weights of all exits from here around a roundabout, until a node is reached again.
    private mutating func weightOfExits(
        around start: DirectedLink,
        record: Link,
        until last: NodeReference,
        from approach: Approach,
        trail: WayTrail,
        exit number: Int
    ) throws(MapError) -> Double {
        var total = 0.0
        var current = start
        var currentRecord = record
        var trail = trail
        var around: [RoundaboutExit] = []
        swap(&around, &self.around)
        defer { swap(&around, &self.around) }
        for _ in 0..<longestRoundabout {
            if currentRecord.exit(current.direction) == last { break }
            around.removeAll(keepingCapacity: true)
            try appendExits(
                of: current, record: currentRecord, trail: trail, into: &around
            ) {
                (model: inout TurnModel, exit, record, traits) throws(MapError) in
                RoundaboutExit(
                    link: exit, record: record, traits: traits,
                    bearing: try model.departureBearing(of: record, exit.direction))
            }
            var next: (DirectedLink, Link)?
            for exit in around {
                if exit.traits.isRoundabout {
                    next = next ?? (exit.link, exit.record)
                } else {
                    total += try weight(
                        of: exit.link, record: exit.record, traits: exit.traits,
                        bearing: exit.bearing, from: approach, exit: number)
                }
            }
            guard let next else { break }
            trail.pass(currentRecord.way, to: next.1.way)
            (current, currentRecord) = next
        }
        return total
    }
}
