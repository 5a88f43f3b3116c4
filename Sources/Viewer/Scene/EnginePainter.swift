import ADASISv2
public import Engine
import Geodesy
import Horizon
import HorizonProvider
import Quantities
public import RoadMap
import Routing

/// Draws the tree of an engine: what the provider itself knows.
///
/// ```swift
/// var painter = EnginePainter(map: map)
/// let picture = try painter.picture(of: engine)
/// ```
/// Lines and values of a path are read from the map where its links have changed, and kept otherwise.
public struct EnginePainter {
    private let map: RoadMap
    private var reader: LinkPainter
    /// The paths of the last picture, with what their lines and values depend on.
    private var known: [PathID: Known] = [:]
    private var conditions: Conditions?

    private struct Known {
        var first: Int
        var links: Int
        var picture: PathPicture
    }

    /// What decides about values beside the map.
    private struct Conditions: Equatable {
        var minute: Int64?
        var surface: SurfaceCondition
        var restrictions: Int
    }

    /// A painter of engines on a map.
    public init(map: RoadMap) {
        self.map = map
        reader = LinkPainter(map: map, unit: map.header.country.speedUnit)
    }

    /// The picture of an engine now.
    public mutating func picture(of engine: Engine) throws(MapError) -> TreePicture {
        let tree = engine.tree
        let now = Conditions(
            minute: tree.moment.map { $0 / 60 }, surface: tree.surface,
            restrictions: tree.restrictionNumber)
        if conditions != now { known.removeAll() }
        conditions = now
        var picture = TreePicture()
        var kept: [PathID: Known] = [:]
        for path in tree.paths {
            let content = try content(of: path, in: tree)
            kept[path.id] = content
            picture.paths.append(frame(of: path, in: engine, content.picture))
        }
        known = kept
        picture.main = tree.line().map { Int($0.path.number) }
        picture.car = try car(of: engine, in: picture)
        for candidate in engine.candidates {
            guard let place = candidate.tree.vehiclePlace else { continue }
            picture.others.append(
                OtherPlace(try point(at: place).point, probability: candidate.probability))
        }
        return picture
    }

    /// A path with its line and values.
    private mutating func content(of path: HorizonPath, in tree: PathTree) throws(MapError) -> Known
    {
        if let old = known[path.id], old.first == path.droppedLinks, old.links == path.links.count {
            return old
        }
        var picture = PathPicture(id: Int(path.id.number), index: nil)
        let conditions = LinkConditions(
            moment: tree.moment, surface: tree.surface, restrictions: tree.restrictions)
        for link in path.links {
            try reader.add(
                link.record, link.link.direction, from: link.start, under: conditions, to: &picture)
        }
        return Known(first: path.droppedLinks, links: path.links.count, picture: picture)
    }

    /// A path with its present place in the tree.
    private func frame(
        of path: HorizonPath, in engine: Engine, _ content: PathPicture
    ) -> PathPicture {
        var picture = content
        picture.index = engine.pathIndex(of: path.id).map { Int($0.raw) }
        picture.level = path.level
        picture.total = engine.tree.probability(of: path.id)
        switch path.end {
        case .open: picture.end = nil
        case .deadEnd: picture.end = "dead-end"
        case .loop: picture.end = "loop"
        }
        picture.isDrivable = true
        picture.probability = 1
        guard let branch = path.branch else { return picture }
        picture.parent = Int(branch.parent.number)
        picture.branchOffset = branch.offset.metres.value
        picture.turnAngle = branch.turnAngle.value
        picture.probability = branch.probability
        picture.isDrivable = branch.legality == .legal
        picture.isUTurn = branch.isUTurn
        return picture
    }

    private func car(of engine: Engine, in picture: TreePicture) throws(MapError) -> CarPicture {
        let vehicle = engine.vehicle
        var car = CarPicture(state: vehicle.place.sceneName)
        car.speed = vehicle.speed?.value
        guard vehicle.place == .onPath, let id = engine.tree.mainID,
            let place = engine.tree.vehiclePlace
        else { return car }
        car.path = Int(id.number)
        car.offset = engine.tree.vehicleOffset.value
        let (point, bearing) = try point(at: place)
        car.place = ShapePoint(
            engine.tree.vehicleOffset.value, longitude: point.longitude, latitude: point.latitude)
        car.heading =
            Degrees(bearing.value + (vehicle.relativeHeading?.value ?? 0)).normalized.value
        car.probability = vehicle.probability
        car.accuracy = vehicle.accuracy?.value
        return car
    }

    /// A place of a link, and the direction of the road there.
    private func point(
        at place: LinkPlace
    ) throws(MapError) -> (point: ShapePoint, bearing: Degrees) {
        let link = try map.link(place.link.link)
        var shape = Shape()
        try map.appendShape(of: link, to: &shape)
        let along = link.offset(place.offset, in: place.link.direction)
        let coordinate = shape.place(at: along)
        let bearing = shape.bearing(at: along)
        return (
            ShapePoint(0, longitude: coordinate.longitude, latitude: coordinate.latitude),
            place.link.direction == .forward ? bearing : bearing.reversed
        )
    }
}

extension VehicleState.Place {
    /// Its name in a scene.
    fileprivate var sceneName: String {
        switch self {
        case .onPath: "on-path"
        case .offRoad: "off-road"
        case .noMap: "no-map"
        case .notCalibrated: "not-calibrated"
        }
    }
}
