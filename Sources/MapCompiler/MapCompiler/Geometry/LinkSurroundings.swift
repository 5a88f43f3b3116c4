import Elevation
import Geodesy
import Quantities
import RoadShape

/// The road around the two ends of a link.
struct LinkSurroundings: Sendable {
    /// The road around one end.
    struct End: Sendable {
        var approach = NodeApproach()
        /// The end of the bridge or tunnel that continues the road; `nil` if none does.
        var structureBeyond: StructureEnd?
    }

    var start = End()
    var end = End()

    /// Of a stretch of a road.
    init(of stretch: ArraySlice<RoadPoint>, of road: LinkCutter.Uncut) {
        start = Self.end(at: stretch.startIndex, isStart: true, road)
        end = Self.end(at: stretch.endIndex - 1, isStart: false, road)
    }

    private static func end(at position: Int, isStart: Bool, _ road: LinkCutter.Uncut) -> End {
        let points = road.points
        let last = points.count - 1
        let isParted = position == 0 || position == last || road.beyond.isParted(at: position)
        let joint = road.beyond.joint(at: position, isStart: isStart)
        // Each of two roads has only the other's last points, and both must give the same value.
        let most = joint == nil ? .max : RoadCurvature.neighbourPoints
        let here = points[position...position]
        let isBackKnown = !isParted || !isStart
        var back = line(isBackKnown ? points[...position].reversed() : here.reversed(), most: most)
        let isOnKnown = !isParted || isStart
        var on = line(isOnKnown ? points[position...] : here, most: most)
        if let joint, isStart { extend(&back, with: joint.outward) }
        if let joint, !isStart { extend(&on, with: joint.outward) }
        if joint == nil, isBackKnown, back.count == position + 1,
            let more = road.beyond.joint(at: 0, isStart: true)
        {
            extend(&back, with: more.outward)
        }
        if joint == nil, isOnKnown, on.count == last - position + 1,
            let more = road.beyond.joint(at: last, isStart: false)
        {
            extend(&on, with: more.outward)
        }
        var structure: StructureEnd?
        let beyond = isStart ? back : on
        let isBesideStructure =
            joint?.isStructure ?? (!isParted && road.record.attributes.isOnStructure)
        if isBesideStructure, beyond.count > 1 {
            structure = StructureEnd(node: points[position].id, next: beyond[1])
        }
        return End(
            approach: NodeApproach(before: back.reversed(), after: on),
            structureBeyond: structure)
    }

    /// The points from a node on, as far as the input has them and the slope at the node needs
    /// them.
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
