import Geodesy
import Positioning
import Quantities

/// The noise of the fixes of a receiver from one to the next, estimated from the fixes alone: each fix is
/// compared with the place that the two fixes before predict.
///
/// A jump of the receiver is not noise. A deviation that neither the estimate nor the accuracy of the fix
/// explains counts as the largest explained one (winsorised, as Huber 1964, doi:10.1214/aoms/1177703732).
/// Large deviations of several consecutive fixes are noise again.
///
/// Most receivers filter, and their noise is near zero. With a receiver that does not filter, the distance
/// between two fixes is a bad measure of the movement of the vehicle.
struct FixNoise {
    /// The standard deviation of the noise in each axis, metres.
    private(set) var deviation: Double

    private var variance: Double
    private var samples = 2.0
    /// The number of consecutive jumps.
    private var jumps = 0
    /// Two displaced fixes cause four large deviations.
    private static let mostJumps = 4

    private var last: (place: Coordinate, frame: LocalFrame, time: MonotonicTime)?
    private var before: (place: Coordinate, time: MonotonicTime)?

    /// The initial noise, until three fixes measure it.
    init(_ parameters: MatchingParameters) {
        deviation = parameters.noise.initialNoise.value
        variance = deviation * deviation
    }

    /// Takes each fix, whether it is used or not.
    mutating func ingest(_ dated: DatedFix, _ parameters: MatchingParameters) {
        let (fix, frame, time) = (dated.fix, dated.frame, dated.time)
        let place = fix.place
        defer {
            before = last.map { ($0.place, $0.time) }
            last = (place, frame, time)
        }
        guard let last, let before else { return }
        let first = (last.time - before.time).seconds
        let second = (time - last.time).seconds
        // Over longer spans the manoeuvres of the vehicle are larger than the noise.
        guard first > 0, second > 0, first + second <= parameters.noise.noiseSpan else { return }
        let ratio = second / first
        let deviation = last.frame.project(place) + last.frame.project(before.place) * ratio
        let driven = parameters.noise.usualAcceleration.value * first * second
        let excess = min(max(deviation.length - driven, 0), parameters.accuracy.worstAccuracy.value)
        // The variance of three independent errors with the weights 1, 1 + ratio and ratio.
        let weights = 1 + (1 + ratio) * (1 + ratio) + ratio * ratio
        var sample = excess * excess / (2 * weights)
        let start = parameters.noise.initialNoise.value
        let limit = parameters.noise.noiseJumpDeviations * parameters.noise.noiseJumpDeviations / 2
        let accuracy = fix.accuracy?.value ?? 0
        let most = max(limit * max(variance, start * start), accuracy * accuracy)
        jumps = sample > most ? jumps + 1 : 0
        if jumps <= Self.mostJumps { sample = min(sample, most) }
        samples += 1
        variance += (sample - variance) * max(parameters.noise.noiseGain, 1 / samples)
        self.deviation = variance.squareRoot()
    }
}
