import Quantities
import RoadMap
import Routing

// Which roads the vehicle may leave a link by.
extension TurnModel {
    /// The share of those who come to a junction that turn back there: 15 times at 1,594 junctions, of taxi
    /// trips in Porto and recorded drives with ground truth (`tools/measure-prediction`, TurnCoefficients).
    static var backTurnProbability: Double { 0.01 }

    /// Finds those exits from now on that a tree is to have.
    mutating func findExits(for parameters: HorizonParameters) {
        vehicle = parameters.vehicle
        findsBackTurns = parameters.showsBackTurns
        findsIllegalExits = parameters.showsIllegalExits
    }

    /// Fills `links` with the roads that the vehicle may leave a link by, as in ``findExits``, turning
    /// back among them where that is an exit.
    mutating func findLegalExits(
        after arriving: DirectedLink, record: Link, trail: WayTrail,
        into links: inout [DirectedLink]
    ) throws(MapError) {
        links.removeAll(keepingCapacity: true)
        try appendExits(of: arriving, record: record, trail: trail, into: &links) {
            (_, exit, _, _) in exit
        }
        if findsBackTurns,
            try legalityOfBackTurn(of: arriving, record, beside: links.count) == .legal
        {
            links.append(arriving.reversed)
        }
    }

    /// Appends what `make` makes of each legal exit, turning back not among them.
    mutating func appendExits<Made>(
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
        try rules.read(
            leaving: record, arriving.direction, on: map, vehicle: vehicle.vehicles, at: moment,
            on: surface, cameBy: trail)
        for exit in leaving where exit != arriving.reversed {
            let record = try map.link(exit.link)
            guard try vehicle.mayDrive(record, exit.direction, on: map), rules.allows(record.way)
            else { continue }
            let traits = try LinkTraits(of: record, exit.direction, on: map)
            found.append(try make(&self, exit, record, traits))
        }
    }

    /// Finds turning back and the illegal exits, as far as they are asked for, where ``appendExits`` has
    /// just found a number of legal ones.
    mutating func findMarkedExits(
        of arriving: DirectedLink, record: Link, heading: Degrees, beside legal: Int
    ) throws(MapError) {
        marked.removeAll(keepingCapacity: true)
        if findsIllegalExits {
            for number in leaving.indices where leaving[number] != arriving.reversed {
                let exit = leaving[number]
                let record = try map.link(exit.link)
                let legality = try legality(of: record, exit.direction)
                guard let legality, legality != .legal else { continue }
                try mark(exit, record, legality, heading: heading)
            }
        }
        guard findsBackTurns,
            let legality = try legalityOfBackTurn(of: arriving, record, beside: legal),
            legality == .legal || findsIllegalExits
        else { return }
        try mark(arriving.reversed, record, legality, heading: heading, isBackTurn: true)
    }

    private mutating func mark(
        _ exit: DirectedLink, _ record: Link, _ legality: ExitLegality, heading: Degrees,
        isBackTurn: Bool = false
    ) throws(MapError) {
        let traits = try LinkTraits(of: record, exit.direction, on: map)
        let bearing = try departureBearing(of: record, exit.direction)
        marked.append(
            Exit(
                link: exit, record: record, traits: traits, bearing: bearing,
                turnAngle: bearing.turn(from: heading), weight: 0, prior: 0, probability: 0,
                legality: legality, isBackTurn: isBackTurn))
    }

    /// Puts them behind the others, whose probabilities with a legal one sum to 1 again.
    mutating func addMarkedExits(to exits: inout [Exit]) {
        guard !marked.isEmpty else { return }
        let goesOn = !exits.isEmpty
        if goesOn, marked.contains(where: { $0.legality == .legal }) {
            for index in exits.indices {
                exits[index].prior *= 1 - Self.backTurnProbability
                exits[index].probability = exits[index].prior
            }
        }
        for var exit in marked {
            if exit.legality == .legal {
                exit.prior = goesOn ? Self.backTurnProbability : 1
                exit.probability = exit.prior
            }
            exits.append(exit)
        }
    }

    /// Whether one may turn from the link whose rules were read last into another one; `nil` into one
    /// that is no road, such as the line of a ferry.
    private func legality(
        of link: Link, _ direction: Direction
    ) throws(MapError) -> ExitLegality? {
        if link.directions.isEmpty { return try isFerry(link) ? nil : .closed }
        guard link.directions.contains(direction) else { return .oneWay }
        guard try vehicle.mayDrive(link, direction, on: map) else { return .closed }
        return rules.allows(link.way) ? .legal : .forbiddenTurn
    }

    /// Whether one may turn back where a link ends; `nil` where one would not: where the road just goes
    /// on by another link.
    private func legalityOfBackTurn(
        of arriving: DirectedLink, _ record: Link, beside legal: Int
    ) throws(MapError) -> ExitLegality? {
        guard legal == 0 || leaving.count > 2 else { return nil }
        let back = arriving.direction.reversed
        guard record.directions.contains(back) else { return .oneWay }
        guard try vehicle.mayDrive(record, back, on: map) else { return .closed }
        return rules.allows(record.way, turningBack: true) ? .legal : .forbiddenTurn
    }

    private func isFerry(_ link: Link) throws(MapError) -> Bool {
        var isFerry = false
        try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
            if attribute.kind == .ferry { isFerry = true }
        }
        return isFerry
    }
}
