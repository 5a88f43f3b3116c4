import ADASISv2
import Horizon
import Quantities
import RoadMap

extension ItemBuilder {
    /// Adds the values of step profiles that differ from the ones before them.
    mutating func appendSteps(of link: PathLink, to path: inout WirePath) {
        for cut in segments.cuts {
            let steps = segments.steps(at: cut, of: link)
            let metres = wireMetres(link.start + cut)
            for profile in StepProfile.allCases where steps[profile] != path.lastSteps?[profile] {
                append(profile, steps[profile], at: metres, to: &path)
            }
            path.lastSteps = steps
        }
    }

    private func append(
        _ profile: StepProfile, _ raw: UInt32, at metres: Int, to path: inout WirePath
    ) {
        let short = ProfileValueCode(raw: UInt16(truncatingIfNeeded: raw))
        let long = LongValueCode(raw: raw)
        switch profile {
        case .routeNumberType: append(.routeNumberType, short, at: metres, to: &path)
        case .roadAccessibility: append(.roadAccessibility, short, at: metres, to: &path)
        case .roadCondition: append(.roadCondition, short, at: metres, to: &path)
        case .truckSpeedLimit: append(.truckSpeedLimit, long, at: metres, to: &path)
        case .speedLimit: append(.speedLimitAndRecommendedSpeed, long, at: metres, to: &path)
        }
    }

    /// Adds the signs beside a link. Their numbers on the wire are those of the map file's objects.
    mutating func appendSigns(of link: PathLink, to path: inout WirePath) {
        for sign in segments.signs {
            if sign.kind == .variableSpeedSign {
                // Beside the road or above it, no map says.
                append(
                    .variableSpeedSignPosition, ProfileValueCode(variableSpeedSignPosition: []),
                    at: wireMetres(link.start + sign.offset), to: &path)
                continue
            }
            let value = TrafficSign(signType: UInt32(sign.kind.rawValue), value: 0)
            append(
                .trafficSign, LongValueCode(trafficSign: value),
                at: wireMetres(link.start + sign.offset), to: &path)
        }
    }

    /// Adds the lanes of a link where they differ from those before them; lanes that end have no
    /// number of lanes any more.
    mutating func appendLanes(of link: PathLink, to path: inout WirePath) {
        let lanes = segments.lanes
        guard lanes != path.lastLanes else { return }
        let metres = wireMetres(link.start)
        for number in 1...max(lanes.count, path.lastLanes.count) {
            var lane = ExtendedLane(lane: UInt32(number), of: UInt32(lanes.count))
            if number <= lanes.count {
                lane.directions = ExtendedLane.Directions(lanes[number - 1])
            } else {
                lane.lanes = 0
            }
            append(
                .extendedLane, LongValueCode(extendedLane: lane), at: metres,
                series: Series(lane: number), to: &path)
        }
        path.lastLanes = lanes
    }
}

extension ExtendedLane.Directions {
    /// Where the arrows on a lane lead.
    fileprivate init(_ arrows: LaneArrows) {
        self = []
        for (arrow, direction) in Self.directions where arrows.contains(arrow) { insert(direction) }
    }

    private static let directions: [(LaneArrows, ExtendedLane.Directions)] = [
        (.through, .straight), (.slightLeft, .slightLeft), (.left, .left), (.sharpLeft, .sharpLeft),
        (.slightRight, .slightRight), (.right, .right), (.sharpRight, .sharpRight),
        (.reverse, .uTurn),
    ]
}
