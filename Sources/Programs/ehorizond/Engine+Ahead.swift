import Engine
import Horizon
import Quantities
import RoadAhead
import RoadMap
import StatusProtocol

// What the control socket reports of the attributes ahead.
extension Engine {
    /// So far ahead is looked.
    private static let reach = Metres(2000)

    /// The attributes ahead on the most probable path. Values that cannot be read are unknown.
    var aheadReport: AheadReport {
        var report = AheadReport()
        guard tree.mainID != nil else { return report }
        report.reach = tree.line().last.map { $0.distance(to: $0.to).value }
        var parameters = AheadParameters()
        parameters.kinds = [.speedLimit, .curve, .sign]
        parameters.reach = Self.reach
        var ahead = RoadAhead(map: tree.map, parameters: parameters)
        guard let items = try? ahead.items(of: tree) else { return report }
        for item in items {
            let isAhead = item.distance > .zero
            switch item.content {
            case .speedLimit(let stretch):
                let limit = Self.limit(stretch?.rule.limit)
                if !isAhead {
                    report.limit = limit
                } else if report.nextLimit == nil {
                    report.nextLimit = limit
                    report.nextLimitDistance = item.distance.value
                }
            case .curve(let curve) where report.curveDistance == nil:
                report.curveDistance = max(item.distance.value, 0)
                report.curveSpeed = curve.safeSpeed.value
                report.curveRadius = 1 / curve.curvature.value
            case .sign(let sign, _) where isAhead && report.stop == nil:
                guard let name = Self.stop(sign.kind) else { continue }
                report.stop = name
                report.stopDistance = item.distance.value
            default: break
            }
        }
        return report
    }

    private static func stop(_ kind: RoadObjectKind) -> String? {
        switch kind {
        case .stopSign: "stop-sign"
        case .giveWaySign: "give-way-sign"
        case .trafficLight: "traffic-light"
        case .levelCrossing: "level-crossing"
        default: nil
        }
    }

    /// A limit as `ehorizon ahead` prints it; `nil` is unknown.
    private static func limit(_ limit: SpeedLimit?) -> AheadReport.Limit {
        switch limit {
        case .limited(let number, .kilometresPerHour)?: .number(Int(number), unit: "km/h")
        case .limited(let number, .milesPerHour)?: .number(Int(number), unit: "mph")
        case .unlimited?: .word("none")
        case .walkingPace?: .word("walk")
        case .variable?: .word("variable")
        case nil: .word("unknown")
        }
    }
}
