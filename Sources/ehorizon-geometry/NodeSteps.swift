import Geodesy
import Quantities
import RoadMap

/// How often curvature or slope have a step where a road goes on through a node.
struct NodeSteps {
    private struct End {
        var link: LinkReference
        var way: Int64
        /// Outwards from the node, radians.
        var heading: Double
        /// Driven outwards from the node; `nil` where it is not known.
        var curvature: Int32?
        var slope: Int32?
    }

    /// What was counted: nodes, and those with a step.
    struct Count {
        var nodes = 0
        var steps = 0
    }

    private var ends: [NodeReference: [End]] = [:]

    /// Takes both ends of a link.
    mutating func add(_ link: Link, in map: RoadMap) throws(MapError) {
        var shape = Shape()
        try map.appendShape(of: link, to: &shape)
        func values(_ kind: ProfileKind) throws(MapError) -> (first: Int32?, last: Int32?) {
            var spots: [ProfileSpot] = []
            try map.forEachSpot(of: kind, along: link) { spots.append($0) }
            guard let first = spots.first, let last = spots.last else { return (nil, nil) }
            return (
                first.offset.value <= 1 ? first.value : nil,
                (link.length - last.offset).value <= 1 ? last.value : nil
            )
        }
        let curvature = try values(.curvature)
        let slope = try values(.slope)
        func heading(_ from: Coordinate, _ to: Coordinate) -> Double {
            let chord = from.vector(to: to)
            return arcTangent(chord.x, chord.y)
        }
        let points = shape.points
        let last = points.count - 1
        ends[link.startNode, default: []].append(
            End(
                link: link.reference, way: link.way, heading: heading(points[0], points[1]),
                curvature: curvature.first, slope: slope.first))
        ends[link.endNode, default: []].append(
            End(
                link: link.reference, way: link.way,
                heading: heading(points[last], points[last - 1]),
                curvature: curvature.last.map { -$0 }, slope: slope.last.map { -$0 }))
    }

    /// Of the nodes of two links, and of the way straight on at junctions: how many there are with the
    /// value known on both sides, and how many of those have a step of more than one unit.
    func counted(_ kind: ProfileKind) -> (pairs: Count, through: Count) {
        var result = (pairs: Count(), through: Count())
        for node in ends.values {
            guard let (one, other) = NodeSteps.through(node) else { continue }
            let values =
                kind == .slope ? (one.slope, other.slope) : (one.curvature, other.curvature)
            guard let first = values.0, let second = values.1 else { continue }
            // A road that goes on changes its sign, as both are told outwards.
            let isStep = abs(Int64(first) + Int64(second)) > 1
            if node.count == 2 {
                result.pairs.nodes += 1
                result.pairs.steps += isStep ? 1 : 0
            } else {
                result.through.nodes += 1
                result.through.steps += isStep ? 1 : 0
            }
        }
        return result
    }

    /// The two ends that are one road: both, where there are no others, those of one way, or the
    /// straightest.
    private static func through(_ ends: [End]) -> (End, End)? {
        var best: (one: End, other: End, turn: Double)?
        for (index, one) in ends.enumerated() {
            for other in ends.dropFirst(index + 1) where other.link != one.link {
                let straight = (one.heading - other.heading) / (2 * .pi) - 0.5
                var turn = abs(straight - straight.rounded()) * 2 * .pi
                guard ends.count == 2 || turn <= 0.8 else { continue }
                if one.way == other.way { turn -= 10 }
                if turn < best?.turn ?? .infinity { best = (one, other, turn) }
            }
        }
        return best.map { ($0.one, $0.other) }
    }
}
