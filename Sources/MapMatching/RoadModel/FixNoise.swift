import Geodesy
import Positioning
import Quantities

/// How much the fixes of a receiver jump about from one to the next, learned from the fixes alone: by
/// how far each one misses the place to which the two before point.
///
/// A jump of the receiver, or a start from a wrong place, is not of that noise: a miss that neither what is
/// believed nor the fix's own accuracy explains counts as the largest that they do (winsorised, as Huber 1964, doi:10.1214/aoms/1177703732).
/// Misses of that size fix after fix are no jump but noise.
///
/// Most receivers filter, so that their error creeps and this stays near zero; some do not, and then
/// the way from one fix to the next says little of how the car moved.
struct FixNoise {
    /// The standard deviation of the jumps, each axis, metres.
    private(set) var deviation: Double

    private var variance: Double
    private var samples = 2.0
    /// How many misses in a row were jumps.
    private var jumps = 0
    /// Two fixes somewhere else miss four times: where they begin, twice, and where they end.
    private static let mostJumps = 4

    private var last: (place: Coordinate, frame: LocalFrame, time: MonotonicTime)?
    private var before: (place: Coordinate, time: MonotonicTime)?

    /// Before it has seen three fixes it believes in the deviation that the parameters say.
    init(_ parameters: MatchingParameters) {
        deviation = parameters.startNoise.value
        variance = deviation * deviation
    }

    /// Takes each fix, whether it is used or not, with a frame around it.
    mutating func ingest(_ seen: SeenFix, _ parameters: MatchingParameters) {
        let (fix, frame, time) = (seen.fix, seen.frame, seen.time)
        let place = fix.place
        defer {
            before = last.map { ($0.place, $0.time) }
            last = (place, frame, time)
        }
        guard let last, let before else { return }
        let first = (last.time - before.time).seconds
        let second = (time - last.time).seconds
        // Over longer spans the car's own manoeuvres are larger than what is looked for.
        guard first > 0, second > 0, first + second <= parameters.noiseSpan else { return }
        let ratio = second / first
        let miss = last.frame.project(place) + last.frame.project(before.place) * ratio
        let driven = parameters.usualAcceleration * first * second
        let excess = min(max(miss.length - driven, 0), parameters.worstAccuracy.value)
        // Of three independent errors with the weights 1, 1 + ratio and ratio, in two axes.
        let weights = 1 + (1 + ratio) * (1 + ratio) + ratio * ratio
        var sample = excess * excess / (2 * weights)
        let start = parameters.startNoise.value
        let limit = parameters.noiseJumpDeviations * parameters.noiseJumpDeviations / 2
        let said = fix.accuracy?.value ?? 0
        let most = max(limit * max(variance, start * start), said * said)
        jumps = sample > most ? jumps + 1 : 0
        if jumps <= Self.mostJumps { sample = min(sample, most) }
        samples += 1
        variance += (sample - variance) * max(parameters.noiseMemory, 1 / samples)
        deviation = variance.squareRoot()
    }
}
