import Geodesy
import Quantities
import RoadMap

/// The turn indicator as evidence. If it is on, it refers to the next junction that has an exit to
/// that side. If it is off just before a junction, a turn there is less likely.
struct IndicatorEvidence {
    private let parameters: IntentParameters
    /// Whether a nearer junction has an exit to the side.
    private var isUsed = false

    /// Farther ahead, the indicator has another reason, m.
    private static let longestReach = 150.0
    /// The least range of the indicator, even for a slow vehicle, m (Uniform Vehicle Code § 11-604:
    /// 100 ft).
    private static let shortestReach = 30.0
    /// Within this distance of a junction, the driver would signal a turn, m.
    private static let unsignalledReach = 20.0
    /// The least angle between two roads that have different sides, degrees.
    private static let leastParting = 5.0

    init(_ parameters: IntentParameters) { self.parameters = parameters }

    /// Weighs a junction at a distance; junctions come near before far.
    mutating func weigh(
        _ junction: inout JunctionExits, at distance: Double, for known: DriverIntent,
        on store: PathStore, vehicle: Metres
    ) {
        let ratio: Double
        switch known.indicator {
        case .unknown, .both: return
        case .off:
            guard distance <= Self.unsignalledReach else { return }
            ratio = parameters.unsignalledRatio
        case .left, .right:
            guard !isUsed,
                distance <= reach(at: known.speed ?? Self.expectedSpeed(on: store, vehicle))
            else { return }
            ratio = parameters.indicatorRatio
        }
        let straight = junction.straightestAngle
        for index in junction.exits.indices {
            guard let side = Self.side(of: junction.exits[index], besides: straight) else {
                continue
            }
            switch (known.indicator, side) {
            case (.left, .left), (.right, .right):
                junction.setRatio(ratio, by: .indicator, ofExit: index)
                isUsed = true
            case (.off, _): junction.setRatio(ratio, by: .indicator, ofExit: index)
            default: break
            }
        }
    }

    /// The largest distance of the junction that the indicator refers to, m.
    private func reach(at speed: MetresPerSecond?) -> Double {
        let reach = (speed?.value ?? 0) * parameters.indicatorTime.seconds
        return min(max(reach, Self.shortestReach), Self.longestReach)
    }

    private static func expectedSpeed(
        on store: PathStore, _ vehicle: Metres
    ) -> MetresPerSecond? {
        let number = store.paths[0].number(at: vehicle)
        let link = store.paths[0].links[number]
        return link.start.metres <= vehicle ? link.traits.expectedSpeed : nil
    }

    /// The side that a driver signals for an exit: the side of a turn, or of a road that branches
    /// off a straight road; `nil` for an exit straight on.
    private static func side(of exit: IntendedExit, besides straight: Double) -> RoadSide? {
        if exit.turns { return exit.angle < 0 ? .left : .right }
        // A ramp leaves at a small angle.
        guard abs(exit.angle - straight) >= leastParting else { return nil }
        return exit.angle < straight ? .left : .right
    }
}
