import Console
import Geodesy
import JSONWriting
import LinuxLoop
import Quantities
import RoadMap
import Routing
import Scene
import Synchronization
import TextFiles

/// What a running daemon reports on its control socket: the fix, the place, the tree, and its events.
final class LiveDaemon: LiveSource {
    private let number: Int
    private let map: RoadMap?
    private let threads: DaemonThreads
    private var last = TreePicture()
    private var fix: FixPicture?
    private var painter: LinkTreePainter?
    /// The identity of another map that was reported.
    private var otherMap: String?

    /// Connects to the daemon. The map is that of the daemon; without one the vehicle has no place beside its fix, and no
    /// tree.
    init(_ path: String, number: Int, map: RoadMap?) throws {
        self.number = number
        self.map = map
        painter = map.map { LinkTreePainter(map: $0) }
        threads = try DaemonThreads(path, withTree: map != nil)
    }

    var description: SceneHead.Source { SceneHead.Source("ehorizond", .daemon, .map) }
    var watch: Watch? { Watch(threads.descriptor, opening: 0) }

    func collect(since start: MonotonicTime, into json: inout JSONWriter) throws {
        for (line, arrival) in try threads.take() {
            let seconds = max(0, (arrival - start).seconds)
            let text: ControlText
            switch line {
            case .tree(let tree):
                note(tree, at: seconds, into: &json)
                continue
            case .text(let line): text = line
            }
            if text["answer"] == "status" {
                note(text, at: seconds, into: &json)
            } else if let event = Self.event(text, at: last.car?.place ?? fix?.place) {
                event.write(to: &json, source: number, time: seconds)
            }
        }
    }

    func writeAll(at seconds: Double, into json: inout JSONWriter) {
        var step = SceneStep(from: TreePicture(), to: last)
        step.isReset = true
        step.fix = .some(fix)
        step.write(to: &json, source: number, time: seconds)
    }

    private func note(_ status: ControlText, at seconds: Double, into json: inout JSONWriter) {
        var picture = last
        let state = status["place.state"] ?? "no-position"
        var car = CarPicture(state: state == "on-road" ? "on-path" : state)
        (car.place, car.heading) = (try? onRoad(status)) ?? (nil, nil)
        car.path = status["tree.main_path"].flatMap { Int($0) }
        car.offset = Self.number(status["tree.offset_m"])
        car.speed = Self.number(status["place.speed_m_s"])
        car.probability = Self.number(status["place.probability"])
        car.accuracy = Self.number(status["place.accuracy_m"])
        picture.car = car
        var step = SceneStep(from: last, to: picture)
        last = picture
        let fix = Self.place(in: status, "fix").map { place in
            var fix = FixPicture(place)
            fix.course = Self.number(status["fix.course_deg"])
            fix.speed = Self.number(status["fix.speed_m_s"])
            fix.accuracy = Self.number(status["fix.accuracy_m"])
            return fix
        }
        if fix != self.fix { step.fix = .some(fix) }
        self.fix = fix
        if !step.isEmpty { step.write(to: &json, source: number, time: seconds) }
    }

    private func note(_ tree: DaemonTree, at seconds: Double, into json: inout JSONWriter) {
        var picture = last
        (picture.paths, picture.main) = ([], [])
        do throws(MapError) {
            if let map, tree.map == "\(map.identity)" {
                picture.paths = try painter?.pictures(of: tree.paths, at: tree.moment) ?? []
                picture.main = tree.main
                otherMap = nil
            } else if tree.map != otherMap, let other = tree.map {
                otherMap = other
                Program.say(
                    "ehorizon: the daemon has another map (\(other)); its tree is not shown")
            }
        } catch {
            Program.say("ehorizon: the tree of the daemon is not shown: \(error)")
        }
        let step = SceneStep(from: last, to: picture)
        last = picture
        if !step.isEmpty { step.write(to: &json, source: number, time: seconds) }
    }

    /// Where the link and the offset of a report are, and the driving direction there: the report has no coordinates. The
    /// link is looked for around the fix.
    private func onRoad(
        _ status: ControlText
    ) throws(MapError) -> (place: ShapePoint?, heading: Double?) {
        guard let map, let fix = Self.place(in: status, "fix"),
            let near = Coordinate(latitude: fix.latitude, longitude: fix.longitude),
            let way = status["place.link.way"].flatMap({ Int64($0) }),
            let offset = Self.number(status["place.link.offset_m"]),
            let length = Self.number(status["place.link.length_m"])
        else { return (nil, nil) }
        let direction: Direction =
            status["place.link.direction"] == "backward" ? .backward : .forward
        let places = try map.nearestPlaces(to: near, within: Self.reach) { (link, _) in
            link.way == way && abs(link.length.metres.value - length) < 0.01
        }
        guard let found = places.first else { return (nil, nil) }
        let link = try map.link(found.link.link)
        var shape = Shape()
        try map.appendShape(of: link, to: &shape)
        let at = link.offset(Metres(offset), in: direction)
        let place = shape.place(at: at)
        let bearing = shape.bearing(at: at)
        return (
            ShapePoint(0, longitude: place.longitude, latitude: place.latitude),
            (direction == .forward ? bearing : bearing.reversed).value
        )
    }

    /// A fix is nearer to the road than this.
    private static let reach = Metres(200)

    /// An event of the daemon as one of the scene; `nil` for one that the time line has no mark for.
    private static func event(_ text: ControlText, at place: ShapePoint?) -> SceneEvent? {
        var event: SceneEvent
        switch text["event"] {
        case "tree":
            event = SceneEvent(.mainPath, text["cause"] ?? "")
            event.text = text["change"] ?? ""
            event.place = place
        case "bus":
            event = SceneEvent(.bus, text["state"] ?? "")
            event.text = "\(text["interface"] ?? "") is \(text["state"] ?? "")"
        case "warning":
            event = SceneEvent(.warning, "warning")
            event.text = text["text"] ?? ""
        case "lost":
            event = SceneEvent(.warning, "lost")
            event.text = "\(text["count"] ?? "") events were lost"
        default: return nil
        }
        return event
    }

    private static func place(in text: ControlText, _ name: String) -> ShapePoint? {
        guard let latitude = number(text["\(name).latitude"]),
            let longitude = number(text["\(name).longitude"])
        else { return nil }
        return ShapePoint(0, longitude: longitude, latitude: latitude)
    }

    private static func number(_ text: String?) -> Double? { text.flatMap(Double.init) }
}
