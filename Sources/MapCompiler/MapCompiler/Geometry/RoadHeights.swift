import Elevation
import Geodesy
import Quantities
import RoadMap
import RoadMapWriter

/// Adds heights and slopes to links. On the ground they come from the elevation. On bridges and in
/// tunnels they form a straight line from one end of the structure to the other.
///
/// A slope covers about a hundred metres. So before a structure it changes gradually to the
/// structure's slope. If two structures meet on the ground, each changes to a common slope there.
///
/// It needs all structures before the first link; they are a few of all roads. First add their
/// links (``addStructures(of:along:)``), then the ends of all links (``count(_:)``), then call
/// ``settle()``.
struct RoadHeights {
    private let elevation: ElevationModel
    private var nodes = StructureHeights()
    /// The places of the structures' nodes; looked up by node, never iterated.
    private var places: [Int64: Coordinate] = [:]
    /// The number of ends of links at them.
    private var meeting: [Int64: Int] = [:]
    private var structures: [Int64: NodeHeight] = [:]
    /// The target of each structure's link; looked up, never iterated.
    private var structureEnds: [StructureEnd: (node: Int64, length: Double)] = [:]

    init(on elevation: ElevationModel) { self.elevation = elevation }

    /// Takes the links of a road on structures.
    mutating func addStructures(of road: RoadRecord, along points: [RoadPoint]) {
        guard road.attributes.isOnStructure else { return }
        for stretch in RoadStretches(along: points).stretches {
            guard let first = stretch.first, let last = stretch.last, let shape = stretch.shape
            else { continue }
            let length = shape.length.value
            nodes.add(from: first.id, to: last.id, length: length)
            let start = StructureEnd(node: first.id, next: shape.points[1])
            let end = StructureEnd(node: last.id, next: shape.points[shape.count - 2])
            structureEnds[start] = (last.id, length)
            structureEnds[end] = (first.id, length)
            places[first.id] = first.place
            places[last.id] = last.place
        }
    }

    /// Counts the links of a road where they meet structures.
    mutating func count(_ points: [RoadPoint]) {
        guard points.contains(where: { places[$0.id] != nil }) else { return }
        for stretch in RoadStretches(along: points).stretches where stretch.shape != nil {
            for point in [stretch.first, stretch.last] {
                guard let point, places[point.id] != nil else { continue }
                meeting[point.id, default: 0] += 1
            }
        }
    }

    /// Finds the heights of the structures.
    mutating func settle() throws(ElevationError) {
        let counts = nodes.counts
        for node in nodes.nodes {
            let count = counts[node] ?? 0
            guard count == 1 || count < (meeting[node] ?? 0), let place = places[node] else {
                continue
            }
            nodes.put(node, onGround: try elevation.height(at: place))
        }
        structures = nodes.solved()
        nodes = StructureHeights()
        places = [:]
        meeting = [:]
    }

    /// The profiles of a link; none if unknown.
    func profiles(
        of link: NewLink, _ ends: LinkSurroundings
    ) throws(ElevationError) -> [NewProfile] {
        let shape = Shape(link.points)
        let length = shape.length.value
        var heights: HeightProfile
        let isStructure = link.attributes.isOnStructure
        if isStructure {
            guard let start = structures[link.startNode.id],
                let end = structures[link.endNode.id]
            else { return [] }
            heights = HeightProfile(from: start, to: end, length: length)
        } else {
            heights = try elevation.profile(
                along: shape, start: ends.start.approach, end: ends.end.approach)
        }
        let own = (
            start: StructureEnd(node: link.startNode.id, next: link.points[1]),
            end: StructureEnd(node: link.endNode.id, next: link.points[link.points.count - 2])
        )
        if let beyond = ends.start.structureBeyond,
            let slope = slope(onto: beyond, from: isStructure ? own.start : nil)
        {
            heights.leadSlope(to: slope.reversed, atEnd: false, length: length)
        }
        if let beyond = ends.end.structureBeyond,
            let slope = slope(onto: beyond, from: isStructure ? own.end : nil)
        {
            heights.leadSlope(to: slope, atEnd: true, length: length)
        }
        // A profile has no gaps, so only the longest of several stretches is used.
        let longest = heights.stretches.max { $0.reach < $1.reach }
        guard let spots = longest else { return [] }
        // Only the slope of a structure varies between its ends.
        let places = isStructure ? [spots[0], spots[spots.count - 1]] : spots
        func profile(
            _ kind: ProfileKind, _ spots: [HeightProfile.Spot], _ scale: Double,
            _ value: (HeightProfile.Spot) -> Double
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
            profile(.slope, spots, 1e4) { $0.slope },
            profile(.altitude, places, 100) { $0.height },
            profile(.slopeError, spots, 1e4) { $0.slopeError },
            profile(.altitudeError, places, 100) { $0.heightError },
        ]
    }

    /// The slope at a node, in the direction of the structure beyond. After another structure, it
    /// is the mean of both, weighted by their parts of the hundred metres.
    private func slope(onto end: StructureEnd, from own: StructureEnd?) -> StructureSlope? {
        guard let (slope, weight) = slope(onto: end) else { return nil }
        guard let own else { return slope }
        guard let (back, ownWeight) = self.slope(onto: own) else { return nil }
        // Equal from both sides, to the last bit.
        return StructureSlope(
            slope: (slope.slope * weight - back.slope * ownWeight) / (weight + ownWeight),
            error: max(slope.error, back.error))
    }

    /// The slope of a structure from one of its ends on, and the length of its near part.
    private func slope(onto end: StructureEnd) -> (StructureSlope, weight: Double)? {
        guard let far = structureEnds[end], let start = structures[end.node],
            let goal = structures[far.node],
            let spot = HeightProfile(from: start, to: goal, length: far.length).stretches.first?[0]
        else { return nil }
        return (
            StructureSlope(slope: spot.slope, error: spot.slopeError),
            min(far.length, NodeApproach.reach)
        )
    }
}

/// An end of a link on a bridge or in a tunnel.
struct StructureEnd: Hashable, Sendable {
    /// The node that it ends at.
    var node: Int64
    /// The link's next place, which distinguishes it from others there.
    var next: Coordinate
}

extension [HeightProfile.Spot] {
    fileprivate var reach: Double { (last?.along ?? 0) - (first?.along ?? 0) }
}

extension [Attribute] {
    /// Whether the owner of these attributes is in a tunnel or on a bridge, and does not follow the
    /// ground.
    var isOnStructure: Bool {
        contains { ($0.kind == .tunnel || $0.kind == .bridge) && $0.value == 1 }
    }
}
