import Geodesy
import Quantities
import RoadMap

/// The roads around the vehicle with their lines. Consecutive fixes need nearly the same roads, so they are
/// read from the map once for a larger region. It keeps its memory.
struct NearbyRoads {
    /// A link with its line.
    struct Road {
        let link: Link
        let line: LineBundle.Line
        let traits: NearbyRoadTraits
    }

    /// The roads in `region`, in the order of the map file.
    private(set) var roads: [Road] = []
    /// The lines of the roads.
    private(set) var lines = LineBundle(reserved: reservedPoints)
    private var region = BoundingBox.empty
    private var roadsBefore: [Road] = []
    private var linesBefore = LineBundle(reserved: reservedPoints)
    private var shape = Shape(reserved: reservedPointsOfLink)

    private let wideLanes: Double

    /// No roads yet.
    init(_ parameters: MatchingParameters) {
        wideLanes = parameters.accuracy.mainRoadLaneFactor
        roads.reserveCapacity(Self.reservedRoads)
        roadsBefore.reserveCapacity(Self.reservedRoads)
    }

    /// More than lie within 200 m in a dense city.
    private static let reservedRoads = 512
    private static let reservedPoints = 8 * reservedRoads
    private static let reservedPointsOfLink = 1024

    /// The margin around the required region: the distance that a vehicle drives in some seconds.
    private static let margin = Metres(160)

    /// Reads the roads within a radius of the frame's origin, unless they are in memory.
    mutating func read(
        around frame: LocalFrame, radius: Metres, on map: RoadMap
    ) throws(MapError) {
        let box = frame.box(radius: radius)
        guard !region.contains(box) else { return }
        do { try read(frame.box(radius: radius + Self.margin), on: map) } catch {
            // The broken block may lie in the margin.
            try read(box, on: map)
        }
    }

    private mutating func read(_ box: BoundingBox, on map: RoadMap) throws(MapError) {
        swap(&roads, &roadsBefore)
        swap(&lines, &linesBefore)
        roads.removeAll(keepingCapacity: true)
        lines.removeAll()
        region = .empty
        var next = 0
        try map.forEachLink(in: box) { (link) throws(MapError) in
            // Both lists are in the order of the map file.
            while next < roadsBefore.count, roadsBefore[next].link.reference < link.reference {
                next += 1
            }
            if next < roadsBefore.count, roadsBefore[next].link.reference == link.reference {
                let road = roadsBefore[next]
                try map.charge(road.line.count)
                let line = lines.append(road.line, of: linesBefore)
                roads.append(Road(link: road.link, line: line, traits: road.traits))
                return
            }
            shape.removeAll()
            try map.appendShape(of: link, to: &shape)
            let traits = try NearbyRoadTraits(of: link, on: map, wideLanes)
            roads.append(Road(link: link, line: lines.append(shape), traits: traits))
        }
        region = box
    }
}
