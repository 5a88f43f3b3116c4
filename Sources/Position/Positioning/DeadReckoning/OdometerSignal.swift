/// The distance since the last fix by the car's odometer.
struct OdometerSignal: Sendable {
    /// A larger step is no driven distance: the counter was set, or has overflowed.
    private static let longestStep = 1000.0

    /// An odometer without a value for so many seconds is missing.
    private static let lifetime = 2.0

    private(set) var scale: SignalScale
    private var reading: Double?
    private var age = 0.0
    /// The smallest step so far: the resolution of the counter.
    private(set) var resolution: Double?
    /// The reading at the last fix.
    private var start: Double?

    init(_ parameters: DeadReckoningParameters) { scale = SignalScale(parameters) }

    /// The reading, m, unscaled; `nil` where it is old.
    var current: Double? { age <= Self.lifetime ? reading : nil }

    /// Advances time.
    mutating func advance(_ seconds: Double) { age += seconds }

    /// Takes in a reading. Returns the distance since the last fix and its variance, if the reading
    /// is a new one.
    mutating func ingest(_ new: Double) -> (distance: Double, variance: Double)? {
        age = 0
        guard let reading else {
            reading = new
            return nil
        }
        let step = new - reading
        self.reading = new
        guard step >= 0, step <= Self.longestStep else {
            start = nil
            // The reading does not continue the one before.
            age = .infinity
            scale.breakOff()
            return nil
        }
        guard step > 0 else { return nil }
        let finest = min(step, resolution ?? step)
        resolution = finest
        guard let start else { return nil }
        let distance = (new - start) * scale.value
        let error = scale.deviation * distance
        // The readings at both ends are anywhere within a step.
        return (distance, finest * finest / 6 + error * error)
    }

    /// Counts the distance from here on.
    mutating func restart() { start = reading }

    /// Takes in the place of a fix.
    mutating func learn(_ along: Double, deviation: Double) {
        guard let reading, let resolution else { return }
        let own = (deviation * deviation + resolution * resolution / 12).squareRoot()
        scale.ingest(along: along, raw: reading, deviation: own)
    }

    mutating func breakOff() { scale.breakOff() }
}
