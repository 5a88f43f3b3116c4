import MapMatching
import Positioning
import Quantities
import RoadMap

/// Matches fixes, and keeps the results of the last one.
struct FixMatching {
    /// The result of the last fix that was not rejected.
    private(set) var result = MatchResult.notCalibrated
    /// The last fix as it was matched, and the motion of the vehicle since the fix before.
    private(set) var matched: (fix: Fix, motion: EgoMotion)?
    /// All places of the last fix.
    private(set) var places = FixPlaces()
    /// The place of the run before, up to the first fix that is used.
    private(set) var remembered: RememberedPlace?
    private(set) var matcher: MapMatcher
    private let parameters: MatchingParameters

    init(_ map: RoadMap, _ parameters: MatchingParameters) {
        matcher = MapMatcher(map: map, parameters: parameters)
        self.parameters = parameters
    }

    /// Matches on another map from now on.
    mutating func changeMap(to map: RoadMap) {
        matcher = MapMatcher(map: map, parameters: parameters)
        result = .notCalibrated
        remembered = nil
    }

    /// Remembers a place up to the first fix that is used, or forgets it: the vehicle has moved.
    mutating func remember(_ place: RememberedPlace?) { remembered = place }

    /// Matches a fix after the motion of the vehicle since the fix before.
    mutating func match(
        _ fix: Fix, after motion: EgoMotion, at arrival: MonotonicTime
    ) throws(MapError) -> MatchResult {
        var fix = fix
        // A vehicle that still stands there has its heading still.
        let usual = parameters.accuracy.defaultAccuracy
        fix.heading = fix.heading ?? remembered?.heading(at: fix, otherwise: usual)
        matched = (fix, motion)
        let result = try matcher.ingest(fix, after: motion, at: arrival)
        places.fill(from: matcher)
        return result
    }

    /// Whether the matcher has rejected a fix, the last one: it is too inexact, or in doubt.
    func rejects(_ fix: Fix) -> Bool {
        let isInexact = fix.accuracy.map { $0 > parameters.accuracy.worstAccuracy } ?? false
        return isInexact || matcher.isLastFixOutlier
    }

    /// Keeps the result of the last fix.
    mutating func accept(_ result: MatchResult) {
        self.result = result
        remembered = nil
    }
}
