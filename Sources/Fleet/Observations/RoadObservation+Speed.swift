public import Quantities

extension RoadObservation {
    /// The speed that half of the passes of all hours exceed; `nil` without a pass. In its band the passes are assumed to be
    /// even.
    public var medianSpeed: MetresPerSecond? {
        let counts = allSpeeds.sorted { $0.key < $1.key }
        let passes = counts.reduce(0.0) { $0 + Double($1.value) }
        guard passes > 0 else { return nil }
        var below = 0.0
        for (band, count) in counts {
            let share = (passes / 2 - below) / Double(count)
            below += Double(count)
            guard below >= passes / 2 else { continue }
            let (from, to) = band.bounds
            return MetresPerSecond(from.value + share * (to.value - from.value))
        }
        return nil
    }
}
