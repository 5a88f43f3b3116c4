import Geodesy
public import Quantities

/// How a driver drives. The numbers are of comfortable driving: lateral acceleration of 2 to 3 m/s² in
/// bends, 1 to 2 m/s² lengthwise (AASHTO, A Policy on Geometric Design of Highways and Streets; Bokare
/// and Maurya 2017, doi:10.1016/j.trpro.2017.05.486).
public struct DriverModel: Sendable {
    /// In bends, across.
    public var lateralAcceleration = MetresPerSecondSquared(2.5)
    /// Gaining speed.
    public var acceleration = MetresPerSecondSquared(1.3)
    /// Losing speed.
    public var deceleration = MetresPerSecondSquared(1.8)
    /// Where others are given way to.
    public var yieldSpeed = MetresPerSecond(3)
    /// How often it is a stop, 0...1 …
    public var stopProbability = 0.3
    /// … of so many seconds.
    public var stopSeconds = 2.0...15.0

    /// How long before a turn the driver signals it: the seed chooses. Traffic codes ask for 3 to 5 s, or
    /// 30 m (Uniform Vehicle Code § 11-604).
    public var signalSeconds = 3.0...5.0
    /// What is no turn is not signalled.
    public var leastSignalledTurn = Degrees(30)

    /// The defaults.
    public init() {}
}

/// When the car is where on its line, and how fast: between two places ``step`` metres apart its
/// acceleration does not change.
struct SpeedProfile {
    private static let longestStep = 2.0

    /// Seconds since the beginning, where the car comes to each place …
    private var arrivals: [Double] = []
    /// … where it leaves it …
    private var departures: [Double] = []
    /// … and how fast it is there, m/s.
    private var speeds: [Double] = []
    /// The line in even parts.
    private let step: Double

    /// The end of the drive, seconds.
    var duration: Double { arrivals.last ?? 0 }

    init(_ line: RouteLine, _ driver: DriverModel, random: inout SplitMix64) {
        let count = max(Int((line.length / Self.longestStep).rounded(.up)), 1)
        let step = max(line.length / Double(count), 0.01)
        self.step = step
        var waits = [Double](repeating: 0, count: count + 1)
        speeds = (0...count).map { index in
            let place = Double(index) * step
            let turn = line.bearing(at: place + step)
                .turn(from: line.bearing(at: place - step)).value
            let curvature = turn.magnitude / degreesPerRadian / (2 * step)
            let bend = (driver.lateralAcceleration.value / max(curvature, 1e-6)).squareRoot()
            return min(line.stretch(at: place).speed.value, max(bend, Self.slowest))
        }
        for (stretch, next) in zip(line.stretches, line.stretches.dropFirst())
        where stretch.givesWay {
            let index = min(Int(next.start / step), count)
            speeds[index] = min(speeds[index], driver.yieldSpeed.value)
            guard random.nextShare() < driver.stopProbability else { continue }
            speeds[index] = 0
            let range = driver.stopSeconds
            waits[index] =
                range.lowerBound + random.nextShare() * (range.upperBound - range.lowerBound)
        }
        speeds[0] = 0
        speeds[count] = 0
        let losing = 2 * driver.deceleration.value * step
        for index in (0..<count).reversed() {
            speeds[index] = min(
                speeds[index], (speeds[index + 1] * speeds[index + 1] + losing).squareRoot())
        }
        let gaining = 2 * driver.acceleration.value * step
        for index in 1...count {
            speeds[index] = min(
                speeds[index], (speeds[index - 1] * speeds[index - 1] + gaining).squareRoot())
        }
        var time = 0.0
        for index in 0...count {
            if index > 0 {
                time += 2 * step / max(speeds[index - 1] + speeds[index], 0.1)
            }
            arrivals.append(time)
            time += waits[index]
            departures.append(time)
        }
    }

    /// When the car comes to a place, seconds.
    func arrival(at distance: Double) -> Double {
        arrivals[min(max(Int(distance / step), 0), arrivals.count - 1)]
    }

    /// No bend is so tight that a car cannot turn, m/s.
    private static let slowest = 2.0

    /// Where the car is at a moment, metres, and how fast, m/s.
    func state(at time: Double) -> (distance: Double, speed: Double) {
        var low = 0
        var high = arrivals.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if arrivals[middle] <= time { low = middle } else { high = middle }
        }
        let start = Double(low) * step
        guard time > departures[low], low + 1 < arrivals.count else { return (start, speeds[low]) }
        let span = arrivals[low + 1] - departures[low]
        let passed = min(max(time - departures[low], 0), span)
        guard span > 0 else { return (start, speeds[low]) }
        // At a change of speed that is even in time; the way is met exactly at both ends.
        let share = passed / span
        let speed = speeds[low] + share * (speeds[low + 1] - speeds[low])
        let mean = (speeds[low] + speed) / 2
        let whole = (speeds[low] + speeds[low + 1]) / 2
        return (start + step * (whole > 0 ? share * mean / whole : share), speed)
    }
}

extension SplitMix64 {
    /// A number from 0 up to 1.
    mutating func nextShare() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}
