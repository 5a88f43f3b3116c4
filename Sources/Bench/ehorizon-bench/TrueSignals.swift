import Positioning
import Quantities
import RandomNumbers
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
    /// Its speed is so many times the true one, with noise of so many m/s; `nil` where it says none.
    var speed: (factor: Double, noise: Double)?
    /// Its yaw rate is so many deg/s too large, with noise of so many; `nil` where it says none.
    var yaw: (bias: Double, noise: Double)?

    /// A turn is signalled for so long before, s, where it is one by so many degrees.
    private static let signalled = 5.0
    private static let leastTurn = 45.0
    /// Slower cars stand, m/s: the true way is that of noisy fixes.
    private static let standing = 0.3

    /// The signals of a drive, without any yet.
    init(of fixes: [(fix: Fix, arrival: MonotonicTime)], on way: TrueWay) {
        self.fixes = fixes
        times = fixes.map(\.arrival)
        self.way = way
    }

    /// What the car says between a fix and the one before; `nil` where it says nothing, or where the true
    /// way is not known.
    func motion(upTo index: Int, _ random: inout SplitMix64) -> VehicleMotion? {
        guard let speed, let actual = way.speed(between: max(index - 1, 0), and: index, times)
        else { return nil }
        let isDriving = actual > Self.standing
        let noise = isDriving ? random.nextGaussian() * speed.noise : 0
        let said = isDriving ? max(actual * speed.factor + noise, 0) : 0
        var motion = VehicleMotion(speed: MetresPerSecond(said))
        if let yaw {
            let turn = isDriving ? turn(to: index) : 0
            motion.yawRate = DegreesPerSecond(
                turn + yaw.bias + random.nextGaussian() * yaw.noise)
        }
        return motion
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
