import Geodesy
import Quantities
import RoadMap
import RoadMapWriter

/// The junctions on the carriageways of divided roads, by their nodes, and the attribute of links
/// that follows.
///
/// A link that joins the two carriageways of one road lies inside of an intersection that is drawn
/// as several junctions. ADASIS calls this a complex intersection. The idea comes from the internal
/// edges of Valhalla and of OSRM (`segregated_intersection_classification.cpp`). There such an edge
/// is short, at most 32 m, between one-way roads. Here the one-way roads must be the carriageways
/// of one road, driven in opposite directions, and the link must cross them.
struct Carriageways: Sendable {
    /// A junction on a carriageway.
    struct Junction: Sendable {
        /// The node's id in OpenStreetMap.
        var node: Int64
        /// The carriageway's id in OpenStreetMap.
        var way: Int64
        /// The number of the road's name.
        var name: UInt64
        /// The driving direction there, of length 1, in metres east and north.
        var heading: PlanarVector
    }

    /// In ascending order of the nodes.
    private var junctions: [Junction]

    /// The longest link between two carriageways, metres: the largest distance between them.
    private static let longest = DividedRoads.widest
    /// The cosine of 45°, the largest deviation of the carriageways from opposite directions.
    private static let leastCosine = 0.707
    /// The sine of 30°, the least angle between the link and the carriageways.
    private static let leastSine = 0.5

    /// Of junctions in any order.
    init(_ junctions: [Junction] = []) {
        self.junctions = junctions.sorted { ($0.node, $0.way) < ($1.node, $1.way) }
    }

    /// Marks a link that is inside of an intersection; all others stay unknown.
    func describe(_ link: inout NewLink, length: Centimetres) {
        guard length.metres.value <= Self.longest, !link.directions.isEmpty,
            let first = link.points.first, let last = link.points.last,
            isInternal(link, first.vector(to: last)),
            !link.attributes.contains(where: {
                $0.kind == .formOfWay && $0.value == UInt64(FormOfWay.roundabout.rawValue)
            })
        else { return }
        link.attributes.append(
            Attribute(.complexIntersection, 1, provenance: .derived, from: .zero, to: length))
    }

    private func isInternal(_ link: NewLink, _ vector: PlanarVector) -> Bool {
        let (start, end) = (link.startNode.id, link.endNode.id)
        var one = firstIndex(of: start)
        let others = firstIndex(of: end)
        while one < junctions.count, junctions[one].node == start {
            var other = others
            while other < junctions.count, junctions[other].node == end {
                let (from, to) = (junctions[one], junctions[other])
                // At the node where the carriageways part or meet, each touches the other one.
                if from.way != link.way, to.way != link.way, from.name == to.name,
                    from.heading.dot(to.heading) <= -Self.leastCosine,
                    abs(from.heading.cross(vector)) >= Self.leastSine * vector.length
                {
                    return true
                }
                other += 1
            }
            one += 1
        }
        return false
    }

    private func firstIndex(of node: Int64) -> Int {
        var low = 0
        var high = junctions.count
        while low < high {
            let middle = (low + high) / 2
            if junctions[middle].node < node { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
