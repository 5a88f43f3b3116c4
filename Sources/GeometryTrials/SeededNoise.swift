import Geodesy

/// Random numbers that are the same for the same seed (SplitMix64; Steele, Lea and Flood 2014).
public struct SeededNoise: Sendable {
    private var state: UInt64

    /// Of a seed.
    public init(seed: UInt64) { state = seed }

    /// 0 ..< 1.
    public mutating func uniform() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
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
