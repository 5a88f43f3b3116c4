import Geodesy
import Quantities

/// The speed as evidence. An exit that needs uncomfortable braking is less likely. An exit that
/// needs harder braking than the road allows is nearly impossible. Between the two, the logarithm
/// of the odds falls linearly.
enum SpeedEvidence {
    /// The accuracy of the remaining braking distance, m.
    private static let shortestBraking = 5.0

    /// Weighs a junction at a distance.
    static func weigh(
        _ junction: inout JunctionExits, at distance: Double, for known: DriverIntent,
        _ parameters: IntentParameters
    ) {
        guard let speed = known.speed?.value, parameters.tooFastRatio < 1 else { return }
        let way = max(distance - IntendedExit.tangent, shortestBraking)
        let comfortable = parameters.comfortableDeceleration.value
        let hardest = parameters.hardestDeceleration.value
        let least = logarithm(parameters.tooFastRatio)
        for index in junction.exits.indices {
            guard
                let safe = junction.exits[index].safeSpeed(
                    lateral: parameters.lateralAcceleration.value)
            else { continue }
            let asked = (speed * speed - safe * safe) / (2 * way)
            let range = max(hardest - comfortable, 0.01)
            let share = min(max((asked - comfortable) / range, 0), 1)
            junction.setRatio(exponential(least * share), by: .speed, ofExit: index)
        }
    }
}
