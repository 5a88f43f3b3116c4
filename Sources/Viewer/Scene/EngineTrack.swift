public import Engine
public import Geodesy
import Horizon
public import JSONWriting
import Positioning
import Quantities
import Reasons
public import RoadMap

/// Follows an engine and writes the changes of its tree as records of a scene.
public struct EngineTrack {
    /// The number of the source.
    public let source: Int
    private var painter: EnginePainter
    private var last = TreePicture()
    private var fix: FixPicture?
    private var routeNumber = 0
    private var changes = TreeWatch()
    private let map: RoadMap

    /// A track of an engine on a map.
    public init(source: Int, map: RoadMap) {
        self.source = source
        self.map = map
        painter = EnginePainter(map: map)
        changes.setOn(true)
    }

    /// The place of the vehicle in the last picture, or of the last fix where it is on no road; `nil` if unknown.
    public var place: Coordinate? { (last.car?.place ?? fix?.place)?.coordinate }

    /// Looks at an engine after an event. Steps are written at ticks and fixes: other events show with the next tick.
    ///
    /// - Parameter time: Seconds since the scene's start.
    public mutating func note(
        _ engine: borrowing Engine, after event: EngineEvent, at time: Double,
        to json: inout JSONWriter
    ) throws(MapError) {
        changes.note(engine.tree, after: event)
        if let change = changes.take() { write(change, of: engine, at: time, to: &json) }
        var step = SceneStep()
        switch event {
        case .tick:
            let picture = try painter.picture(of: engine)
            step = SceneStep(from: last, to: picture)
            last = picture
            if engine.tree.routeNumber != routeNumber {
                routeNumber = engine.tree.routeNumber
                step.route = try route(of: engine)
            }
        case .position(.fix(let fix)):
            let picture = FixPicture(fix)
            self.fix = picture
            step.fix = .some(picture)
        case .position(.noFix):
            guard fix != nil else { return }
            fix = nil
            step.fix = .some(nil)
        default: return
        }
        if !step.isEmpty { step.write(to: &json, source: source, time: time) }
    }

    /// Writes all that holds now, for a viewer that joins.
    public func writeAll(at time: Double, to json: inout JSONWriter) {
        var step = SceneStep(from: TreePicture(), to: last)
        step.isReset = true
        step.fix = .some(fix)
        step.write(to: &json, source: source, time: time)
    }

    /// Writes a change of the most probable path as an event.
    private func write(
        _ change: TreeChange, of engine: borrowing Engine, at time: Double,
        to json: inout JSONWriter
    ) {
        var event = SceneEvent(.mainPath, change.cause.rawValue)
        event.text = change.kind.rawValue
        event.path = change.to.map { Int($0.number) }
        if change.to == engine.tree.mainID {
            event.offset = engine.tree.vehicleOffset.value + (change.distance?.value ?? 0)
        }
        event.place = last.car?.place ?? fix?.place
        event.write(to: &json, source: source, time: time)
    }

    /// The lines of the route, one for each link.
    private func route(of engine: borrowing Engine) throws(MapError) -> [[ShapePoint]] {
        guard let route = engine.tree.route else { return [] }
        var lines: [[ShapePoint]] = []
        for link in route.links {
            var shape = Shape()
            try map.appendShape(of: try map.link(link.link), to: &shape)
            lines.append(
                shape.points.map {
                    ShapePoint(0, longitude: $0.longitude, latitude: $0.latitude)
                })
        }
        return lines
    }
}

extension FixPicture {
    /// A fix of a receiver.
    init(_ fix: Fix) {
        self.init(
            ShapePoint(0, longitude: fix.place.longitude, latitude: fix.place.latitude))
        course = fix.course?.value
        speed = fix.speed?.value
        accuracy = fix.accuracy?.value
    }
}
