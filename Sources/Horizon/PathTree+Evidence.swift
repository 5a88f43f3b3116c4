import Geodesy
import Quantities
import RoadMap

// What each kind of evidence says of the exits of a junction.
extension PathTree {
    /// The turn indicator: where it is on, the next junction that has an exit to that side is meant. Where
    /// it is off just before a junction, a turn there is less likely.
    mutating func weighByIndicator(
        _ known: DriverIntent, at offset: Centimetres, _ isSignalled: inout Bool
    ) {
        let distance = (offset.metres - vehicleOffset).value
        let ratio: Double
        switch known.indicator {
        case .unknown, .both: return
        case .off:
            guard distance <= IntentState.unsignalledReach else { return }
            ratio = parameters.intent.unsignalledRatio
        case .left, .right:
            guard !isSignalled, distance <= indicatorReach(known) else { return }
            ratio = parameters.intent.indicatorRatio
        }
        let straight = straightestAngle()
        for index in intent.exits.indices {
            guard let side = Self.side(of: intent.exits[index], besides: straight) else { continue }
            switch (known.indicator, side) {
            case (.left, .left), (.right, .right):
                intent.exits[index].ratios[0] = ratio
                isSignalled = true
            case (.off, _): intent.exits[index].ratios[0] = ratio
            default: break
            }
        }
    }

    /// How far a junction is at most that an indicator is about, m.
    private mutating func indicatorReach(_ known: DriverIntent) -> Double {
        var speed = known.speed
        if speed == nil {
            for link in paths[0].links where link.start.metres <= vehicleOffset {
                speed = link.traits.expectedSpeed
            }
        }
        let reach = (speed?.value ?? 0) * parameters.intent.indicatorTime.seconds
        return min(max(reach, IntentState.shortestReach), IntentState.longestReach)
    }

    private mutating func straightestAngle() -> Double {
        intent.exits.reduce(180) { abs($1.angle) < abs($0) ? $1.angle : $0 }
    }

    /// The side that a driver signals for an exit: that of a turn, and of what leaves a road that goes
    /// straight on; `nil` for what goes straight on.
    private static func side(
        of exit: IntendedExit, besides straight: Double
    ) -> RoadSide? {
        if exit.turns { return exit.angle < 0 ? .left : .right }
        // A ramp leaves at a small angle.
        guard abs(exit.angle - straight) >= leastParting else { return nil }
        return exit.angle < straight ? .left : .right
    }

    /// Roads that part by less have no side, degrees.
    private static var leastParting: Double { 5 }

    /// The speed: what asks for more than comfortable braking is less likely, what asks for more than the
    /// road gives is next to impossible. Between the two the odds fall evenly by their logarithm.
    mutating func weighBySpeed(_ known: DriverIntent, at offset: Centimetres) {
        guard let speed = known.speed?.value, parameters.intent.tooFastRatio < 1 else { return }
        let distance = (offset.metres - vehicleOffset).value
        let way = max(distance - IntendedExit.tangent, Self.shortestBraking)
        let comfortable = parameters.intent.comfortableDeceleration.value
        let hardest = parameters.intent.hardestDeceleration.value
        let least = logarithm(parameters.intent.tooFastRatio)
        for index in intent.exits.indices {
            guard
                let safe = intent.exits[index].safeSpeed(
                    lateral: parameters.intent.lateralAcceleration.value)
            else { continue }
            let asked = (speed * speed - safe * safe) / (2 * way)
            let range = max(hardest - comfortable, 0.01)
            let share = min(max((asked - comfortable) / range, 0), 1)
            intent.exits[index].ratios[2] = exponential(least * share)
        }
    }

    /// The way that is left for braking is not known better than this, m.
    private static var shortestBraking: Double { 5 }

    /// The lane: where its arrows lead, on the link before the junction.
    mutating func weighByLane(
        _ known: DriverIntent, at offset: Centimetres
    ) throws(MapError) {
        guard known.lane != .unknown, parameters.intent.wrongLaneRatio < 1,
            (offset.metres - vehicleOffset).value <= IntentState.laneReach,
            let link = paths[0].links.last(where: { $0.end == offset }),
            link.start.metres <= vehicleOffset
        else { return }
        let lanes = try turnLanes(of: link)
        let number: Int
        switch known.lane {
        case .unknown: return
        case .fromLeft(let lane): number = Int(lane) - 1
        case .fromRight(let lane): number = lanes.count - Int(lane)
        }
        guard number >= 0, number < lanes.count, !lanes[number].isEmpty else { return }
        let arrows = lanes[number]
        var leads: UInt64 = 0
        for (arrow, angle) in Self.arrowAngles where arrows.contains(arrow) {
            var nearest: Int?
            for index in intent.exits.indices.prefix(64) {
                let miss = abs(intent.exits[index].angle - angle)
                guard miss <= Self.widestMiss else { continue }
                if let nearest, abs(intent.exits[nearest].angle - angle) <= miss { continue }
                nearest = index
            }
            if let nearest { leads |= 1 << UInt64(nearest) }
        }
        // Arrows that lead nowhere are those of another junction.
        guard leads != 0 else { return }
        for index in intent.exits.indices.prefix(64) where leads & 1 << UInt64(index) == 0 {
            intent.exits[index].ratios[1] = parameters.intent.wrongLaneRatio
        }
    }

    /// Where arrows point, degrees clockwise. Turning back is no exit that the lane's others are against.
    private static let arrowAngles: [(LaneArrows, Double)] = [
        (.through, 0), (.slightLeft, -35), (.left, -90), (.sharpLeft, -135), (.slightRight, 35),
        (.right, 90), (.sharpRight, 135),
    ]
    /// An arrow leads to the exit that is nearest to it, and no farther from it than this, degrees.
    private static var widestMiss: Double { 50 }

    private mutating func turnLanes(of link: PathLink) throws(MapError) -> TurnLanes {
        if let known = intent.lanes, known.link == link.link.link,
            known.direction == link.link.direction
        {
            return known.lanes
        }
        var found = TurnLanes()
        try map.forEachAttribute(of: link.record) { (attribute) throws(MapError) in
            guard attribute.kind == .turnLanes,
                attribute.directions.contains(link.link.direction)
            else { return }
            found = try map.withText(attribute, of: link.record, TurnLanes.init)
        }
        intent.lanes = (link.link.link, link.link.direction, found)
        return found
    }

    /// The heading: how far the vehicle has turned since it came to the junction, against how far it would
    /// have on its way into each exit.
    mutating func weighByHeading(_ known: DriverIntent, at offset: Centimetres) {
        let deviation = parameters.intent.headingDeviation.value
        let distance = (offset.metres - vehicleOffset).value
        guard let heading = known.heading?.value, deviation > 0,
            distance <= IntentState.insideReach, let main = paths.first?.id
        else { return }
        guard let entered = intent.entered, entered.path == main, entered.offset == offset else {
            // Who is in its middle already came to it unseen.
            guard distance >= IntendedExit.tangent else { return }
            intent.entered = (main, offset, heading)
            return
        }
        let turned = heading - entered.heading
        for index in intent.exits.indices {
            let miss = (turned - intent.exits[index].turned(before: distance)) / deviation
            intent.exits[index].ratios[3] = max(
                exponential(-miss * miss / 2), IntentState.leastHeadingRatio)
        }
    }
}
