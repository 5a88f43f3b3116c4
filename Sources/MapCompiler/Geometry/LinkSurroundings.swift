import Elevation
import Geodesy
import Quantities
import RoadShape

/// The road around the two ends of a link.
struct LinkSurroundings: Sendable {
    /// The road around one end.
    struct End: Sendable {
        var approach = NodeApproach()
        /// Whether the next road beyond is a bridge or a tunnel.
        var goesOnOnStructure = false
    }

    var start = End()
    var end = End()

    /// Of a stretch of a road with the roads that it goes on in.
    init(of stretch: ArraySlice<RoadPoint>, in points: [RoadPoint], _ beyond: RoadContinuation) {
        start = Self.end(at: stretch.startIndex, points, beyond)
        end = Self.end(at: stretch.endIndex - 1, points, beyond)
    }

    private static func end(
        at position: Int, _ points: [RoadPoint], _ beyond: RoadContinuation
    ) -> End {
        let last = points.count - 1
        // Between two roads each knows the other's last points alone, and both have to say the same.
        let isJoint =
            position == 0 && beyond.before != nil || position == last && beyond.after != nil
        let most = isJoint ? RoadCurvature.neighbourPoints : .max
        var back = line(points[...position].reversed(), most: most)
        var on = line(points[position...], most: most)
        let reachesStart = !isJoint && back.count == position + 1
        if let line = beyond.before?.line, position == 0 || reachesStart {
            extend(&back, with: line.reversed())
        }
        let reachesEnd = !isJoint && on.count == last - position + 1
        if let line = beyond.after?.line, position == last || reachesEnd {
            extend(&on, with: line)
        }
        let isBeside =
            position == 0 && beyond.isStructureBefore
            || position == last && beyond.isStructureAfter
        return End(
            approach: NodeApproach(before: back.reversed(), after: on),
            goesOnOnStructure: isBeside)
    }

    /// The points from a node on, as far as the input holds them and the slope at the node asks.
    private static func line(_ points: some Sequence<RoadPoint>, most: Int) -> [Coordinate] {
        var line: [Coordinate] = []
        var length = 0.0
        for point in points {
            guard let place = point.place, line.count < most else { break }
            if let last = line.last {
                guard place != last else { continue }
                guard length < NodeApproach.reach else { break }
                length += last.distance(to: place).value
            }
            line.append(place)
        }
        return line
    }

    private static func extend(_ line: inout [Coordinate], with more: [Coordinate]) {
        var length = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1).value }
        for place in more.dropFirst() {
            guard length < NodeApproach.reach, let last = line.last else { return }
            length += last.distance(to: place).value
            line.append(place)
        }
    }
}
