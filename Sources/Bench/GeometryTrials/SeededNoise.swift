import Geodesy
import RandomNumbers

/// Seeded noise: uniform and normal numbers of ``/RandomNumbers/SplitMix64``.
public struct SeededNoise: Sendable {
    private var numbers: SplitMix64

    /// Of a seed.
    public init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

    /// 0 ..< 1.
    public mutating func uniform() -> Double {
        Double(numbers.next() >> 11) * 0x1p-53
    }

    /// Between two bounds.
    public mutating func uniform(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * uniform()
    }

    /// With mean 0 and standard deviation 1 (Box and Muller 1958).
    public mutating func normal() -> Double {
        let radius = (-2 * logarithm(1 - uniform())).squareRoot()
        return radius * sineAndCosine(2 * .pi * uniform()).cosine
    }
}
