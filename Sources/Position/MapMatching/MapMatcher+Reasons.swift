public import RoadMap

// A file without a type of its own: a program that asks for no reasons is linked without it.
extension MapMatcher {
    /// The places where the vehicle may be after the last used fix, each with the terms of its log-likelihood, the most
    /// probable first; empty where the matcher has no place. The last step is evaluated again, so the memory of a
    /// matcher does not grow, and ingesting a fix costs nothing more. It is for people and allocates memory.
    public func reasons() throws(MapError) -> [CandidateReasons] {
        guard knowsPlace else { return [] }
        var found = try roads.reasons(in: trellis)
        for index in found.indices {
            guard found[index].place != nil else { continue }
            found[index].relation = answer.relationToAnswer(of: found[index].state, roads)
        }
        return found.sorted { $0.probability > $1.probability }
    }
}
