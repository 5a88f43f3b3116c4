/// A path as a viewer draws it: its place in the tree, its line and its values.
public struct PathPicture: Sendable, Hashable {
    /// Its name, unique in a source for the whole scene.
    public var id: Int
    /// Its index on the wire; `nil` if it has none.
    public var index: Int?
    /// The path that it leaves; `nil` for the path of the vehicle, and where it is not known.
    public var parent: Int?
    /// The offset of its branch point on the parent, m.
    public var branchOffset: Double?
    /// The angle from the parent's direction, degrees clockwise.
    public var turnAngle: Double?
    /// The number of turns off the most probable path that lead to it.
    public var level: Int
    /// The probability at its branch point, 0...1; `nil` if unknown.
    public var probability: Double?
    /// The probability from the vehicle on, 0...1; `nil` if unknown.
    public var total: Double?
    /// Whether the vehicle may turn into it; `nil` if unknown.
    public var isDrivable: Bool?
    /// Whether it is a U-turn.
    public var isUTurn: Bool
    /// The reason for its end; `nil` if it can grow.
    public var end: String?
    /// Its line, in driving order.
    public var shape: [ShapePoint]
    /// The values along it: for each attribute that the source knows, its points in driving order.
    public var values: [ValueTrack]

    /// A path without line and values.
    public init(id: Int, index: Int?) {
        self.id = id
        self.index = index
        level = 0
        isUTurn = false
        shape = []
        values = []
    }

    /// The place at an offset, straight between two points of the line; `nil` without a line.
    public func place(at offset: Double) -> ShapePoint? {
        guard let last = shape.last, let first = shape.first else { return nil }
        guard offset > first.offset else { return first }
        guard offset < last.offset else { return last }
        let next = firstPoint(beyond: offset)
        let (before, after) = (shape[next - 1], shape[next])
        let share = (offset - before.offset) / (after.offset - before.offset)
        return ShapePoint(
            offset, longitude: before.longitude + (after.longitude - before.longitude) * share,
            latitude: before.latitude + (after.latitude - before.latitude) * share)
    }

    /// The place at an offset; `nil` before the line begins and behind its end: a client that joined the bus late knows a
    /// line from some place ahead on.
    func knownPlace(at offset: Double) -> ShapePoint? {
        guard let first = shape.first, let last = shape.last,
            (first.offset - Self.rounding...last.offset + Self.rounding).contains(offset)
        else { return nil }
        return place(at: offset)
    }

    /// Offsets on the wire are whole metres.
    private static let rounding = 2.0

    /// The direction of the line at an offset, degrees clockwise from north; `nil` without a line.
    public func bearing(at offset: Double) -> Double? {
        guard shape.count > 1 else { return nil }
        let next = min(max(firstPoint(beyond: offset), 1), shape.count - 1)
        return Planar.bearing(from: shape[next - 1], to: shape[next])
    }

    /// The number of the first point beyond an offset; the number of points if there is none.
    private func firstPoint(beyond offset: Double) -> Int {
        var low = 0
        var high = shape.count
        while low < high {
            let middle = (low + high) / 2
            if shape[middle].offset > offset { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// The values of one attribute along a path.
public struct ValueTrack: Sendable, Hashable {
    /// The attribute.
    public var attribute: SceneAttribute
    /// Its points, in driving order.
    public private(set) var points: [ValuePoint] = []

    /// A track without points.
    public init(_ attribute: SceneAttribute) { self.attribute = attribute }

    /// Adds a value from a place on. A value that holds from before is not repeated; a place that has a value already
    /// gets the later one.
    public mutating func append(_ value: SceneValue, at offset: Double) {
        if let last = points.last, last.offset == offset { points.removeLast() }
        if attribute.course == .steps, points.last?.value == value { return }
        points.append(ValuePoint(offset, value))
    }

    /// The value in force at an offset: of the last point at or before it; `nil` before the first one.
    public func point(inForceAt offset: Double) -> ValuePoint? {
        points.last { $0.offset <= offset }
    }
}
