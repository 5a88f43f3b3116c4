import Geodesy
import RoadMap
import RoadShape

/// Where roads end, and as which other road each goes on there: what the curvature at the ends of a
/// way has to know. Keeps no more of a road than the few points at its ends.
struct RoadEnds {
    private struct End {
        var node: Int64
        var road: Int32
        var isStart: Bool
        var directions: DirectionSet
        /// From the end inwards.
        var line: [Coordinate]
    }

    private var ends: [End] = []
    /// For each end the one that it goes on in, -1 where the road ends or turns.
    private var partners: [Int32] = []

    /// The road goes on where it turns by no more than this, radians.
    private static let farthestTurn = 0.8
    /// So much where there is no other way to go.
    private static let farthestTurnAlone = 1.6

    /// Adds the next road: the nodes at its ends and its line, of which parts may be missing.
    mutating func add(
        _ first: Int64, _ last: Int64, _ line: [Coordinate], _ directions: DirectionSet
    ) {
        let road = Int32(ends.count / 2)
        let most = RoadCurvature.neighbourPoints
        ends.append(
            End(
                node: first, road: road, isStart: true, directions: directions,
                line: Array(line.prefix(most))))
        ends.append(
            End(
                node: last, road: road, isStart: false, directions: directions,
                line: line.suffix(most).reversed()))
    }

    /// Finds out which ends belong together, when all roads are there.
    mutating func join() {
        let order = ends.indices.sorted { (ends[$0].node, $0) < (ends[$1].node, $1) }
        partners = Array(repeating: -1, count: ends.count)
        var first = 0
        while first < order.count {
            var last = first + 1
            while last < order.count, ends[order[last]].node == ends[order[first]].node {
                last += 1
            }
            if last - first > 1 { pair(order[first..<last]) }
            first = last
        }
    }

    /// The line that leads to a road's first point, its end included; empty where there is none.
    func before(_ road: Int) -> [Coordinate] { line(at: 2 * road).reversed() }

    /// The line that leads on from a road's last point, which is its first.
    func after(_ road: Int) -> [Coordinate] { line(at: 2 * road + 1) }

    private func line(at end: Int) -> [Coordinate] {
        partners[end] < 0 ? [] : ends[Int(partners[end])].line
    }

    /// The straightest pair first, each end once.
    private mutating func pair(_ meeting: ArraySlice<Int>) {
        let farthest = meeting.count == 2 ? RoadEnds.farthestTurnAlone : RoadEnds.farthestTurn
        var pairs: [(turn: Double, one: Int, other: Int)] = []
        for (number, one) in meeting.enumerated() {
            for other in meeting.dropFirst(number + 1) {
                guard ends[one].line.count > 1, ends[other].line.count > 1 else { continue }
                guard ends[one].line[0] == ends[other].line[0],
                    canBeDriven(ends[one], ends[other])
                else { continue }
                let turn = turn(ends[one].line, ends[other].line)
                if turn <= farthest { pairs.append((turn, one, other)) }
            }
        }
        pairs.sort { ($0.turn, $0.one, $0.other) < ($1.turn, $1.one, $1.other) }
        for pair in pairs where partners[pair.one] < 0 && partners[pair.other] < 0 {
            partners[pair.one] = Int32(pair.other)
            partners[pair.other] = Int32(pair.one)
        }
    }

    private func canBeDriven(_ one: End, _ other: End) -> Bool {
        func leaves(_ end: End) -> Bool {
            end.directions.contains(end.isStart ? .forward : .backward)
        }
        func arrives(_ end: End) -> Bool {
            end.directions.contains(end.isStart ? .backward : .forward)
        }
        return arrives(one) && leaves(other) || arrives(other) && leaves(one)
    }

    /// How far one turns from one end's road into the other's, radians.
    private func turn(_ one: [Coordinate], _ other: [Coordinate]) -> Double {
        let into = one[1].vector(to: one[0])
        let out = other[0].vector(to: other[1])
        return abs(arcTangent(into.cross(out), into.dot(out)))
    }
}
