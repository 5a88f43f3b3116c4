/// How many metres of the road a metre of the car's own speed or odometer is worth, learned from fixes
/// while they are good. It knows nothing of roads.
///
/// Each stretch of ``stretch`` metres or more between two fixes gives a ratio with an error; a ratio
/// that does not fit is left out, and the scale never leaves its bounds.
struct SignalScale: Sendable {
    /// The factor.
    private(set) var value = 1.0
    /// Its standard deviation.
    var deviation: Double { variance.squareRoot() }

    /// The shortest way between two fixes that says something of a per cent.
    static let stretch = 500.0
    /// What a scale changes by on such a way: tyres grow warm and wear.
    private static let drift = 0.0003
    /// It is never believed to be better known than this: the lines of roads are drawn by hand.
    private static let leastDeviation = 0.002
    /// How much a road's line is longer or shorter than the way that is driven on such a stretch.
    private static let lineDeviation = 0.005
    /// Fixes that are worse than this teach nothing, metres.
    private static let worstFix = 12.0

    private var variance: Double
    private let bound: Double
    private var start: (along: Double, raw: Double, deviation: Double)?

    init(_ parameters: ReckoningParameters) {
        variance = parameters.scaleDeviation * parameters.scaleDeviation
        bound = parameters.longestScaleError
    }

    /// Takes the place of a fix along the road, and what the signal has counted up to it.
    mutating func ingest(along: Double, raw: Double, deviation: Double) {
        guard deviation <= Self.worstFix else { return breakOff() }
        guard let start else {
            self.start = (along, raw, deviation)
            return
        }
        let counted = raw - start.raw
        guard counted >= Self.stretch else { return }
        self.start = (along, raw, deviation)
        let ratio = (along - start.along) / counted
        let fixes = (start.deviation * start.deviation + deviation * deviation).squareRoot()
        let error = fixes / counted
        let own = error * error + Self.lineDeviation * Self.lineDeviation
        let miss = ratio - value
        guard miss * miss <= 9 * (variance + own) else { return }
        let gain = variance / (variance + own)
        value = min(max(value + gain * miss, 1 - bound), 1 + bound)
        let least = Self.leastDeviation * Self.leastDeviation
        variance = max((1 - gain) * variance, least) + Self.drift * Self.drift
    }

    /// The way so far is no stretch: the signal was missing, or the car was not followed.
    mutating func breakOff() { start = nil }
}
