public import MapMatching
public import RoadMap

// A file without a type of its own: a program that asks for no reasons is linked without it.
extension Engine {
    /// The places where the vehicle may be after the last fix that was used, with the terms of their log-likelihoods,
    /// the most probable first (``/MapMatching/MapMatcher/reasons()``).
    public func placeReasons() throws(MapError) -> [CandidateReasons] {
        try fixes.matcher.reasons()
    }
}
