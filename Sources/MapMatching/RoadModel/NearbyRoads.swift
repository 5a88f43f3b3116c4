import Geodesy
import Quantities
import RoadMap

/// The roads around the car with their lines, read from the map once and kept until the car has left
/// them: fixes one after the other ask for nearly the same. Keeps its memory.
struct NearbyRoads {
    /// A link.
    struct Road {
        let link: Link
        let line: LineBundle.Line
        let traits: RoadTraits
    }

    /// Those in `region`, in the order of the file.
    private(set) var roads: [Road] = []
    /// Their lines.
    private(set) var lines = LineBundle(reserved: reservedPoints)
    private var region = BoundingBox.empty
    private var roadsBefore: [Road] = []
    private var linesBefore = LineBundle(reserved: reservedPoints)
    private var shape = Shape(reserved: reservedPointsOfLink)

    private let wideLanes: Double

    /// No roads yet.
    init(_ parameters: MatchingParameters) {
        wideLanes = parameters.mainRoadLaneFactor
        roads.reserveCapacity(Self.reservedRoads)
        roadsBefore.reserveCapacity(Self.reservedRoads)
    }

    /// More than there are within some 200 m in a dense city.
    private static let reservedRoads = 512
    private static let reservedPoints = 8 * reservedRoads
    private static let reservedPointsOfLink = 1024

    /// Roads are read so far beyond those that are asked for: what a car drives in some seconds.
    private static let margin = Metres(160)

    /// Makes sure that the roads within a radius of the frame's origin are there.
    mutating func read(
        around frame: LocalFrame, radius: Metres, on map: RoadMap
    ) throws(MapError) {
        let box = frame.box(radius: radius)
        guard !region.contains(box) else { return }
        do { try read(frame.box(radius: radius + Self.margin), on: map) } catch {
            // What cannot be read may be further away than what is asked for.
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
            // Both are in the order of the file.
            while next < roadsBefore.count, roadsBefore[next].link.reference < link.reference {
                next += 1
            }
            if next < roadsBefore.count, roadsBefore[next].link.reference == link.reference {
                let road = roadsBefore[next]
                let line = lines.append(road.line, of: linesBefore)
                roads.append(Road(link: road.link, line: line, traits: road.traits))
                return
            }
            shape.removeAll()
            try map.appendShape(of: link, to: &shape)
            let traits = try RoadTraits(of: link, on: map, wideLanes)
            roads.append(Road(link: link, line: lines.append(shape), traits: traits))
        }
        region = box
    }
}
