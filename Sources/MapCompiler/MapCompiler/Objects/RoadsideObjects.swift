import Geodesy
import Quantities
import RoadMap

/// Signs and speed cameras beside roads, each assigned to the nearest road. They are in memory,
/// since they are few compared with roads.
struct RoadsideObjects {
    private struct Item {
        let place: Coordinate
        let objects: [NodeObject]
        /// The driving direction that it applies to, degrees; `nil` if the source does not state
        /// it.
        let heading: Double?
        var nearest: Nearest?
    }

    private struct Nearest {
        var distance: Double
        var road: Int
        var place: RoadsidePlace
    }

    /// The largest distance from the line of a road, metres: behind the verge of a wide road.
    private static let reach = 25.0

    private var items: [Item] = []
    private var known: Set<Int64> = []
    private var enforcement: EnforcementPlaces
    private var grid = PointGrid()
    private let drivingSide: DrivingSide

    /// Only the objects of relations.
    init(_ enforcement: [StatedEnforcement], drivingSide: DrivingSide) {
        self.enforcement = EnforcementPlaces(enforcement)
        self.drivingSide = drivingSide
    }

    /// Whether a relation names a node.
    func wants(_ id: Int64) -> Bool { enforcement.wants(id) }

    /// Whether a node is a camera that a relation describes completely.
    func isDevice(_ id: Int64) -> Bool { enforcement.devices.contains(id) }

    /// Adds a node outside of roads, or one that ``wants(_:)`` names. Of several nodes with one id,
    /// the first counts.
    mutating func take(_ id: Int64, at place: Coordinate, _ tags: Tags, isOfRoad: Bool) {
        enforcement.take(id, at: place)
        guard !isOfRoad, !isDevice(id) else { return }
        let objects = roadObjects(tags).filter(\.standsBesideRoads)
        guard !objects.isEmpty, known.insert(id).inserted else { return }
        let heading = objects.compactMap(\.heading).first
        items.append(Item(place: place, objects: objects, heading: heading))
    }

    /// Ends the reading of nodes.
    mutating func finishNodes() {
        for (place, heading) in enforcement.cameras {
            let camera = NodeObject(
                object: RoadObject(.speedCamera, hasStatedDirection: heading != nil))
            items.append(Item(place: place, objects: [camera], heading: heading))
        }
        for (number, item) in items.enumerated() {
            grid.add(number, LocalFrame(around: item.place).box(radius: Metres(Self.reach)))
        }
        known = []
    }

    /// Processes a road, each once, in the order of their numbers.
    mutating func offer(_ road: Int, _ record: RoadRecord, _ points: [RoadPoint]) {
        guard !items.isEmpty, !record.directions.isEmpty else { return }
        for position in points.indices.dropLast() {
            guard let start = points[position].place, let end = points[position + 1].place,
                grid.mayTouch(start, end)
            else { continue }
            grid.forEach(touching: start, end) { number in
                look(at: number, road, record, position, start, end)
            }
        }
    }

    private mutating func look(
        at number: Int, _ road: Int, _ record: RoadRecord, _ position: Int, _ start: Coordinate,
        _ end: Coordinate
    ) {
        let item = items[number]
        let frame = LocalFrame(around: item.place)
        let from = frame.project(start)
        let along = frame.project(end) - from
        guard along.lengthSquared > 0 else { return }
        let share = min(max(-from.dot(along) / along.lengthSquared, 0), 1)
        let distance = (from + along * share).length
        // If two roads are equally near, except for rounding, the first one has it.
        guard distance <= Self.reach, distance < (item.nearest?.distance ?? .infinity) - 0.001,
            !record.attributes.contains(where: { $0.kind == .tunnel && $0.value == 1 })
        else { return }
        var directions = record.directions
        if let heading = item.heading {
            directions.formIntersection(.along(along.bearing.value, headedTo: heading))
            // The road crosses the road of the object.
            guard !directions.isEmpty else { return }
        } else if directions == .both, item.objects.allSatisfy(\.object.kind.isSign),
            let side = side(of: from, along)
        {
            directions = side
        }
        items[number].nearest = Nearest(
            distance: distance, road: road,
            place: RoadsidePlace(
                position: position, share: share, objects: item.objects, directions: directions))
    }

    /// The direction that has a sign at the origin on its side of the road; `nil` on the line
    /// itself.
    private func side(of from: PlanarVector, _ along: PlanarVector) -> DirectionSet? {
        let left = along.cross(PlanarVector(x: 0, y: 0) - from) / along.length
        guard left.magnitude > 0.5 else { return nil }
        return (left < 0) == (drivingSide == .right) ? .forward : .backward
    }

    /// The objects beside each road, in the order of the roads' numbers, and the number of objects
    /// without a road.
    func placed() -> (places: [(road: Int, place: RoadsidePlace)], lost: Int) {
        let found = items.compactMap(\.nearest).enumerated().sorted {
            ($0.element.road, $0.offset) < ($1.element.road, $1.offset)
        }
        return (found.map { ($0.element.road, $0.element.place) }, items.count - found.count)
    }

    /// The number of relations without a place for any speed camera.
    var incompleteEnforcement: Int { enforcement.incomplete }
}

/// Returns the objects beside each road, in the order of the roads' numbers.
struct RoadsideReader {
    private let places: [(road: Int, place: RoadsidePlace)]
    private var at = 0

    init(_ objects: RoadsideObjects) { places = objects.placed().places }

    /// The objects beside a road; the caller asks for each road once, in ascending order.
    mutating func next(_ road: Int) -> [RoadsidePlace] {
        var found: [RoadsidePlace] = []
        while at < places.count, places[at].road <= road {
            if places[at].road == road { found.append(places[at].place) }
            at += 1
        }
        return found
    }
}

/// The place of an object beside a road: after a point, at a fraction of the distance to the next
/// one.
struct RoadsidePlace: Hashable {
    let position: Int
    /// 0...1.
    let share: Double
    let objects: [NodeObject]
    /// The directions that it applies to.
    let directions: DirectionSet
    var provenance = Provenance.derived
}

extension NodeObject {
    /// Whether nodes with these tags are read beside a road. Stop and give-way signs are not read:
    /// mappers put them on the line of the road, and those beside it are on the line of a cycleway.
    fileprivate var standsBesideRoads: Bool {
        [.trafficSign, .cityLimit, .speedCamera].contains(object.kind)
    }
}

extension DirectionSet {
    /// The directions of a line that lead along a bearing, degrees; none if the bearing is across
    /// the line.
    static func along(_ bearing: Double, headedTo heading: Double) -> DirectionSet {
        let turn = abs((heading - bearing).remainder(dividingBy: 360))
        return turn <= 60 ? .forward : turn >= 120 ? .backward : []
    }
}
