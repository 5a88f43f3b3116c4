import Geodesy
import Quantities
import RoadMap
import Routing

/// A road that a path may go on by, at a junction.
struct Exit {
    let link: DirectedLink
    let record: Link
    let traits: LinkTraits
    let turnAngle: Degrees
    var weight: Double
    /// By class and angle alone.
    var prior: Double
    /// With the course.
    var probability: Double
}

/// How likely a vehicle takes each exit of a junction, from road class and turn angle.
///
/// A plain prior until turn probabilities are fitted on drives: each 40° of turn and each step down
/// in class cost a factor, and the rest follows from the exits' weights summing to 1. In a
/// roundabout what counts is the angle between the road it was entered by and the exit, and going on
/// around has the weight of all exits that are still to come.
struct TurnModel {
    let map: RoadMap
    /// Bearings are taken over this length, so that the kink of the last metre does not count.
    private let bearingLength = Metres(12)
    /// Links of a roundabout looked at for exits.
    private let longestRoundabout = 40

    /// The moment, in seconds since 1970, that restrictions at times are looked at; `nil` where it is
    /// not known.
    var moment: Int64?

    private var shape = Shape()
    private var rules = TurnRules()
    // Memory that is kept from one junction to the next.
    private var leaving: [DirectedLink] = []
    private var around: [RoundaboutExit] = []

    /// A road that leaves a node of a roundabout.
    private struct RoundaboutExit {
        let link: DirectedLink
        let record: Link
        let traits: LinkTraits
        let bearing: Degrees
    }

    init(map: RoadMap) { self.map = map }

    /// What is known of a link.
    func traits(of link: Link) throws(MapError) -> LinkTraits {
        var traits = LinkTraits()
        try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
            switch attribute.kind {
            case .functionalRoadClass:
                traits.functionalRoadClass = FunctionalRoadClass(
                    rank: Int(min(attribute.value, 255))
                )
            case .formOfWay:
                traits.formOfWay = FormOfWay(
                    rawValue: UInt8(truncatingIfNeeded: min(attribute.value, 255))
                )
            case .restrictedAccess:
                traits.isRestricted = attribute.value == 1
            default: break
            }
        }
        return traits
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
        shape.removeAll()
        try map.appendShape(of: link, to: &shape)
        let length = min(bearingLength, shape.length)
        let isAtStart = atEntry == (direction == .forward)
        let (from, to) =
            isAtStart
            ? (shape.points[0], shape.place(at: length))
            : (shape.place(at: shape.length - length), shape.points[shape.count - 1])
        let bearing = LocalFrame(around: from).project(to).bearing
        return direction == .forward ? bearing : bearing.reversed
    }

    /// Fills `exits` with the roads that cars may leave a link by, the link itself turned around not
    /// among them, with probabilities that sum to 1. The order is that of the map file. `trail` is the
    /// ways before the link's own.
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
            ? approach ?? Approach(bearing: heading, functionalRoadClass: nil)
            : Approach(bearing: heading, functionalRoadClass: arrivingTraits.functionalRoadClass)
        try appendExits(of: arriving, record: record, trail: trail, into: &exits) {
            (model: inout TurnModel, exit, record, traits) throws(MapError) in
            let bearing = try model.departureBearing(of: record, exit.direction)
            return Exit(
                link: exit,
                record: record,
                traits: traits,
                turnAngle: bearing.turn(from: heading),
                weight: model.weight(bearing: bearing, traits: traits, from: reference),
                prior: 0, probability: 0
            )
        }
        if isInRoundabout {
            for index in exits.indices where exits[index].traits.isRoundabout {
                var passed = trail
                passed.pass(record.way, to: exits[index].record.way)
                exits[index].weight = try weightOfExits(
                    around: exits[index].link,
                    record: exits[index].record,
                    until: record.exit(arriving.direction),
                    from: reference,
                    trail: passed
                )
            }
        }
        let total = exits.reduce(0) { $0 + $1.weight }
        for index in exits.indices {
            exits[index].prior =
                total > 0 ? exits[index].weight / total : 1 / Double(exits.count)
            exits[index].probability = exits[index].prior
        }
    }

    /// Appends what `make` makes of each legal exit.
    private mutating func appendExits<Made>(
        of arriving: DirectedLink,
        record: Link,
        trail: WayTrail,
        into found: inout [Made],
        _ make: (inout TurnModel, DirectedLink, Link, LinkTraits) throws(MapError) -> Made
    ) throws(MapError) {
        let node = try map.node(record.exit(arriving.direction))
        // The map must not be read through a node's list while the model is changed, so the list
        // is copied first; junctions are small.
        var leaving: [DirectedLink] = []
        swap(&leaving, &self.leaving)
        leaving.removeAll(keepingCapacity: true)
        defer { swap(&leaving, &self.leaving) }
        try map.forEachLink(leaving: node) { (exit) throws(MapError) in leaving.append(exit) }
        try rules.read(leaving: record, arriving.direction, on: map, at: moment, cameBy: trail)
        for exit in leaving where exit != arriving.reversed {
            let record = try map.link(exit.link)
            guard record.directions.contains(exit.direction), rules.allows(record.way) else {
                continue
            }
            found.append(try make(&self, exit, record, try traits(of: record)))
        }
    }

    /// The weight of a road from its angle to the approach and its class.
    private func weight(bearing: Degrees, traits: LinkTraits, from approach: Approach) -> Double {
        var weight = exponential(-abs(bearing.turn(from: approach.bearing).value) / 40)
        if let from = approach.functionalRoadClass, let to = traits.functionalRoadClass {
            let steps = Double(Int(to.rank) - Int(from.rank))
            weight *= exponential(steps > 0 ? -0.9 * steps : 0.25 * steps)
        }
        if traits.isRestricted { weight *= 0.1 }
        return weight
    }

    /// The weights of all exits from here around a roundabout, until a node is reached again.
    private mutating func weightOfExits(
        around start: DirectedLink,
        record: Link,
        until last: NodeReference,
        from approach: Approach,
        trail: WayTrail
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
                    total += weight(bearing: exit.bearing, traits: exit.traits, from: approach)
                }
            }
            guard let next else { break }
            trail.pass(currentRecord.way, to: next.1.way)
            (current, currentRecord) = next
        }
        return total
    }
}
