import Geodesy

/// A seeded source of numbers: SplitMix64 (Steele, Lea and Flood 2014, doi:10.1145/2660193.2660195).
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// A source of its seed.
    public init(seed: UInt64) { state = seed }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }

    /// A number of the standard normal distribution (Box and Muller 1958).
    public mutating func nextGaussian() -> Double {
        // The upper 53 bits, shifted off zero, so that the logarithm is finite.
        let first = (Double(next() >> 11) + 0.5) / 9_007_199_254_740_992
        let second = Double(next() >> 11) / 9_007_199_254_740_992
        let (_, cosine) = sineAndCosine(2 * .pi * second)
        return (-2 * logarithm(first)).squareRoot() * cosine
    }
}
