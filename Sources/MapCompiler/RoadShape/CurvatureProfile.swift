/// The curvature along a line with its error: linear between points.
public struct CurvatureProfile: Sendable, Equatable {
    /// A value at a place.
    public struct Spot: Sendable, Equatable {
        /// The distance along the line's chords from its first point, in metres.
        public var along: Double
        /// The curvature in 1/m, positive where the line bends to the right.
        public var curvature: Double
        /// The error of the curvature in 1/m. It covers the truth at nine places out of ten, so it
        /// is 1.645 standard errors.
        public var error: Double

        /// A spot of its place and value.
        public init(along: Double, curvature: Double, error: Double) {
            self.along = along
            self.curvature = curvature
            self.error = error
        }
    }

    /// The points in the order of their places, the first and the last at the ends of the line.
    /// Empty if unknown.
    public var spots: [Spot] = []

    /// A profile of spots in the order of their places.
    public init(spots: [Spot] = []) { self.spots = spots }

    /// The value at a place, held at the ends; `nil` without spots. Logarithmic time.
    public func value(at along: Double) -> Spot? {
        guard let first = spots.first, let last = spots.last else { return nil }
        if along <= first.along { return Spot(along: along, first) }
        if along >= last.along { return Spot(along: along, last) }
        var low = 0
        var high = spots.count - 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if spots[middle].along <= along { low = middle } else { high = middle }
        }
        let start = spots[low]
        let end = spots[high]
        let fraction = (along - start.along) / (end.along - start.along)
        return Spot(
            along: along,
            curvature: start.curvature + (end.curvature - start.curvature) * fraction,
            error: start.error + (end.error - start.error) * fraction
        )
    }

    /// The part between two places, with distances from the first of them. If the second place
    /// precedes the first, order and sign are reversed.
    public func part(from: Double, to: Double) -> CurvatureProfile {
        var part = CurvatureProfile()
        let low = min(from, to)
        let high = max(from, to)
        guard let first = value(at: low), let last = value(at: high) else { return part }
        part.spots.append(first)
        part.spots.append(contentsOf: spots.filter { $0.along > low && $0.along < high })
        part.spots.append(last)
        for index in part.spots.indices { part.spots[index].along -= low }
        guard from > to else { return part }
        part.spots.reverse()
        for index in part.spots.indices {
            part.spots[index].along = high - low - part.spots[index].along
            part.spots[index].curvature = -part.spots[index].curvature
        }
        return part
    }
}

extension CurvatureProfile.Spot {
    init(along: Double, _ other: Self) {
        self.init(along: along, curvature: other.curvature, error: other.error)
    }
}
