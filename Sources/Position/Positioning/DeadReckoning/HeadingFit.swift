public import Quantities

/// How well the turns of a car fit a line that it may have driven along, and at which distance from
/// the position of dead reckoning they fit best. It knows nothing of roads.
///
/// ```swift
/// if let fit = reckoning.fit(bearings, from: start, step: step, at: place) { … }
/// ```
/// The heading of the car against the line has an error that is the same all along the trail, and
/// one that changes every `independentLength` metres.
public struct HeadingFit: Sendable {
    /// The distance of the best fit ahead of the position of dead reckoning.
    public var shift: Metres
    /// The logarithm of the likelihood of the turns there, with that of the shift.
    public var logLikelihood: Double
    /// The standard deviation of the shift by the turns alone; `nil` where they do not show it.
    public var shiftDeviation: Metres?
    /// The average difference between the headings and those of the line.
    public var miss: Degrees

    /// The standard deviation of a car's heading against the line of its road: lines are drawn by
    /// hand, corners are cut.
    static let headingDeviation = 12.0
    /// A larger miss counts as this one: the line does not show the place.
    static let longestMiss = 50.0
    static let independentLength = 12.0
    /// A trail that overlaps a line by less does not count.
    static let shortestTrail = 36.0
    /// The largest shift that is tried, metres; two deviations limit it as well.
    public static let longestShift = 90.0
}

extension DeadReckoning {
    /// How well the turns of the car fit a line. `bearings` are those of the line every `step`
    /// metres from
    /// `start` on (degrees, any number of whole turns); dead reckoning has the car at `place`. `nil` where
    /// there is no trail, or too little of it lies on the line. Constant memory.
    public func fit(
        _ bearings: [Double], from start: Metres, step: Metres, at place: Metres
    ) -> HeadingFit? {
        guard trail.span >= HeadingFit.shortestTrail, let now = trail.sample(back: 0) else {
            return nil
        }
        let own = deviation.value
        let stride = HeadingTrail.step
        let most = Int((min(2 * own, HeadingFit.longestShift) / stride).rounded())
        var best: HeadingFit?
        var bestData = 0.0
        var neighbours: (below: Double?, above: Double?) = (nil, nil)
        var previous: Double?
        var bestIsLast = false
        for number in -most...most {
            let shift = Double(number) * stride
            guard
                let (data, miss) = logLikelihood(
                    of: bearings, from: start.value, step: step.value,
                    at: place.value + shift, now)
            else {
                previous = nil
                bestIsLast = false
                continue
            }
            if bestIsLast { neighbours.above = data }
            let log = data - shift * shift / (2 * own * own)
            if best.map({ log > $0.logLikelihood }) ?? true {
                best = HeadingFit(
                    shift: Metres(shift), logLikelihood: log, shiftDeviation: nil,
                    miss: Degrees(miss))
                bestData = data
                neighbours = (previous, nil)
                bestIsLast = true
            } else {
                bestIsLast = false
            }
            previous = data
        }
        if let below = neighbours.below, let above = neighbours.above {
            let bend = 2 * bestData - below - above
            if bend > 0 { best?.shiftDeviation = Metres(stride / bend.squareRoot()) }
        }
        return best
    }

    /// The logarithm of the likelihood of the trail if the car is at a place of the line, and the
    /// miss of its headings, degrees.
    private func logLikelihood(
        of bearings: [Double], from start: Double, step: Double, at place: Double,
        _ now: HeadingTrail.Sample
    ) -> (log: Double, miss: Double)? {
        var count = 0
        var sum = 0.0
        var reference: Double?
        var misses = 0.0
        // The first pass finds the mean of all misses, the second their scatter.
        for pass in 0..<2 {
            let common = count > 0 ? sum / Double(count) : 0
            for back in 0..<trail.count {
                guard let sample = trail.sample(back: back) else { break }
                let offset = (place - (now.distance - sample.distance) - start) / step
                let index = Int(offset.rounded(.down))
                guard index >= 0, index + 1 < bearings.count else { continue }
                let share = offset - Double(index)
                let bearing =
                    bearings[index] + share * (bearings[index + 1] - bearings[index])
                var miss = sample.heading - bearing
                if let reference {
                    miss -= 360 * ((miss - reference) / 360).rounded()
                } else {
                    reference = miss
                }
                if pass == 0 {
                    count += 1
                    sum += miss
                } else {
                    let own = min((miss - common).magnitude, HeadingFit.longestMiss)
                    misses += own * own
                }
            }
        }
        let length = Double(count) * HeadingTrail.step
        guard length >= HeadingFit.shortestTrail else { return nil }
        let variance = misses / Double(count)
        let deviation = HeadingFit.headingDeviation
        let independent = length / HeadingFit.independentLength
        return (-variance / (2 * deviation * deviation) * independent, variance.squareRoot())
    }
}
