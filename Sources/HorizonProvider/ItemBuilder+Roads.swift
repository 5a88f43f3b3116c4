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
            for profile in StepProfile.allCases {
                let raw = steps[profile]
                guard raw != path.lastSteps[profile.rawValue] else { continue }
                path.lastSteps[profile.rawValue] = raw
                append(profile, raw, at: metres, to: &path)
            }
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
                lane.directions = lanes[number - 1]
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
    /// The directions of each lane in a text such as `left|through;right`
    /// (https://wiki.openstreetmap.org/wiki/Key:turn), at most 15 lanes; words without a meaning here
    /// say nothing.
    static func lanes(_ text: String) -> [Self] {
        text.split(separator: "|", omittingEmptySubsequences: false).prefix(Series.mostLanes).map {
            var directions: Self = []
            for word in $0.split(separator: ";") {
                switch word {
                case "through": directions.insert(.straight)
                case "slight_left": directions.insert(.slightLeft)
                case "left": directions.insert(.left)
                case "sharp_left": directions.insert(.sharpLeft)
                case "slight_right": directions.insert(.slightRight)
                case "right": directions.insert(.right)
                case "sharp_right": directions.insert(.sharpRight)
                case "reverse": directions.insert(.uTurn)
                default: break
                }
            }
            return directions
        }
    }
}
