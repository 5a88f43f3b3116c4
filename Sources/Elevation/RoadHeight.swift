public import Geodesy
import Quantities

/// Heights and slopes along a road. Nine of ten times the truth is within the stated errors.
public struct HeightProfile: Sendable, Equatable {
    /// A value at a place.
    public struct Spot: Sendable, Equatable {
        /// The way along the line from its first point, m.
        public var along: Double
        /// Metres above sea level.
        public var height: Double
        /// The error of the height, m.
        public var heightError: Double
        /// Rise over way, positive where it goes up along the line; over about a hundred metres.
        public var slope: Double
        /// The error of the slope.
        public var slopeError: Double
    }

    /// The unbroken stretches on which something is known, each of at least two spots in order.
    public var stretches: [[Spot]] = []

    /// Knows nothing.
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

    /// What is known at a place, between the spots on its two sides; `nil` where nothing is.
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

    /// No road for cars is steeper: what is steeper is the hillside beside it.
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
    /// Nine of ten lie within so many standard errors; a little more than the normal distribution's,
    /// for the hills that a cubic does not follow.
    private static let coverage = 2.0
    /// The same for heights: what a cubic cuts off the tops of hills is missing in the height, and
    /// hardly in the slope. Found on the hills of the tests.
    private static let heightCoverage = 2.6

    /// The height of the ground at a place, `nil` where it is not known.
    public func height(at place: Coordinate) throws(ElevationError) -> NodeHeight? {
        guard let (surface, _) = try ground(at: place) else { return nil }
        return NodeHeight(
            height: surface.height(east: 0, north: 0),
            error: ElevationModel.heightCoverage * surface.heightError)
    }

    /// Heights and slopes along a road on the ground, at spots as far from each other as the grid's
    /// posts or farther. The height at its ends depends on those places alone, and the slope there on
    /// the approaches to them alone, so that roads which go on in each other agree; without an approach
    /// the slope is that of the road's own last metres.
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
            // The last one exactly at the end: a slope led over to there looks for it.
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

    /// The slope is that over a hundred metres of the line where it reaches so far.
    private func spot(
        at along: Double, on line: Shape
    ) throws(ElevationError) -> HeightProfile.Spot? {
        guard line.length.value > 0 else { return nil }
        // A point of the line is taken as it is, and not once more rounded.
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

/// The road on both sides of a node, in the direction of a link that starts or ends there: what its
/// slope is told from, the same for all links that go on in each other there.
public struct NodeApproach: Sendable {
    /// The line that leads to the node, its last point; empty where the road begins there.
    public var before: [Coordinate]
    /// The line that leads on from the node, its first point; empty where the road ends there.
    public var after: [Coordinate]

    /// What is farther from the node says nothing of its slope, m.
    public static let reach = 50.0

    /// An approach of its lines.
    public init(before: [Coordinate] = [], after: [Coordinate] = []) {
        self.before = before
        self.after = after
    }

    /// Both as one line, and where along it the node is, m.
    fileprivate var shape: (line: Shape, start: Double) {
        Shape(after).extended(from: before, to: [])
    }
}

extension Shape {
    /// The line with those that lead to it and on from it, each with the shared point, and where in it
    /// the line starts, m.
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
    /// Leads the slope over to that of a bridge or tunnel that the road goes on in at one of its ends;
    /// the height stays that of the ground.
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
                // Between the two it is as sure as the less sure of them.
                stretches[stretch][index].slopeError = max(
                    stretches[stretch][index].slopeError + abs(change) * (1 - share),
                    share * goal.error)
            }
        }
    }
}
