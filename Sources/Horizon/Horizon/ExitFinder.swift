import Quantities
import RoadMap
import Routing

/// Finds the roads by which the vehicle may leave a link: access, turn restrictions and their conditions.
struct ExitFinder {
    private let map: RoadMap
    /// The vehicle that access and turn restrictions apply to.
    let vehicle: TransportMode
    /// Whether U-turns are exits.
    let findsUTurns: Bool
    /// Whether illegal exits are found too.
    let findsIllegalExits: Bool

    /// The time, in seconds since 1970, for restrictions at times; `nil` if unknown.
    private(set) var moment: Int64?
    /// The road surface, for restrictions in rain or snow.
    private(set) var surface = SurfaceCondition.unknown
    /// The restrictions of the host: closed links are no legal exits.
    private(set) var restrictions = RoadRestrictions()
    /// Incremented whenever the restrictions change.
    private(set) var restrictionNumber = 0

    /// The legal exits of the last junction, except U-turns, in the order of the map file.
    private(set) var roads: [ExitRoad] = []
    /// The U-turn and the illegal exits of the last junction for which the caller requested them.
    private(set) var markedRoads: [ExitRoad] = []
    /// All links that leave the last junction.
    private var leaving: [DirectedLink] = []
    private var rules = TurnRules()

    /// At junctions with more exits than that, the memory grows.
    static let mostUsualExits = 16

    init(map: RoadMap, vehicle: TransportMode, findsUTurns: Bool, findsIllegalExits: Bool) {
        self.map = map
        self.vehicle = vehicle
        self.findsUTurns = findsUTurns
        self.findsIllegalExits = findsIllegalExits
        leaving.reserveCapacity(Self.mostUsualExits)
        roads.reserveCapacity(Self.mostUsualExits)
        markedRoads.reserveCapacity(Self.mostUsualExits)
    }

    mutating func setMoment(_ moment: Int64?) { self.moment = moment }

    mutating func setRestrictions(_ restrictions: RoadRestrictions) {
        guard restrictions != self.restrictions else { return }
        self.restrictions = restrictions
        restrictionNumber += 1
    }

    mutating func setSurface(_ surface: SurfaceCondition) { self.surface = surface }

    /// Fills ``roads``. The trail is the list of ways before the link's own.
    mutating func findRoads(
        after arriving: DirectedLink, record: Link, trail: WayTrail
    ) throws(MapError) {
        roads.removeAll(keepingCapacity: true)
        let node = try map.node(record.exit(arriving.direction))
        leaving.removeAll(keepingCapacity: true)
        try map.forEachLink(leaving: node) { (exit) throws(MapError) in leaving.append(exit) }
        try rules.read(
            leaving: record, arriving.direction, on: map, vehicle: vehicle.vehicles, at: moment,
            on: surface, cameBy: trail)
        for exit in leaving where exit != arriving.reversed {
            let record = try map.link(exit.link)
            guard try vehicle.mayDrive(record, exit.direction, on: map), rules.allows(record.way),
                !restrictions.closes(exit)
            else { continue }
            roads.append(try road(exit, record, .legal))
        }
    }

    /// Fills ``markedRoads``, as far as requested, after ``findRoads(after:record:trail:)`` for the
    /// same link.
    mutating func findMarkedRoads(
        after arriving: DirectedLink, record: Link
    ) throws(MapError) {
        markedRoads.removeAll(keepingCapacity: true)
        if findsIllegalExits {
            for exit in leaving where exit != arriving.reversed {
                let record = try map.link(exit.link)
                guard let legality = try legality(of: record, exit.direction), legality != .legal
                else { continue }
                markedRoads.append(try road(exit, record, legality))
            }
        }
        guard findsUTurns, let legality = try legalityOfUTurn(of: arriving, record),
            legality == .legal || findsIllegalExits
        else { return }
        markedRoads.append(try road(arriving.reversed, record, legality, isUTurn: true))
    }

    /// Fills `links` with the legal exits of a link, including U-turns if they are exits.
    mutating func findLegalExits(
        after arriving: DirectedLink, record: Link, trail: WayTrail,
        into links: inout [DirectedLink]
    ) throws(MapError) {
        try findRoads(after: arriving, record: record, trail: trail)
        links.removeAll(keepingCapacity: true)
        for road in roads { links.append(road.link) }
        if findsUTurns, try legalityOfUTurn(of: arriving, record) == .legal {
            links.append(arriving.reversed)
        }
    }

    /// Whether only a U-turn is possible at the end of a link; not where the map is damaged there.
    func isDeadEnd(_ link: DirectedLink, _ record: Link) throws(MapError) -> Bool {
        do throws(MapError) { return try !goesOn(link, record) } catch {
            guard error.isOfBadPart else { throw error }
            return false
        }
    }

    private func goesOn(_ link: DirectedLink, _ record: Link) throws(MapError) -> Bool {
        var goesOn = false
        let node = try map.node(record.exit(link.direction))
        try map.forEachLink(leaving: node) { (exit) throws(MapError) in
            guard !goesOn, exit != link.reversed else { return }
            goesOn =
                try vehicle.mayDrive(try map.link(exit.link), exit.direction, on: map)
                && !restrictions.closes(exit)
        }
        return goesOn
    }

    private func road(
        _ link: DirectedLink, _ record: Link, _ legality: ExitLegality, isUTurn: Bool = false
    ) throws(MapError) -> ExitRoad {
        ExitRoad(
            link: link, record: record,
            traits: try LinkTraits(of: record, link.direction, on: map), legality: legality,
            isUTurn: isUTurn)
    }

    /// Whether the vehicle may turn into a link from the last junction; `nil` if the link is no road,
    /// such as the line of a ferry.
    private func legality(
        of link: Link, _ direction: Direction
    ) throws(MapError) -> ExitLegality? {
        if link.directions.isEmpty { return try isFerry(link) ? nil : .closed }
        guard link.directions.contains(direction) else { return .oneWay }
        guard try vehicle.mayDrive(link, direction, on: map),
            !restrictions.closes(DirectedLink(link.reference, direction))
        else { return .closed }
        return rules.allows(link.way) ? .legal : .forbiddenTurn
    }

    /// Whether the vehicle may make a U-turn at the last junction; `nil` if the road just continues
    /// by another link. Nobody makes a U-turn there.
    private func legalityOfUTurn(
        of arriving: DirectedLink, _ record: Link
    ) throws(MapError) -> ExitLegality? {
        guard roads.isEmpty || leaving.count > 2 else { return nil }
        let back = arriving.direction.reversed
        guard record.directions.contains(back) else { return .oneWay }
        guard try vehicle.mayDrive(record, back, on: map), !restrictions.closes(arriving.reversed)
        else { return .closed }
        return rules.allows(record.way, uTurn: true) ? .legal : .forbiddenTurn
    }

    private func isFerry(_ link: Link) throws(MapError) -> Bool {
        var isFerry = false
        try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
            if attribute.kind == .ferry { isFerry = true }
        }
        return isFerry
    }
}

extension ExitFinder {
    /// The exits of a tree.
    init(map: RoadMap, for parameters: HorizonParameters) {
        self.init(
            map: map, vehicle: parameters.vehicle, findsUTurns: parameters.showsUTurns,
            findsIllegalExits: parameters.showsIllegalExits)
    }
}
