import RoadMap

/// The entries of overlays that select a way.
struct WayCorrection: Sendable {
    /// An entry, and the part of the way that it selects; the whole way without a range.
    struct Part: Sendable {
        var entry: Int
        var range: Range<WayPosition>?
        var directions: DirectionSet

        /// Whether both select a common part.
        func meets(_ other: Part) -> Bool {
            guard let range, let others = other.range else { return true }
            return range.overlaps(others)
        }

        /// Whether it selects all of another part, in its directions.
        func covers(_ other: Part) -> Bool {
            guard directions.isSuperset(of: other.directions) else { return false }
            guard let range else { return true }
            guard let others = other.range else { return false }
            return range.lowerBound <= others.lowerBound && others.upperBound <= range.upperBound
        }
    }

    /// In the order of the entries.
    var parts: [Part] = []
    /// Signs of entries at points.
    var signs: [(entry: Int, place: RoadsidePlace)] = []

    /// The ranges that parts divide the way into, each with the parts that select it; none without parts of a range.
    var sections: [(range: Range<WayPosition>, parts: [Part])] {
        let ranges = parts.compactMap(\.range)
        let ends = Set(ranges.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
        return zip(ends, ends.dropFirst()).compactMap { from, to in
            guard ranges.contains(where: { $0.lowerBound <= from && to <= $0.upperBound }) else {
                return nil
            }
            let own = parts.filter { part in
                part.range.map { $0.lowerBound <= from && to <= $0.upperBound } ?? true
            }
            return (from..<to, own)
        }
    }
}

/// A part of a road with tags of its own.
struct RoadSection: Sendable {
    var range: Range<WayPosition>
    var tags: CorrectedTags
}
