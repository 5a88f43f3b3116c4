import Geodesy
import Quantities
import RoadMap

/// The steps of curvature and slope where a road continues through a node.
struct NodeSteps {
    private struct End {
        var way: Int64
        /// Whether its link starts here.
        var isStart: Bool
        var directions: DirectionSet
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
                way: link.way, isStart: true, directions: link.directions,
                heading: heading(points[0], points[1]),
                curvature: curvature.first, slope: slope.first))
        ends[link.endNode, default: []].append(
            End(
                way: link.way, isStart: false, directions: link.directions,
                heading: heading(points[last], points[last - 1]),
                curvature: curvature.last.map { -$0 }, slope: slope.last.map { -$0 }))
    }

    /// Of the nodes of two links, and of the ways straight on at junctions: how many there are with the
    /// value known on both sides, and how many of those have a step of more than one unit.
    func counted(_ kind: ProfileKind) -> (pairs: Count, through: Count) {
        var result = (pairs: Count(), through: Count())
        for node in ends.values {
            for (one, other) in NodeSteps.through(node) {
                let values =
                    kind == .slope ? (one.slope, other.slope) : (one.curvature, other.curvature)
                guard let first = values.0, let second = values.1 else { continue }
                // The sign changes along a road, as both values count outwards.
                let isStep = abs(Int64(first) + Int64(second)) > 1
                if node.count == 2 {
                    result.pairs.nodes += 1
                    result.pairs.steps += isStep ? 1 : 0
                } else {
                    result.through.nodes += 1
                    result.through.steps += isStep ? 1 : 0
                }
            }
        }
        return result
    }

    /// The pairs of ends that are one road: both, where there are no others; otherwise those of one way
    /// first, then the straightest, none turning by more than 46°, each a pair that a car can drive.
    /// An end is part of one pair at most: where two roads join one, it continues one of them.
    private static func through(_ ends: [End]) -> [(End, End)] {
        var pairs: [(turn: Double, one: Int, other: Int)] = []
        for (index, one) in ends.enumerated() {
            for (number, other) in ends.enumerated().dropFirst(index + 1) {
                let straight = (one.heading - other.heading) / (2 * .pi) - 0.5
                let turn = abs(straight - straight.rounded()) * 2 * .pi
                guard ends.count == 2 || turn <= 0.8 && canBeDriven(one, other) else { continue }
                let isOneWay = one.way == other.way && one.isStart != other.isStart
                pairs.append((isOneWay ? turn - .pi : turn, index, number))
            }
        }
        pairs.sort { $0.turn < $1.turn }
        var isTaken = [Bool](repeating: false, count: ends.count)
        var found: [(End, End)] = []
        for pair in pairs where !isTaken[pair.one] && !isTaken[pair.other] {
            isTaken[pair.one] = true
            isTaken[pair.other] = true
            found.append((ends[pair.one], ends[pair.other]))
        }
        return found
    }

    private static func canBeDriven(_ one: End, _ other: End) -> Bool {
        func leaves(_ end: End) -> Bool {
            end.directions.contains(end.isStart ? .forward : .backward)
        }
        func arrives(_ end: End) -> Bool {
            end.directions.contains(end.isStart ? .backward : .forward)
        }
        return arrives(one) && leaves(other) || arrives(other) && leaves(one)
    }
}
