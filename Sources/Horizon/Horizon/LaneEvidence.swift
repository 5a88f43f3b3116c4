import Quantities
import RoadMap

/// The lane as evidence: the direction of its arrows on the link before the junction.
struct LaneEvidence {
    private let map: RoadMap
    /// The lanes of the last link.
    private var known: (link: DirectedLink, lanes: TurnLanes)?

    /// Farther from the junction, arrows are not binding yet, m.
    private static let reach = 60.0
    /// The directions of arrows, degrees clockwise. A U-turn is no exit here.
    private static let arrowAngles: [(LaneArrows, Double)] = [
        (.through, 0), (.slightLeft, -35), (.left, -90), (.sharpLeft, -135), (.slightRight, 35),
        (.right, 90), (.sharpRight, 135),
    ]
    /// An arrow leads to the nearest exit within this angle, degrees.
    private static let widestMiss = 50.0

    init(map: RoadMap) { self.map = map }

    /// Weighs the next junction, at a distance.
    mutating func weigh(
        _ junction: inout JunctionExits, at distance: Double, for intent: DriverIntent,
        on store: PathStore, vehicle: Metres, _ parameters: IntentParameters
    ) throws(MapError) {
        guard intent.lane != .unknown, parameters.wrongLaneRatio < 1, distance <= Self.reach,
            let link = store.paths[0].links.last(where: { $0.end == junction.offset }),
            link.start.metres <= vehicle,
            let arrows = try arrows(of: intent.lane, on: link)
        else { return }
        let leads = Self.exits(of: junction, alongAnyOf: arrows)
        // Arrows that lead to no exit belong to another junction.
        guard leads != 0 else { return }
        for index in junction.exits.indices.prefix(64) where leads & 1 << UInt64(index) == 0 {
            junction.setRatio(parameters.wrongLaneRatio, by: .lane, ofExit: index)
        }
    }

    /// The arrows of a lane; `nil` if none are known.
    private mutating func arrows(
        of lane: DrivenLane, on link: PathLink
    ) throws(MapError) -> LaneArrows? {
        let lanes = try lanes(of: link)
        let number: Int
        switch lane {
        case .unknown: return nil
        case .fromLeft(let lane): number = Int(lane) - 1
        case .fromRight(let lane): number = lanes.count - Int(lane)
        }
        guard number >= 0, number < lanes.count, !lanes[number].isEmpty else { return nil }
        return lanes[number]
    }

    /// The exits that arrows lead to, a bit each.
    private static func exits(of junction: JunctionExits, alongAnyOf arrows: LaneArrows) -> UInt64 {
        var leads: UInt64 = 0
        for (arrow, angle) in arrowAngles where arrows.contains(arrow) {
            var nearest: Int?
            for index in junction.exits.indices.prefix(64) {
                let miss = abs(junction.exits[index].angle - angle)
                guard miss <= widestMiss else { continue }
                if let nearest, abs(junction.exits[nearest].angle - angle) <= miss { continue }
                nearest = index
            }
            if let nearest { leads |= 1 << UInt64(nearest) }
        }
        return leads
    }

    private mutating func lanes(of link: PathLink) throws(MapError) -> TurnLanes {
        if let known, known.link == link.link { return known.lanes }
        var found = TurnLanes()
        try map.forEachAttribute(of: link.record) { (attribute) throws(MapError) in
            guard attribute.kind == .turnLanes,
                attribute.directions.contains(link.link.direction)
            else { return }
            found = try map.turnLanes(attribute, of: link.record)
        }
        known = (link.link, found)
        return found
    }
}
