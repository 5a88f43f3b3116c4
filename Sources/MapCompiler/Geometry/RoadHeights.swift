import Elevation
import Geodesy
import Quantities
import RoadMap
import RoadMapWriter

/// Gives links their heights and slopes: on the ground those of the elevation, on bridges and in tunnels
/// a straight from one end of the structure to the other.
struct RoadHeights {
    private let elevation: ElevationModel
    private var structures: [Int64: NodeHeight] = [:]

    /// Settles the structures first, because their nodes belong to several links.
    init(_ content: MapContent, on elevation: ElevationModel) throws(ElevationError) {
        self.elevation = elevation
        var nodes = StructureHeights()
        var meeting = [Int](repeating: 0, count: content.nodes.count)
        for link in content.links {
            meeting[link.startNode] += 1
            meeting[link.endNode] += 1
            guard link.isOnStructure else { continue }
            nodes.add(
                from: Int64(link.startNode), to: Int64(link.endNode),
                length: Shape(link.points).length.value)
        }
        let counts = nodes.counts
        for node in nodes.nodes {
            let count = counts[node] ?? 0
            guard count == 1 || count < meeting[Int(node)] else { continue }
            nodes.put(node, onGround: try elevation.height(at: content.nodes[Int(node)].place))
        }
        structures = nodes.solved()
    }

    /// The profiles of a link; none where nothing is known.
    func profiles(of link: NewLink) throws(ElevationError) -> [NewProfile] {
        let shape = Shape(link.points)
        let heights: HeightProfile
        if link.isOnStructure {
            guard let start = structures[Int64(link.startNode)],
                let end = structures[Int64(link.endNode)]
            else { return [] }
            heights = HeightProfile(from: start, to: end, length: shape.length.value)
        } else {
            heights = try elevation.profile(along: shape)
        }
        // A profile has no gaps, so of several stretches the longest is told.
        let longest = heights.stretches.max { $0.reach < $1.reach }
        guard let spots = longest else { return [] }
        func profile(
            _ kind: ProfileKind, _ scale: Double, _ value: (HeightProfile.Spot) -> Double
        ) -> NewProfile {
            let spots = spots.compactMap { spot -> ProfileSpot? in
                guard let number = Int32(exactly: (value(spot) * scale).rounded()) else {
                    return nil
                }
                return ProfileSpot(
                    offset: Centimetres(Int((spot.along * 100).rounded())), value: number)
            }
            return NewProfile(kind, provenance: .derived, spots: spots)
        }
        return [
            profile(.slope, 1e4) { $0.slope }, profile(.altitude, 100) { $0.height },
            profile(.slopeError, 1e4) { $0.slopeError },
            profile(.altitudeError, 100) { $0.heightError },
        ]
    }
}

extension [HeightProfile.Spot] {
    fileprivate var reach: Double { (last?.along ?? 0) - (first?.along ?? 0) }
}

extension NewLink {
    /// Whether it is in a tunnel or on a bridge, and does not follow the ground.
    fileprivate var isOnStructure: Bool {
        attributes.contains { ($0.kind == .tunnel || $0.kind == .bridge) && $0.value == 1 }
    }
}
