import Geodesy
import Quantities

/// The stretches of a road that become links. It is cut where roads meet, at barriers, and beside
/// nodes that the input does not have.
struct RoadStretches {
    private(set) var stretches: [ArraySlice<RoadPoint>] = []
    /// Whether the input lacks some nodes.
    private(set) var hasGaps = false

    init(along points: [RoadPoint]) {
        // Runs of nodes that the input has.
        var start: Int?
        for position in points.indices {
            guard points[position].place != nil else {
                if let first = start, position - first > 1 {
                    stretches.append(points[first..<position])
                }
                start = nil
                hasGaps = true
                continue
            }
            guard let first = start else {
                start = position
                continue
            }
            if position == points.count - 1 || points[position].isJunction {
                stretches.append(points[first...position])
                start = position
            }
        }
        tellApart(points)
    }

    /// A way that meets itself can connect two nodes twice, and both links would have one stable
    /// id. The later one is cut in its middle, so that each has its own id.
    private mutating func tellApart(_ points: [RoadPoint]) {
        guard Set(points.map(\.id)).count < points.count else { return }
        var ends: Set<[Int64]> = []
        var result: [ArraySlice<RoadPoint>] = []
        for stretch in stretches {
            let pair = [stretch.first, stretch.last].compactMap { $0?.id }
            if ends.insert(pair).inserted || stretch.count < 3 {
                result.append(stretch)
            } else {
                let middle = stretch.startIndex + stretch.count / 2
                result.append(stretch[...middle])
                result.append(stretch[middle...])
            }
        }
        stretches = result
    }
}

extension ArraySlice<RoadPoint> {
    /// Its line, points at one place once; `nil` if it is shorter than half a centimetre.
    var shape: Shape? {
        var shape = Shape()
        for point in self {
            if let place = point.place, place != shape.points.last { shape.append(place) }
        }
        guard shape.count >= 2, shape.offset(at: shape.count - 1) > .zero else { return nil }
        return shape
    }
}
