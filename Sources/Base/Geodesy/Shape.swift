public import Quantities

/// The line of a road with the place of each of its points along it. A buffer that is filled again
/// and again: refilling does not allocate once it has grown to the longest line.
public struct Shape: Sendable {
    /// The points, in order.
    public private(set) var points: [Coordinate] = []
    /// The way from the first point to each point along the line, in metres, not rounded.
    public private(set) var distances: [Double] = []

    /// A line without points.
    public init() {}

    /// A line without points and memory for so many.
    public init(reserved: Int) {
        points.reserveCapacity(reserved)
        distances.reserveCapacity(reserved)
    }

    /// A line of points.
    public init(_ points: some Sequence<Coordinate>) {
        for point in points { append(point) }
    }

    /// Takes all points away and keeps the memory.
    public mutating func removeAll() {
        points.removeAll(keepingCapacity: true)
        distances.removeAll(keepingCapacity: true)
    }

    /// Adds a point at the end.
    public mutating func append(_ point: Coordinate) {
        if let last = points.last, let distance = distances.last {
            distances.append(distance + last.distance(to: point).value)
        } else {
            distances.append(0)
        }
        points.append(point)
    }

    /// The number of points.
    public var count: Int { points.count }

    /// The length in metres, not rounded.
    public var length: Metres { Metres(distances.last ?? 0) }

    /// The offset of a point from the first one, the whole centimetre nearest to it. This is the one
    /// rounding of lengths along links: writer, reader and path tree all take it from here.
    public func offset(at index: Int) -> Centimetres {
        Centimetres(Int((distances[index] * 100).rounded()))
    }

    /// The index of the segment that holds a place along the line: that of the last point that is
    /// not beyond it, and never the last point. The line must have two points.
    public func segment(at distance: Metres) -> Int {
        var low = 0
        var high = distances.count - 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if distances[middle] <= distance.value { low = middle } else { high = middle }
        }
        return low
    }

    /// The place at a distance along the line, held at its ends. The line must have two points.
    public func place(at distance: Metres) -> Coordinate {
        Geodesy.place(at: distance, on: segment(at: distance), points, distances)
    }

    /// The bearing of the line at a distance along it, driven from its first point to its last.
    public func bearing(at distance: Metres) -> Degrees {
        let index = segment(at: distance)
        return LocalFrame(around: points[index]).project(points[index + 1]).bearing
    }

    /// The nearest place of the line to the origin of a frame.
    public func nearest(in frame: LocalFrame) -> ShapeProjection? {
        Geodesy.nearest(points.indices, points, distances, in: frame)
    }
}

/// The nearest place of a ``Shape`` to another place.
@frozen
public struct ShapeProjection: Sendable {
    /// The segment it lies on.
    public let segment: Int
    /// The distance along the line.
    public let along: Metres
    /// The distance between the two places squared, m².
    public let distanceSquared: Double
    /// The direction of the line there, first point to last.
    public let direction: PlanarVector
}
