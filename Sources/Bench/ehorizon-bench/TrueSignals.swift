import Positioning
import Quantities
import Simulation
import VehicleSignals

/// What a car's own signals would have said on a recorded drive: how it truly drove, with the errors of such
/// signals.
struct TrueSignals {
    /// The drive.
    let fixes: [(fix: Fix, arrival: MonotonicTime)]
    /// When each fix came.
    let times: [MonotonicTime]
    /// The true way.
    let way: TrueWay
    /// Whether the car says its speed and its yaw rate.
    var saysSpeed = true
    var saysYawRate = true
    /// The errors of its sensors.
    private var readings: SensorReadings

    /// A turn is signalled for so long before, s, where it is one by so many degrees.
    private static let signalled = 5.0
    private static let leastTurn = 45.0
    /// Slower cars stand, m/s: the true way is that of noisy fixes.
    private static let standing = 0.3

    /// The signals of a drive by sensors.
    init(
        of fixes: [(fix: Fix, arrival: MonotonicTime)], on way: TrueWay, by readings: SensorReadings
    ) {
        self.fixes = fixes
        times = fixes.map(\.arrival)
        self.way = way
        self.readings = readings
    }

    /// What the car says at a moment between a fix and the one before; `nil` where it says nothing, or where
    /// the true way is not known. Moments never go back.
    mutating func motion(at moment: MonotonicTime, upTo index: Int) -> VehicleMotion? {
        let said = readings.read(at: moment - .zero) { [self] seconds in
            let time = MonotonicTime.zero + .seconds(seconds)
            var index = index
            while index > 1, times[index - 1] > time { index -= 1 }
            return truth(upTo: index)
        }
        guard saysSpeed || saysYawRate, let said else { return nil }
        return VehicleMotion(
            speed: saysSpeed ? said.speed : nil, yawRate: saysYawRate ? said.yawRate : nil)
    }

    /// The motion between a fix and the one before.
    private func truth(upTo index: Int) -> TrueMotion? {
        way.speed(between: max(index - 1, 0), and: index, times).map { speed in
            speed > Self.standing
                ? TrueMotion(speed: speed, yawRate: turn(to: index))
                : TrueMotion(speed: 0, yawRate: 0)
        }
    }

    /// Where the turn indicator points for a turn that the car is about to make, or makes, by its courses.
    func indicator(at moment: MonotonicTime) -> TurnIndicator {
        var turned = 0.0
        let first = times.firstIndex { $0 >= moment } ?? times.endIndex
        for index in first..<times.endIndex {
            guard (times[index] - moment).seconds <= Self.signalled else { break }
            guard let actual = way.speed(between: max(index - 1, 0), and: index, times),
                actual > Self.standing
            else { continue }
            turned += turn(to: index) * (times[index] - times[max(index - 1, 0)]).seconds
        }
        guard abs(turned) >= Self.leastTurn else { return .off }
        return turned < 0 ? .left : .right
    }

    /// How fast the car turned up to a fix, by the courses of that and the one before, deg/s.
    private func turn(to index: Int) -> Double {
        guard index > 0, let before = fixes[index - 1].fix.course,
            let after = fixes[index].fix.course
        else { return 0 }
        let seconds = (times[index] - times[index - 1]).seconds
        return seconds > 0 ? after.turn(from: before).value / seconds : 0
    }
}
