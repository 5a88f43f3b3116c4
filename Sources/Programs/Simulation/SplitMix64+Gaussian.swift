import Geodesy
public import RandomNumbers

extension SplitMix64 {
    /// A number of the standard normal distribution (Box and Muller 1958).
    public mutating func nextGaussian() -> Double {
        // The upper 53 bits, shifted off zero, so that the logarithm is finite.
        let first = (Double(next() >> 11) + 0.5) / 9_007_199_254_740_992
        let second = Double(next() >> 11) / 9_007_199_254_740_992
        let (_, cosine) = sineAndCosine(2 * .pi * second)
        return (-2 * logarithm(first)).squareRoot() * cosine
    }
}
