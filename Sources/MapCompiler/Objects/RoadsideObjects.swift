import Geodesy
import Quantities
import RoadMap

/// Signs and speed cameras that stand beside roads, each of which belongs to the nearest road. They are
/// held in memory: they are few beside roads.
struct RoadsideObjects {
    private struct Item {
        let place: Coordinate
        let objects: [NodeObject]
        /// Where those whom it is for drive to, degrees; `nil` where the source does not say.
        let heading: Double?
        var nearest: Nearest?
    }

    private struct Nearest {
        var distance: Double
        var road: Int
        var place: RoadsidePlace
    }

    /// How far from the line of a road they stand, metres: behind the verge of a wide one.
    private static let reach = 25.0

    private var items: [Item] = []
    private var known: Set<Int64> = []
    private var enforcement: EnforcementPlaces
    private var grid = PointGrid()
    private let drivingSide: DrivingSide

    /// None yet but those that relations name.
    init(_ enforcement: [StatedEnforcement], drivingSide: DrivingSide) {
        self.enforcement = EnforcementPlaces(enforcement)
        self.drivingSide = drivingSide
    }

    /// Whether a node is named by a relation.
    func wants(_ id: Int64) -> Bool { enforcement.wants(id) }

    /// Whether a node is a camera that a relation says all of.
    func isDevice(_ id: Int64) -> Bool { enforcement.devices.contains(id) }

    /// Takes a node that is part of no road, or one that ``wants(_:)`` names. Of several with one id the
    /// first counts.
    mutating func take(_ id: Int64, at place: Coordinate, _ tags: Tags, isOfRoad: Bool) {
        enforcement.take(id, at: place)
        guard !isOfRoad, !isDevice(id) else { return }
        let objects = roadObjects(tags).filter(\.standsBesideRoads)
        guard !objects.isEmpty, known.insert(id).inserted else { return }
        let heading = objects.compactMap(\.heading).first
        items.append(Item(place: place, objects: objects, heading: heading))
    }

    /// Says that all nodes have been read.
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

    /// Takes a road into account, each once, in the order of their numbers.
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
        // Of two roads that are as near, but for the last digits, the first one has it.
        guard distance <= Self.reach, distance < (item.nearest?.distance ?? .infinity) - 0.001,
            !record.attributes.contains(where: { $0.kind == .tunnel && $0.value == 1 })
        else { return }
        var directions = record.directions
        if let heading = item.heading {
            directions.formIntersection(.along(along.bearing.value, headedTo: heading))
            // The road crosses the one that it is for.
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

    /// The direction on whose side of the road a sign stands at the origin; `nil` on the line itself.
    private func side(of from: PlanarVector, _ along: PlanarVector) -> DirectionSet? {
        let left = along.cross(PlanarVector(x: 0, y: 0) - from) / along.length
        guard left.magnitude > 0.5 else { return nil }
        return (left < 0) == (drivingSide == .right) ? .forward : .backward
    }

    /// What stands beside each road that has any, in the order of their numbers, and how many have none.
    func placed() -> (places: [(road: Int, place: RoadsidePlace)], lost: Int) {
        let found = items.compactMap(\.nearest).enumerated().sorted {
            ($0.element.road, $0.offset) < ($1.element.road, $1.offset)
        }
        return (found.map { ($0.element.road, $0.element.place) }, items.count - found.count)
    }

    /// How many relations say of no speed camera where it stands.
    var incompleteEnforcement: Int { enforcement.incomplete }
}

/// Hands out what stands beside each road, in the order of their numbers.
struct RoadsideReader {
    private let places: [(road: Int, place: RoadsidePlace)]
    private var at = 0

    init(_ objects: RoadsideObjects) { places = objects.placed().places }

    /// What stands beside a road; each is asked for once, in ascending order.
    mutating func next(_ road: Int) -> [RoadsidePlace] {
        var found: [RoadsidePlace] = []
        while at < places.count, places[at].road <= road {
            if places[at].road == road { found.append(places[at].place) }
            at += 1
        }
        return found
    }
}

/// The place of what stands beside a road: behind a point of it, so much of the way to the next one.
struct RoadsidePlace: Hashable {
    let position: Int
    /// 0...1.
    let share: Double
    let objects: [NodeObject]
    /// Those whom it is for.
    let directions: DirectionSet
}

extension NodeObject {
    /// Whether nodes beside a road are read for it. Stop and give-way signs are not: mappers put them on
    /// the line of the road, and those beside one are on that of a cycleway.
    fileprivate var standsBesideRoads: Bool {
        [.trafficSign, .cityLimit, .speedCamera].contains(object.kind)
    }
}

extension DirectionSet {
    /// The directions of a line of a bearing that lead where somebody drives, degrees; none where that
    /// is across.
    static func along(_ bearing: Double, headedTo heading: Double) -> DirectionSet {
        let turn = abs((heading - bearing).remainder(dividingBy: 360))
        return turn <= 60 ? .forward : turn >= 120 ? .backward : []
    }
}
