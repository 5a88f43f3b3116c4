import Geodesy
import Quantities

/// Where the car stood last: the fix that was used last and those passed over since. It tells whether
/// the next fix shows a movement or no more than noise.
struct StandingPlace {
    /// Around the first fix.
    private let frame: LocalFrame
    private var sum = PlanarVector(x: 0, y: 0)
    private var count = 1.0
    private var latest = PlanarVector(x: 0, y: 0)
    /// How far the car has come since by the speeds that fixes say, metres.
    private(set) var said = 0.0

    /// The place of one fix, by a frame around it.
    init(_ frame: LocalFrame) { self.frame = frame }

    /// Takes a fix that was passed over, which says that the car has come so far since the one before.
    mutating func add(_ place: Coordinate, said: Double) {
        self.said += said
        latest = frame.project(place)
        sum = sum + latest
        count += 1
    }

    /// A frame around the place from which the car moves on. Where fixes jump about it is the middle of
    /// them; where they do not it is the first one, since a car that creeps must not take its place along.
    func origin(noise: Double, _ parameters: MatchingParameters) -> LocalFrame {
        guard parameters.isNoisy(noise), let middle = frame.unproject(sum * (1 / count)) else {
            return frame
        }
        return LocalFrame(around: middle)
    }

    /// Whether a fix shows that the car has moved on. Where fixes jump about, it has to be confirmed by
    /// the one before: their middle counts.
    func hasMoved(to place: Coordinate, noise: Double, _ parameters: MatchingParameters) -> Bool {
        let there = frame.project(place)
        guard parameters.isNoisy(noise) else {
            return there.length >= parameters.minimumMovement.value
        }
        let moved = (there + latest) * 0.5 - sum * (1 / count)
        return moved.length >= parameters.standingDeviations * noise
    }
}

extension MatchingParameters {
    /// Whether fixes jump about so much that noise could be taken for a movement.
    func isNoisy(_ noise: Double) -> Bool {
        standingDeviations * noise > minimumMovement.value
    }
}
