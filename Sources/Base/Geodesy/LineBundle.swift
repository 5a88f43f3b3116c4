import Quantities

/// Several lines in one buffer that is filled again and again: what a ``Shape`` is for one line. Nothing
/// is allocated once it has grown to the most points.
public struct LineBundle: Sendable {
    private var points: [Coordinate] = []
    private var distances: [Double] = []

    /// Where a line stands in the buffer.
    @frozen
    public struct Line: Sendable {
        /// Its points.
        let points: Range<Int>
        /// The rectangle around it.
        public let bounds: BoundingBox

        /// The number of its points.
        public var count: Int { points.count }
    }

    /// No lines, and room for so many points.
    public init(reserved: Int) {
        points.reserveCapacity(reserved)
        distances.reserveCapacity(reserved)
    }

    /// Takes all lines away and keeps the memory.
    public mutating func removeAll() {
        points.removeAll(keepingCapacity: true)
        distances.removeAll(keepingCapacity: true)
    }

    /// Adds a line.
    public mutating func append(_ shape: Shape) -> Line {
        let first = points.count
        var bounds = BoundingBox.empty
        for index in shape.points.indices {
            bounds.grow(toHold: shape.points[index])
            points.append(shape.points[index])
            distances.append(shape.distances[index])
        }
        return Line(points: first..<points.count, bounds: bounds)
    }

    /// Adds a line of another bundle.
    public mutating func append(_ line: Line, of other: LineBundle) -> Line {
        let first = points.count
        points.append(contentsOf: other.points[line.points])
        distances.append(contentsOf: other.distances[line.points])
        return Line(points: first..<points.count, bounds: line.bounds)
    }

    /// The nearest place of a line to the origin of a frame, as ``Shape/nearest(in:)``.
    public func nearest(on line: Line, in frame: LocalFrame) -> ShapeProjection? {
        Geodesy.nearest(line.points, points, distances, in: frame)
    }

    /// The place of a projection onto one of its lines, as ``Shape/place(at:)``.
    public func place(of projection: ShapeProjection) -> Coordinate {
        Geodesy.place(at: projection.along, on: projection.segment, points, distances)
    }
}

/// The nearest place to the origin of a frame of the line that some points make, and the segment's number
/// among all points.
func nearest(
    _ line: Range<Int>, _ points: [Coordinate], _ distances: [Double], in frame: LocalFrame
) -> ShapeProjection? {
    guard let first = line.first else { return nil }
    var start = frame.project(points[first])
    var best: ShapeProjection?
    for index in line.dropFirst() {
        let end = frame.project(points[index])
        let projection = SegmentProjection(from: start, to: end)
        if best.map({ projection.distanceSquared < $0.distanceSquared }) ?? true {
            let span = distances[index] - distances[index - 1]
            best = ShapeProjection(
                segment: index - 1,
                along: Metres(distances[index - 1] + span * projection.fraction),
                distanceSquared: projection.distanceSquared,
                direction: end - start
            )
        }
        start = end
    }
    return best
}

/// The place at a distance along the line of some points, on the segment that starts at one of them.
func place(
    at distance: Metres, on segment: Int, _ points: [Coordinate], _ distances: [Double]
) -> Coordinate {
    let start = points[segment]
    let end = points[segment + 1]
    let span = distances[segment + 1] - distances[segment]
    guard span > 0 else { return start }
    let fraction = min(max((distance.value - distances[segment]) / span, 0), 1)
    let northward = Double(Int64(end.latitudeE7) - Int64(start.latitudeE7)) * fraction
    let eastward = Double(Int64(end.longitudeE7) - Int64(start.longitudeE7)) * fraction
    return Coordinate(
        latitudeE7: start.latitudeE7 + Int32(northward.rounded()),
        longitudeE7: start.longitudeE7 + Int32(eastward.rounded())
    ) ?? start
}
