import Elevation
import Geodesy
import Quantities
import RoadMap
import RoadMapWriter

/// Gives links their heights and slopes: on the ground those of the elevation, on bridges and in tunnels
/// a straight from one end of the structure to the other.
///
/// Of the structures it has to know all before the first link: they are a few of all roads. First
/// come their links (``addStructures(of:along:)``), then the ends of all links (``count(_:)``), at last
/// ``settle()``.
struct RoadHeights {
    private let elevation: ElevationModel
    private var nodes = StructureHeights()
    /// The places of the structures' nodes; looked up by node, never gone through.
    private var places: [Int64: Coordinate] = [:]
    /// How many ends of links meet at them.
    private var meeting: [Int64: Int] = [:]
    private var structures: [Int64: NodeHeight] = [:]
    /// Driven from the node onto the structure.
    private var slopes: [Int64: StructureSlope] = [:]

    init(on elevation: ElevationModel) { self.elevation = elevation }

    /// Takes the links of a road on structures.
    mutating func addStructures(of road: RoadRecord, along points: [RoadPoint]) {
        guard road.attributes.isOnStructure else { return }
        for stretch in RoadStretches(along: points).stretches {
            guard let first = stretch.first, let last = stretch.last, let shape = stretch.shape
            else { continue }
            nodes.add(from: first.id, to: last.id, length: shape.length.value)
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
        slopes = nodes.slopes(structures)
        nodes = StructureHeights()
        places = [:]
        meeting = [:]
    }

    /// The profiles of a link; none where nothing is known.
    func profiles(
        of link: NewLink, _ ends: LinkSurroundings
    ) throws(ElevationError) -> [NewProfile] {
        let shape = Shape(link.points)
        var heights: HeightProfile
        if link.attributes.isOnStructure {
            guard let start = structures[link.startNode.id],
                let end = structures[link.endNode.id]
            else { return [] }
            heights = HeightProfile(from: start, to: end, length: shape.length.value)
        } else {
            heights = try elevation.profile(
                along: shape, start: ends.start.approach, end: ends.end.approach)
            let length = shape.length.value
            if ends.start.goesOnOnStructure, let slope = slopes[link.startNode.id] {
                heights.leadSlope(to: slope.reversed, atEnd: false, length: length)
            }
            if ends.end.goesOnOnStructure, let slope = slopes[link.endNode.id] {
                heights.leadSlope(to: slope, atEnd: true, length: length)
            }
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

extension [Attribute] {
    /// Whether what has them is in a tunnel or on a bridge, and does not follow the ground.
    var isOnStructure: Bool {
        contains { ($0.kind == .tunnel || $0.kind == .bridge) && $0.value == 1 }
    }
}
