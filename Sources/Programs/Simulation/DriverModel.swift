import Geodesy
public import Quantities
import RandomNumbers

/// A driver. The numbers are of comfortable driving: lateral acceleration of 2 to 3 m/s² in bends,
/// 1 to 2 m/s² lengthwise (AASHTO, A Policy on Geometric Design of Highways and Streets; Bokare and
/// Maurya 2017, doi:10.1016/j.trpro.2017.05.486).
public struct DriverModel: Sendable {
    /// In bends, across.
    public var lateralAcceleration = MetresPerSecondSquared(2.5)
    /// Gaining speed.
    public var acceleration = MetresPerSecondSquared(1.3)
    /// Losing speed.
    public var deceleration = MetresPerSecondSquared(1.8)
    /// The speed where the driver gives way.
    public var yieldSpeed = MetresPerSecond(3)
    /// The probability of a stop there, 0...1 …
    public var stopProbability = 0.3
    /// … and its duration, s.
    public var stopSeconds = 2.0...15.0

    /// The time from the signal to the turn, s: the seed chooses. Traffic codes ask for 3 to 5 s,
    /// or 30 m (Uniform Vehicle Code § 11-604).
    public var signalSeconds = 3.0...5.0
    /// The least turn that the driver signals.
    public var leastSignalledTurn = Degrees(30)

    /// The defaults.
    public init() {}
}

/// The position and the speed of the car on its line over time. Between two places ``step`` metres
/// apart its acceleration does not change.
struct SpeedProfile {
    private static let longestStep = 2.0

    /// The time of arrival at each place, seconds since the beginning …
    private var arrivals: [Double] = []
    /// … of departure …
    private var departures: [Double] = []
    /// … and the speed there, m/s.
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

    /// The time of arrival at a place, seconds.
    func arrival(at distance: Double) -> Double {
        arrivals[min(max(Int(distance / step), 0), arrivals.count - 1)]
    }

    /// No bend is so tight that a car cannot turn, m/s.
    private static let slowest = 2.0

    /// The position, metres, and the speed, m/s, at a moment.
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
        // At a constant acceleration; the distance is exact at both ends.
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
