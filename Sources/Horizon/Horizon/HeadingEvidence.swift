import Geodesy
import Quantities

/// The heading as evidence. It compares the vehicle's turn since the junction with the turn into
/// each exit.
struct HeadingEvidence {
    /// The junction around the vehicle, and the vehicle's heading on arrival.
    private var entered: (path: PathID, offset: Centimetres, heading: Double)?

    /// The distance from which the heading counts, m; arcs begin a little later.
    private static let reach = 15.0
    /// The largest weight of heading evidence.
    private static let leastRatio = 0.01

    init() {}

    /// Weighs the next junction of a path, at a distance.
    mutating func weigh(
        _ junction: inout JunctionExits, of path: PathID, at distance: Double,
        for known: DriverIntent, _ parameters: IntentParameters
    ) {
        let deviation = parameters.headingDeviation.value
        guard let heading = known.heading?.value, deviation > 0, distance <= Self.reach else {
            return
        }
        guard let entered, entered.path == path, entered.offset == junction.offset else {
            // The heading on arrival of a vehicle that starts inside the junction is unknown.
            guard distance >= IntendedExit.tangent else { return }
            entered = (path, junction.offset, heading)
            return
        }
        let turned = heading - entered.heading
        for index in junction.exits.indices {
            let miss = (turned - junction.exits[index].turned(before: distance)) / deviation
            let ratio = max(exponential(-miss * miss / 2), Self.leastRatio)
            junction.setRatio(ratio, by: .heading, ofExit: index)
        }
    }
}
