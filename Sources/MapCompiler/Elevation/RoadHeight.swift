public import Geodesy
import Quantities

/// Heights and slopes along a road. Nine times out of ten, the truth is within the stated errors.
public struct HeightProfile: Sendable, Equatable {
    /// A value at a place.
    public struct Spot: Sendable, Equatable {
        /// The distance along the line from its first point, m.
        public var along: Double
        /// Metres above sea level.
        public var height: Double
        /// The error of the height, m.
        public var heightError: Double
        /// Rise over distance, positive uphill along the line; over about a hundred metres.
        public var slope: Double
        /// The error of the slope.
        public var slopeError: Double
    }

    /// The unbroken stretches with known values, each of at least two points in order.
    public var stretches: [[Spot]] = []

    /// No known values.
    public init() {}

    /// A straight between two heights.
    public init(from start: NodeHeight, to end: NodeHeight, length: Double) {
        guard length > 0 else { return }
        let slope = (end.height - start.height) / length
        guard abs(slope) <= HeightProfile.steepest else { return }
        let error = (start.error + end.error) / length
        stretches = [
            [
                Spot(
                    along: 0, height: start.height, heightError: start.error, slope: slope,
                    slopeError: error),
                Spot(
                    along: length, height: end.height, heightError: end.error, slope: slope,
                    slopeError: error),
            ]
        ]
    }

    /// The value at a place between two points; `nil` if unknown.
    public func value(at along: Double) -> Spot? {
        for stretch in stretches {
            for (start, end) in zip(stretch, stretch.dropFirst())
            where along >= start.along && along <= end.along {
                let share = (along - start.along) / max(end.along - start.along, 1e-9)
                func between(_ first: Double, _ last: Double) -> Double {
                    first + (last - first) * share
                }
                return Spot(
                    along: along,
                    height: between(start.height, end.height),
                    heightError: between(start.heightError, end.heightError),
                    slope: between(start.slope, end.slope),
                    slopeError: between(start.slopeError, end.slopeError))
            }
        }
        return nil
    }

    /// No road for cars is steeper. A steeper value belongs to the hillside beside the road.
    public static let steepest = 0.25
}

/// The height of a place where links meet.
public struct NodeHeight: Sendable, Equatable {
    /// Metres above sea level.
    public var height: Double
    /// Its error, m.
    public var error: Double

    /// A height with its error.
    public init(height: Double, error: Double) {
        self.height = height
        self.error = error
    }
}

extension ElevationModel {
    /// Nine out of ten values lie within so many standard errors. It is a little more than for the
    /// normal distribution, because a cubic does not follow every hill.
    private static let coverage = 2.0
    /// The same for heights. A cubic cuts off the tops of hills, which affects the height and
    /// hardly the slope. Measured on the hills of the tests.
    private static let heightCoverage = 2.6

    /// The height of the ground at a place, `nil` if unknown.
    public func height(at place: Coordinate) throws(ElevationError) -> NodeHeight? {
        guard let (surface, _) = try ground(at: place) else { return nil }
        return NodeHeight(
            height: surface.height(east: 0, north: 0),
            error: ElevationModel.heightCoverage * surface.heightError)
    }

    /// Heights and slopes along a road on the ground. Their points are at least as far apart as the
    /// grid's posts. The height at an end depends on that place alone, and the slope there on the
    /// approaches alone. So consecutive roads have the same values at a common end. Without an
    /// approach, the slope is that of the road's own last metres.
    public func profile(
        along shape: Shape, start: NodeApproach? = nil, end: NodeApproach? = nil
    ) throws(ElevationError) -> HeightProfile {
        var profile = HeightProfile()
        let length = shape.length.value
        guard length > 0 else { return profile }
        var found = try ground(at: shape.points[0])
        if found == nil { found = try ground(at: shape.points[shape.count - 1]) }
        guard let spacing = found?.spacing else { return profile }
        let start = start ?? NodeApproach(after: shape.points)
        let end = end ?? NodeApproach(before: shape.points)
        let (road, before) = shape.extended(from: start.before, to: end.after)
        let step = max(spacing, 30)
        let count = max(Int(length / step), 1)
        var stretch: [HeightProfile.Spot] = []
        for number in 0...count {
            // The last point is exactly at the end, since a slope transition to there needs it.
            let along = number == count ? length : length * Double(number) / Double(count)
            var spot: HeightProfile.Spot?
            if number == 0 || number == count {
                let approach = number == 0 ? start : end
                let (line, middle) = approach.shape
                spot = try self.spot(at: middle, on: line)
            } else {
                spot = try self.spot(at: before + along, on: road)
            }
            spot?.along = along
            if let spot {
                stretch.append(spot)
                continue
            }
            if stretch.count > 1 { profile.stretches.append(stretch) }
            stretch.removeAll()
        }
        if stretch.count > 1 { profile.stretches.append(stretch) }
        return profile
    }

    /// The slope is measured over a hundred metres of the line, if the line is long enough.
    private func spot(
        at along: Double, on line: Shape
    ) throws(ElevationError) -> HeightProfile.Spot? {
        guard line.length.value > 0 else { return nil }
        // A point of the line is used directly, without another rounding.
        let place =
            line.distances.firstIndex(of: along).map { line.points[$0] }
            ?? line.place(at: Metres(along))
        guard let (surface, _) = try ground(at: place) else { return nil }
        let frame = LocalFrame(around: place)
        let from = max(along - NodeApproach.reach, 0)
        let to = min(along + NodeApproach.reach, line.length.value)
        let start = frame.project(line.place(at: Metres(from)))
        let end = frame.project(line.place(at: Metres(to)))
        let rise =
            surface.height(east: end.x, north: end.y)
            - surface.height(east: start.x, north: start.y)
        let slope = rise / (to - from)
        guard abs(slope) <= HeightProfile.steepest else { return nil }
        return HeightProfile.Spot(
            along: along,
            height: surface.height(east: 0, north: 0),
            heightError: ElevationModel.heightCoverage * surface.heightError,
            slope: slope,
            slopeError: ElevationModel.coverage * surface.slopeError)
    }
}

/// The road on both sides of a node, in the direction of a link that starts or ends there. The
/// slope at the node comes from it. It is the same for all links that continue each other there.
public struct NodeApproach: Sendable {
    /// The line that leads to the node, its last point; empty where the road begins there.
    public var before: [Coordinate]
    /// The line that leads on from the node, its first point; empty where the road ends there.
    public var after: [Coordinate]

    /// Points farther from the node do not affect its slope, m.
    public static let reach = 50.0

    /// An approach of its lines.
    public init(before: [Coordinate] = [], after: [Coordinate] = []) {
        self.before = before
        self.after = after
    }

    /// Both as one line, and the position of the node along it, m.
    fileprivate var shape: (line: Shape, start: Double) {
        Shape(after).extended(from: before, to: [])
    }
}

extension Shape {
    /// The line with its approaches before and after, each with the shared point, and the position
    /// of the line's start in it, m.
    fileprivate func extended(
        from before: [Coordinate], to after: [Coordinate]
    ) -> (line: Shape, start: Double) {
        var line = Shape(before)
        let start = line.length.value
        for point in before.isEmpty ? points[...] : points.dropFirst() { line.append(point) }
        for point in after.dropFirst() { line.append(point) }
        return (line, start)
    }
}

extension HeightProfile {
    /// Adapts the slope at an end to the slope of the bridge or tunnel that continues the road. The
    /// height stays that of the ground.
    public mutating func leadSlope(to goal: StructureSlope, atEnd isEnd: Bool, length: Double) {
        let end = isEnd ? length : 0
        let reach = min(NodeApproach.reach, length / 2)
        guard let now = value(at: end), reach > 0 else { return }
        let inner = isEnd ? length - reach : reach
        let spot = value(at: inner)
        for stretch in stretches.indices {
            if let spot, let place = stretches[stretch].firstIndex(where: { $0.along >= inner }),
                place > 0, stretches[stretch][place].along > inner
            {
                stretches[stretch].insert(spot, at: place)
            }
            for index in stretches[stretch].indices {
                let share = 1 - abs(stretches[stretch][index].along - end) / reach
                guard share > 0 else { continue }
                let change = share * (goal.slope - now.slope)
                stretches[stretch][index].slope += change
                // Between two points, the accuracy is that of the less accurate one.
                stretches[stretch][index].slopeError = max(
                    stretches[stretch][index].slopeError + abs(change) * (1 - share),
                    share * goal.error)
            }
        }
    }
}
