public import Positioning
public import Quantities
public import RoadMap

/// Finds the place of a moving car on the road map, fix by fix.
///
/// ```swift
/// let matcher = MapMatcher(map: map, lag: .seconds(10))
/// let now = try matcher.ingest(fix, at: arrival)        // what is known at once
/// while let then = matcher.takeDecision() { … }         // what is known of an older fix
/// ```
/// A hidden Markov model after Newson and Krumm (doi:10.1145/1653771.1653818), run forward as a filter:
/// each fix is answered at once with the road and direction of the highest probability given all fixes
/// so far. With a lag, the most probable way as a whole is decided that much later.
public final class MapMatcher {
    /// A matcher that has seen no fix. With a lag it also decides each fix that much later.
    public init(
        map: RoadMap,
        parameters: MatchingParameters = MatchingParameters(),
        lag: Nanoseconds? = nil
    ) {
    }

    /// Takes a fix and says where the car is. `arrival` is when the fix came; it dates the fixes that
    /// carry no time of their own.
    public func ingest(_ fix: Fix, at arrival: MonotonicTime) throws(MapError) -> MatchResult {
        .notCalibrated
    }

    /// The next decision about an older fix, in the order of the fixes: one for each, `nil` as long as
    /// the lag has not passed.
    public func takeDecision() -> MatchDecision? { nil }

    /// Decides all that is open, at the end of the fixes.
    public func finish() {}

    /// Forgets all fixes.
    public func reset() {}

    /// Appends the way driven between the places of two decisions in a row, the second of which
    /// ``MatchDecision/continues``.
    public func appendRoute(
        from start: MatchDecision,
        to end: MatchDecision,
        _ legs: inout [RouteLeg]
    ) throws(MapError) {}
}
