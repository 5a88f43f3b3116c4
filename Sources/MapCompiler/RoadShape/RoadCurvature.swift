public import Geodesy
import Quantities

/// The curvature of a road from its line and from the lines of the roads before and after it.
///
/// The line is fitted with a stretch of its neighbours, so that its ends are as accurate as its
/// middle. At a node between two lines, both must have the same curvature. The last points of one
/// and the first of the other define it, since both have these points. Each line changes gradually
/// to this value.
public struct RoadCurvature {
    private var fitter = CurvatureFitter()

    /// The most points of a neighbour that matter. Pass that many if they exist.
    public static let neighbourPoints = 8
    /// The length before its end on which a line changes to the value there, m.
    private static let blend = 30.0

    /// Nothing to set.
    public init() {}

    /// The continuation of a line at one of its ends.
    public struct Neighbour: Sendable {
        /// The neighbour's line in the road's direction, with the point that they share.
        public var line: [Coordinate]
        /// The curvature at that point, in the road's direction: ``RoadCurvature/junction(_:_:)``.
        public var junction: Junction?

        /// A neighbour of its line.
        public init(_ line: [Coordinate], _ junction: Junction?) {
            self.line = line
            self.junction = junction
        }
    }

    /// The curvature at a point where two lines meet.
    public struct Junction: Sendable {
        /// The curvature in 1/m, positive to the right.
        public var curvature: Double
        /// Its error, as in ``CurvatureProfile/Spot``.
        public var error: Double

        /// A curvature with its error.
        public init(curvature: Double, error: Double) {
            self.curvature = curvature
            self.error = error
        }

        /// The same driven the other way.
        public var reversed: Junction { Junction(curvature: -curvature, error: error) }
    }

    /// The curvature along `road`, whose spots lie along its chords. `before` leads to its first point
    /// and `after` on from its last; `nil` if the road begins or ends. No two neighbouring points in
    /// a line are the same place.
    public mutating func profile(
        of road: [Coordinate], before: Neighbour? = nil, after: Neighbour? = nil
    ) -> CurvatureProfile {
        guard road.count >= 2 else { return CurvatureProfile() }
        let head = before?.line.suffix(RoadCurvature.neighbourPoints) ?? []
        let tail = after?.line.prefix(RoadCurvature.neighbourPoints) ?? []
        let start = length(of: head)
        let length = length(of: road)
        let whole = fitted(
            Array(head.dropLast()) + Array(road) + Array(tail.dropFirst()),
            upTo: max(head.count - 1, 0) + road.count - 1)
        var profile = whole.part(from: start, to: start + length)
        let reach = min(RoadCurvature.blend, length / 2)
        profile.lead(to: before?.junction, at: 0, over: reach)
        profile.lead(to: after?.junction, at: length, over: reach)
        return profile
    }

    /// The curvature at the point where two lines meet, the last of `before` and the first of
    /// `after`, from the points beside it. Exchanging and reversing both lines changes only its
    /// sign. `nil` if one of them has no second point.
    public mutating func junction(
        _ before: [Coordinate], _ after: [Coordinate]
    ) -> Junction? {
        let before = Array(before.suffix(RoadCurvature.neighbourPoints))
        let after = Array(after.prefix(RoadCurvature.neighbourPoints))
        guard before.count > 1, after.count > 1 else { return nil }
        // The calculation always uses the same one of the two directions, so that even rounding is
        // equal.
        let isTurned = after[1].isBefore(before[before.count - 2])
        let line = Array(before.dropLast() + after)
        let profile =
            isTurned
            ? fitted(line.reversed(), upTo: after.count - 1)
            : fitted(line, upTo: before.count - 1)
        let along = isTurned ? length(of: after.reversed()) : length(of: before)
        guard let value = profile.value(at: along) else { return nil }
        let junction = Junction(curvature: value.curvature, error: value.error)
        return isTurned ? junction.reversed : junction
    }

    private func length(of line: some Collection<Coordinate>) -> Double {
        zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1).value }
    }

    /// The fit of a line that is laid out chord by chord, so that its lengths are those of the map; at
    /// least to its point `last`.
    private mutating func fitted(_ line: [Coordinate], upTo last: Int) -> CurvatureProfile {
        var points = [PlanarVector(x: 0, y: 0)]
        points.reserveCapacity(line.count)
        for index in line.indices.dropFirst() {
            points.append(points[index - 1] + line[index - 1].vector(to: line[index]))
        }
        return fitter.fit(points, upTo: last)
    }
}

extension Coordinate {
    fileprivate func isBefore(_ other: Coordinate) -> Bool {
        (latitudeE7, longitudeE7) < (other.latitudeE7, other.longitudeE7)
    }
}

extension CurvatureProfile {
    /// Leads the profile over to another value at one of its ends.
    fileprivate mutating func lead(
        to goal: RoadCurvature.Junction?, at end: Double, over length: Double
    ) {
        guard let goal, let now = value(at: end), length > 0 else { return }
        let inner = end > 0 ? end - length : length
        if let spot = value(at: inner), !spots.contains(where: { $0.along == inner }) {
            let place = spots.firstIndex { $0.along > inner } ?? spots.count
            spots.insert(spot, at: place)
        }
        for index in spots.indices {
            let share = 1 - abs(spots[index].along - end) / length
            guard share > 0 else { continue }
            spots[index].curvature += share * (goal.curvature - now.curvature)
            // Between two places, the accuracy is that of the less accurate one.
            let moved = abs(share * (goal.curvature - now.curvature))
            spots[index].error = max(spots[index].error + moved, share * goal.error)
        }
    }
}
