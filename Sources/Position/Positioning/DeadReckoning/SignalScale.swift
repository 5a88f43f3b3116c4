/// The scale of the car's own speed or odometer: metres of the road by metres of the signal,
/// learned from good fixes. It knows nothing of roads.
///
/// Each stretch of ``stretch`` metres or more between two fixes gives a ratio with an error. A
/// ratio that does not fit is rejected, and the scale stays within its bounds.
struct SignalScale: Sendable {
    /// The factor.
    private(set) var value = 1.0
    /// Its standard deviation.
    var deviation: Double { variance.squareRoot() }

    /// The shortest distance between two fixes that shows one per cent.
    static let stretch = 500.0
    /// The change of a scale on such a stretch: tyres grow warm and wear.
    private static let drift = 0.0003
    /// The least deviation of a scale: mappers draw the lines of roads, with errors of their own.
    private static let leastDeviation = 0.002
    /// The deviation of a road's line from the driven distance on such a stretch.
    private static let lineDeviation = 0.005
    /// A fix that is worse than this does not count, metres.
    private static let worstFix = 12.0

    private var variance: Double
    private let bound: Double
    private var start: (along: Double, raw: Double, deviation: Double)?

    init(_ parameters: DeadReckoningParameters) {
        variance = parameters.scaleDeviation * parameters.scaleDeviation
        bound = parameters.longestScaleError
    }

    /// Takes in the place of a fix along the road, and the count of the signal at that place.
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

    /// Ends the present stretch: the signal was missing, or the car was not followed.
    mutating func breakOff() { start = nil }
}
