import ADASISv2
import Horizon
import Quantities
import RoadMap

extension ItemBuilder {
    /// Adds the values of step profiles that differ from the preceding ones.
    mutating func appendSteps(of link: PathLink, to path: inout WirePath) {
        for section in segments.reading.sections {
            let steps = segments.steps(on: section, of: link)
            let metres = wireMetres(link.start + section.from)
            for profile in StepProfile.allCases
            where steps[profile] != path.building.lastSteps?[profile] {
                append(profile, steps[profile], at: metres, to: &path)
            }
            path.building.lastSteps = steps
        }
    }

    private func append(
        _ profile: StepProfile, _ raw: UInt32, at metres: Int, to path: inout WirePath
    ) {
        let short = ProfileValueCode(raw: UInt16(truncatingIfNeeded: raw))
        let long = LongValueCode(raw: raw)
        switch profile {
        case .routeNumberType: path.append(.routeNumberType, short, at: metres)
        case .roadAccessibility: path.append(.roadAccessibility, short, at: metres)
        case .roadCondition: path.append(.roadCondition, short, at: metres)
        case .averageSpeed: path.append(.averageSpeed, short, at: metres)
        case .truckSpeedLimit: path.append(.truckSpeedLimit, long, at: metres)
        case .speedLimit: path.append(.speedLimitAndRecommendedSpeed, long, at: metres)
        }
    }

    /// Adds the signs beside a link. Their numbers on the wire are the numbers in the map file.
    mutating func appendSigns(of link: PathLink, to path: inout WirePath) {
        for sign in segments.reading.objects where sign.object.kind.isSign {
            if sign.object.kind == .variableSpeedSign {
                // The map does not know whether the sign is beside the road or above it.
                path.append(
                    .variableSpeedSignPosition, ProfileValueCode(variableSpeedSignPosition: []),
                    at: wireMetres(link.start + sign.offset))
                continue
            }
            let value = TrafficSign(signType: UInt32(sign.object.kind.rawValue), value: 0)
            path.append(
                .trafficSign, LongValueCode(trafficSign: value),
                at: wireMetres(link.start + sign.offset))
        }
    }

    /// Adds the lanes of a link if they differ from the preceding ones. A lane that ends has no
    /// number of lanes any more.
    mutating func appendLanes(of link: PathLink, to path: inout WirePath) {
        let lanes = segments.lanes
        guard lanes != path.building.lastLanes else { return }
        let metres = wireMetres(link.start)
        for number in 1...max(lanes.count, path.building.lastLanes.count) {
            var lane = ExtendedLane(lane: UInt32(number), of: UInt32(lanes.count))
            if number <= lanes.count {
                lane.directions = ExtendedLane.Directions(lanes[number - 1])
            } else {
                lane.lanes = 0
            }
            path.append(
                .extendedLane, LongValueCode(extendedLane: lane), at: metres,
                series: Series(lane: number))
        }
        path.building.lastLanes = lanes
    }
}

extension ExtendedLane.Directions {
    /// The directions of the arrows on a lane.
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
