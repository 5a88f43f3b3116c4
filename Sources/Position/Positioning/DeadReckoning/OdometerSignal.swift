/// The distance since the last fix by the car's odometer.
///
/// Between two readings the car has driven on: at the pace of the last step, but at most to where the next reading
/// would show it. Some odometers count finely and report once a second, others count in large steps.
struct OdometerSignal: Sendable {
    /// A larger step is no driven distance: the counter was set, or has overflowed.
    private static let longestStep = 1000.0

    /// An odometer without a value for so many seconds is missing.
    private static let lifetime = 2.0

    /// The error of a place between two readings, as a share of their distance: a car does not keep its speed.
    private static let unevenness = 0.1

    /// A step that is longer than so many of the finest ones is several of them at once.
    private static let steps = 1.5

    private(set) var scale: SignalScale
    private var reading: Double?
    private var age = 0.0
    /// The smallest step so far: the resolution of the counter.
    private var resolution: Double?
    /// The time since the reading changed, s.
    private var sinceChange = 0.0
    /// The time since the last reading, the same or another one, s.
    private var sinceReading = 0.0
    /// Whether the moment is known at which the reading became what it is.
    private var hasChanged = false
    /// The pace of the last step, m/s.
    private var pace = 0.0
    /// The most that the car has driven since the last change, m.
    private var most = 0.0
    /// Where the car was at the last fix, and the error of that; `nil` until the next change shows it.
    private var start: (reading: Double, error: Double)?
    /// The time from the last change to the last fix, s, until the next change.
    private var fixAfter: Double?

    init(_ parameters: DeadReckoningParameters) { scale = SignalScale(parameters) }

    /// The distance since the last change, m, at the pace before it.
    private var beyond: Double { min(pace * sinceChange, most) }

    /// The distance by now, m, unscaled; `nil` where the reading is old.
    var current: Double? {
        guard age <= Self.lifetime, let reading else { return nil }
        return reading + beyond
    }

    /// The standard deviation of ``current``, m; `nil` before the first step.
    var deviation: Double? {
        resolution.map {
            let uneven = Self.unevenness * beyond
            return ($0 * $0 / 12 + uneven * uneven).squareRoot()
        }
    }

    /// Advances time.
    mutating func advance(_ seconds: Double) {
        age += seconds
        sinceChange += seconds
        sinceReading += seconds
    }

    /// Takes in a reading. Returns the distance since the last fix and its variance, if the reading
    /// is a new one.
    mutating func ingest(_ new: Double) -> (distance: Double, variance: Double)? {
        age = 0
        defer { sinceReading = 0 }
        guard let before = reading else {
            begin(with: new)
            return nil
        }
        let step = new - before
        guard step >= 0, step <= Self.longestStep else {
            begin(with: new)
            // The reading does not continue the one before.
            age = .infinity
            scale.breakOff()
            return nil
        }
        reading = new
        let finest = min(step > 0 ? step : .infinity, resolution ?? .infinity)
        guard step > 0 else {
            // The counter would have shown another step.
            most = min(most, finest)
            return nil
        }
        // A step of the counter takes the time since the one before. A longer one does not: at the last reading the car
        // had not driven more than a step, however long that reading had been the same.
        let seconds = step > Self.steps * finest ? sinceReading : sinceChange
        resolution = finest
        place(before, step, seconds)
        pace = hasChanged && seconds > 0 ? step / seconds : 0
        (hasChanged, most, sinceChange) = (true, step, 0)
        guard let start else { return nil }
        let distance = (new - start.reading) * scale.value
        let error = scale.deviation * distance
        // The readings at both ends are anywhere within a step of the counter.
        return (distance, finest * finest / 6 + start.error * start.error + error * error)
    }

    /// Begins with a reading. When the counter became that is not known.
    private mutating func begin(with new: Double) {
        reading = new
        (start, fixAfter) = (nil, nil)
        (hasChanged, sinceChange, pace, most) = (false, 0, 0, 0)
    }

    /// Finds the place of the car at the last fix, in a step of so many seconds that ends now.
    private mutating func place(_ before: Double, _ step: Double, _ seconds: Double) {
        defer { fixAfter = nil }
        guard let fixAfter, seconds > 0 else { return }
        let after = fixAfter - (sinceChange - seconds)
        let share = min(max(after / seconds, 0), 1)
        // Of the first step only the end is known.
        start = (before + step * share, (hasChanged ? Self.unevenness : 0.5) * step)
    }

    /// Counts the distance from here on.
    mutating func restart() {
        start = nil
        fixAfter = reading == nil ? nil : sinceChange
    }

    /// The car drives backwards, which the counter does not show: it counts on. It shows a distance again from the
    /// next fix on.
    mutating func turnBack() {
        (start, fixAfter) = (nil, nil)
        scale.breakOff()
    }

    /// Takes in the place of a fix.
    mutating func learn(_ along: Double, deviation: Double) {
        guard let current, let own = self.deviation else { return }
        scale.ingest(
            along: along, raw: current,
            deviation: (deviation * deviation + own * own).squareRoot())
    }

    mutating func breakOff() { scale.breakOff() }
}
