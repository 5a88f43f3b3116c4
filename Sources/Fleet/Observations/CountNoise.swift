import Geodesy

/// Random noise that hides each single pass in released counts: differential privacy of a pass (Dwork and others 2006,
/// doi:10.1007/11681878_14), by the two-sided geometric distribution (Ghosh and others 2009, doi:10.1145/1536414.1536464).
///
/// Nobody can find out from a count with more certainty than a factor of e^ε whether one pass is part of it. A car has
/// many passes, and the noise does not hide all of them together.
public struct CountNoise: Sendable {
    /// The values that ε may have: strong noise to nearly none.
    public static let epsilons = 0.01...10.0

    /// The logarithm of the ratio of neighbouring probabilities: −ε.
    private let logRatio: Double

    /// Noise of an ε of ``epsilons``.
    public init(epsilon: Double) {
        precondition(Self.epsilons.contains(epsilon), "an ε of 0.01 to 10")
        logRatio = -epsilon
    }

    /// A count with noise; 0 where little is left.
    func noisy(_ count: UInt32, using random: inout some RandomNumberGenerator) -> UInt32 {
        let noise = geometric(&random) - geometric(&random)
        return UInt32(clamping: Int64(count) + noise)
    }

    /// The number of failures before the first success.
    private func geometric(_ random: inout some RandomNumberGenerator) -> Int64 {
        // 1 - x is above 0, so that its logarithm is a number.
        let x = Double.random(in: 0..<1, using: &random)
        return Int64(logarithm(1 - x) / logRatio)
    }
}

extension Observations {
    /// A release with noise in each count. Counts that fall to 0 are left out.
    public func noisy(
        _ noise: CountNoise, using random: inout some RandomNumberGenerator
    ) -> Self {
        precondition(leastCars != nil, "noise is for a release")
        var result = self
        // In a fixed order, so that equal random numbers give equal files.
        for road in roads.keys.sorted() {
            guard var observation = roads[road] else { continue }
            observation.add(noise, &random)
            result.roads[road] = observation.isEmpty ? nil : observation
        }
        for misfit in misfits.keys.sorted() {
            result.misfits[misfit] = misfits[misfit]?.noisy(noise, &random)
        }
        return result
    }
}

extension PassCount {
    fileprivate func noisy(
        _ noise: CountNoise, _ random: inout some RandomNumberGenerator
    ) -> Self? {
        let count = noise.noisy(self.count, using: &random)
        return count > 0 ? Self(count: count) : nil
    }
}

extension RoadObservation {
    fileprivate mutating func add(
        _ noise: CountNoise, _ random: inout some RandomNumberGenerator
    ) {
        for exit in exits.keys.sorted() { exits[exit] = exits[exit]?.noisy(noise, &random) }
        for hour in speeds.keys.sorted() {
            speeds[hour]?.add(noise, &random)
            if speeds[hour]?.counts.isEmpty == true { speeds[hour] = nil }
        }
        otherSpeeds.add(noise, &random)
    }
}

extension RoadObservation.Speeds {
    fileprivate mutating func add(
        _ noise: CountNoise, _ random: inout some RandomNumberGenerator
    ) {
        for band in counts.keys.sorted() {
            let count = noise.noisy(counts[band] ?? 0, using: &random)
            counts[band] = count > 0 ? count : nil
        }
    }
}
