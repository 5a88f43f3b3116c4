/// The car's own speed as its signal says it, for as long as that is new.
struct SpeedSignal: Sendable {
    /// Slower signals than one in this many seconds do not say how fast the car is in between.
    private static let lifetime = 0.5

    /// m/s, unscaled; `nil` where the signal is missing.
    private(set) var current: Double?
    private var age = 0.0

    /// Whether the car drives backwards.
    var isBackwards: Bool { current.map { $0 < 0 } ?? false }

    mutating func ingest(_ speed: Double) {
        current = speed
        age = 0
    }

    /// Lets time pass. Gives the speed that held meanwhile.
    mutating func advance(_ seconds: Double) -> Double? {
        age += seconds
        if age > Self.lifetime { current = nil }
        return current
    }
}

/// What the car's odometer says of the way since the last fix.
struct OdometerSignal: Sendable {
    /// A larger step is no way that was driven: the counter was set, or has run over.
    private static let longestStep = 1000.0

    /// Odometers that have said nothing for so many seconds say nothing any more.
    private static let lifetime = 2.0

    private(set) var scale: SignalScale
    private var reading: Double?
    private var age = 0.0
    /// The smallest step that was seen: how exactly it counts.
    private(set) var resolution: Double?
    /// The reading at the last fix.
    private var start: Double?

    init(_ parameters: ReckoningParameters) { scale = SignalScale(parameters) }

    /// The reading, m, unscaled; `nil` where it is old.
    var current: Double? { age <= Self.lifetime ? reading : nil }

    /// Lets time pass.
    mutating func advance(_ seconds: Double) { age += seconds }

    /// Takes a reading. Gives the way since the last fix and its variance, where it says something new
    /// of it.
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
            // What it counts does not go on from what it counted.
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

    /// The way is counted from here on.
    mutating func restart() { start = reading }

    /// Takes the place of a fix in.
    mutating func learn(_ along: Double, deviation: Double) {
        guard let reading, let resolution else { return }
        let own = (deviation * deviation + resolution * resolution / 12).squareRoot()
        scale.ingest(along: along, raw: reading, deviation: own)
    }

    mutating func breakOff() { scale.breakOff() }
}
