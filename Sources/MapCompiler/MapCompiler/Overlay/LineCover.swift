import Geodesy
import Quantities

/// Finds the parts of roads that lie along a drawn line.
struct LineCover {
    private let line: Shape
    /// The rectangle around the line that contains all places near to it.
    let margin: BoundingBox

    /// The largest distance between line and road, metres.
    private static let width = 8.0
    /// The smallest cosine of the angle between them: 30°.
    private static let leastCosine = 0.866
    /// The distance between checked places of a road, metres.
    private static let step = 2.0
    /// Gaps up to this length belong to the line, such as at a bend that is drawn otherwise, metres.
    private static let gap = 20.0
    /// So near to the end of a way, the part reaches the end, metres.
    private static let snap = 10.0
    /// So near to a node, the part begins or ends there, metres.
    private static let snapToNode = 5.0
    /// A shorter part is of a road that branches off, unless it is half of its way, metres.
    private static let shortest = 30.0

    init(_ line: Shape) {
        self.line = line
        var box = BoundingBox.empty
        for place in line.points {
            box.grow(toHold: LocalFrame(around: place).box(radius: Metres(Self.width)))
        }
        margin = box
    }

    /// The parts of a road along the line, and whether it is drawn against the line.
    func ranges(of road: Shape) -> [(range: ClosedRange<Metres>, isReversed: Bool)] {
        guard road.count >= 2, road.box.intersects(margin) else { return [] }
        var found: [(range: ClosedRange<Metres>, turn: Double)] = []
        let count = max(1, Int((road.length.value / Self.step).rounded(.up)))
        for number in 0...count {
            let along = Metres(road.length.value * Double(number) / Double(count))
            guard let turn = turn(from: road, at: along) else { continue }
            if let last = found.last, (along - last.range.upperBound).value <= Self.gap {
                found[found.count - 1].range = last.range.lowerBound...along
                found[found.count - 1].turn += turn
            } else {
                found.append((along...along, turn))
            }
        }
        return found.compactMap { range, turn in
            let isAtStart = range.lowerBound.value <= Self.snap
            let isAtEnd = (road.length - range.upperBound).value <= Self.snap
            let length = (range.upperBound - range.lowerBound).value
            guard length >= min(Self.shortest, road.length.value / 2), length > 0 else {
                return nil
            }
            let from = isAtStart ? Metres(0) : Self.node(of: road, near: range.lowerBound)
            let to = isAtEnd ? road.length : Self.node(of: road, near: range.upperBound)
            return from < to ? (from...to, turn < 0) : nil
        }
    }

    /// The nearest node, if it is near to a place: a line is seldom drawn to the metre.
    private static func node(of road: Shape, near along: Metres) -> Metres {
        let nearest = road.distances.min { abs($0 - along.value) < abs($1 - along.value) }
        guard let nearest, abs(nearest - along.value) <= snapToNode else { return along }
        return Metres(nearest)
    }

    /// The cosine of the angle between road and line; `nil` if the road does not lie along the line there.
    private func turn(from road: Shape, at along: Metres) -> Double? {
        let frame = LocalFrame(around: road.place(at: along))
        guard let nearest = line.nearest(in: frame),
            nearest.distanceSquared <= Self.width * Self.width
        else { return nil }
        let isAtEnd = nearest.along.value <= 0 || nearest.along >= line.length
        if isAtEnd, nearest.distanceSquared > 1 { return nil }
        let index = road.segment(at: along)
        let direction = frame.project(road.points[index + 1]) - frame.project(road.points[index])
        let lengths = direction.length * nearest.direction.length
        guard lengths > 0 else { return nil }
        let cosine = direction.dot(nearest.direction) / lengths
        return abs(cosine) >= Self.leastCosine ? cosine : nil
    }
}
