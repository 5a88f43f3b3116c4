import Geodesy
import Quantities
import RoadMap
import RoadMapWriter

/// Cuts roads into links.
///
/// A link ends where its way ends, where roads meet (a node that two roads share, or one road twice),
/// at a barrier that no car passes, and where the input ends, that is, beside a node that it does not hold. It never spans two ways:
/// its stable id names one, and at a node where only two ways meet the road goes on in the next link.
struct LinkCutter {
    private let isDescribed: Bool
    private let curvature: any CurvatureEstimating
    /// The turn restrictions of the input.
    let restrictions: RestrictionTable
    /// Links that were shorter than half a centimetre.
    private(set) var emptyLinks = 0
    /// Ways that lost part of their line, because the input does not hold all nodes.
    private(set) var cutWays = 0
    /// Ways that lost all of it.
    private(set) var lostWays = 0

    init(
        isDescribed: Bool,
        restrictions: RestrictionTable,
        curvature: any CurvatureEstimating
    ) {
        self.isDescribed = isDescribed
        self.restrictions = restrictions
        self.curvature = curvature
    }

    /// The links of one road, in its order.
    mutating func links(
        of way: Int64,
        _ road: RoadRecord,
        along points: [RoadPoint]
    ) -> [NewLink] {
        var stretches: [ArraySlice<RoadPoint>] = []
        var missing = false
        // Runs of nodes that the input holds, cut where roads meet.
        var start: Int?
        for position in points.indices {
            guard points[position].place != nil else {
                if let first = start, position - first > 1 {
                    stretches.append(points[first..<position])
                }
                start = nil
                missing = true
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
        if missing { if stretches.isEmpty { lostWays += 1 } else { cutWays += 1 } }
        let attributes = road.attributes.filter { isDescribed || !$0.isConcludedFromSilence }
        return told(apart: stretches, of: road.nodes).compactMap { stretch in
            link(stretch, of: way, road, attributes)
        }
    }

    /// A way that meets itself can run from one node to another one twice, and both links would have
    /// one stable id. The later one is cut in its middle, so that each has its own.
    private func told(
        apart stretches: [ArraySlice<RoadPoint>],
        of nodes: [Int64]
    ) -> [ArraySlice<RoadPoint>] {
        guard Set(nodes).count < nodes.count else { return stretches }
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
        return result
    }

    private mutating func link(
        _ stretch: ArraySlice<RoadPoint>,
        of way: Int64,
        _ road: RoadRecord,
        _ attributes: [Attribute]
    ) -> NewLink? {
        var shape = Shape()
        for point in stretch {
            if let place = point.place, place != shape.points.last { shape.append(place) }
        }
        guard let first = stretch.first, let start = first.place, let last = stretch.last,
            let end = last.place, shape.count >= 2, shape.offset(at: shape.count - 1) > .zero
        else {
            emptyLinks += 1
            return nil
        }
        var link = NewLink(
            way: way,
            startNode: NewNode(id: first.id, place: start),
            endNode: NewNode(id: last.id, place: end),
            points: shape.points,
            directions: road.directions
        )
        link.attributes = attributes
        link.texts = road.texts
        let length = shape.offset(at: shape.count - 1)
        addObjects(to: &link, of: stretch, length: length)
        restrictions.add(to: &link, length: length)
        let spots = curvature.curvature(along: shape)
        if !spots.isEmpty {
            link.profiles.append(NewProfile(.curvature, provenance: .derived, spots: spots))
        }
        return link
    }
}
