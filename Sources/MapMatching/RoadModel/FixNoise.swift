import Geodesy
import Quantities

/// How much the fixes of a receiver jump about from one to the next, learned from the fixes alone: by
/// how far each one misses the place to which the two before point.
///
/// Most receivers filter, so that their error creeps and this stays near zero; some do not, and then
/// the way from one fix to the next says little of how the car moved.
struct FixNoise {
    /// The standard deviation of the jumps, each axis, metres.
    private(set) var deviation: Double

    private var variance: Double
    private var samples = 2.0
    private var last: (place: Coordinate, frame: LocalFrame, time: MonotonicTime)?
    private var before: (place: Coordinate, time: MonotonicTime)?

    /// Before it has seen three fixes it believes in the deviation that the parameters say.
    init(_ parameters: MatchingParameters) {
        deviation = parameters.startNoise.value
        variance = deviation * deviation
    }

    /// Takes each fix, whether it is used or not, with a frame around it.
    mutating func ingest(
        _ place: Coordinate, _ frame: LocalFrame, at time: MonotonicTime,
        _ parameters: MatchingParameters
    ) {
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
        let sample = excess * excess / (2 * weights)
        samples += 1
        variance += (sample - variance) * max(parameters.noiseMemory, 1 / samples)
        deviation = variance.squareRoot()
    }
}
