import Geodesy
import Quantities

/// The place where the vehicle stood last: the last used fix and the fixes since. It decides whether the
/// next fix shows a movement or only noise.
struct StandingPlace {
    /// The frame around the first fix.
    private let frame: LocalFrame
    private var sum = PlanarVector(x: 0, y: 0)
    private var count = 1.0
    private var latest = PlanarVector(x: 0, y: 0)
    /// The distance driven since then by the speeds of the fixes, metres.
    private(set) var reported = 0.0
    /// The sum and the number of the fixes since the last step, without the first fix.
    private var sumSince = PlanarVector(x: 0, y: 0)
    private var countSince = 0.0

    /// The place of one fix, the origin of a frame.
    init(_ frame: LocalFrame) { self.frame = frame }

    /// Adds a fix that was not used. By its speed, the vehicle has driven `reported` metres since
    /// the previous fix.
    mutating func add(_ place: Coordinate, reported: Double) {
        self.reported += reported
        latest = frame.project(place)
        sum = sum + latest
        count += 1
        sumSince = sumSince + latest
        countSince += 1
    }

    /// The mean of the fixes since the last step, metres from the first fix of all; `nil` without one.
    var meanSinceStep: PlanarVector? { countSince > 0 ? sumSince * (1 / countSince) : nil }

    /// A step of the stand: the mean begins anew.
    mutating func renew() {
        sumSince = PlanarVector(x: 0, y: 0)
        countSince = 0
    }

    /// A frame around the place where the next movement begins. With noisy fixes it is their mean.
    /// Otherwise it is the first fix, since the place must not move with a creeping vehicle.
    func origin(noise: Double, _ parameters: MatchingParameters) -> LocalFrame {
        guard parameters.isNoisy(noise), let middle = frame.unproject(sum * (1 / count)) else {
            return frame
        }
        return LocalFrame(around: middle)
    }

    /// Whether a fix shows a movement. With noisy fixes, the previous fix must confirm it: the mean
    /// of both counts.
    func hasMoved(to place: Coordinate, noise: Double, _ parameters: MatchingParameters) -> Bool {
        let there = frame.project(place)
        guard parameters.isNoisy(noise) else {
            return there.length >= parameters.standstill.minimumMovement.value
        }
        let moved = (there + latest) * 0.5 - sum * (1 / count)
        return moved.length >= parameters.standstill.standstillDeviations * noise
    }
}

extension MatchingParameters {
    /// Whether the noise is so large that it could look like a movement.
    func isNoisy(_ noise: Double) -> Bool {
        standstill.standstillDeviations * noise > standstill.minimumMovement.value
    }
}
