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
    private var isConnected = true
    private let path: String

    /// Connects to the daemon. The map is that of the daemon; without one the vehicle has no place beside its fix, and no
    /// tree.
    init(_ path: String, number: Int, map: RoadMap?) throws {
        self.number = number
        self.map = map
        self.path = path
        painter = map.map { LinkTreePainter(map: $0) }
        threads = try DaemonThreads(path, withTree: map != nil)
    }

    var description: SceneHead.Source { SceneHead.Source("ehorizond", .daemon, .map) }
    var watch: Watch? { Watch(threads.descriptor, opening: 0) }

    func collect(since start: MonotonicTime, into json: inout JSONWriter) throws {
        for (line, arrival) in try threads.take() {
            let seconds = max(0, (arrival - start).seconds)
            switch line {
            case .state(let status, let tree):
                if !isConnected { connect(at: seconds, into: &json) }
                note(status, tree, at: seconds, into: &json)
            case .noTree: clearTree(at: seconds, into: &json)
            case .disconnected(let text):
                if isConnected { disconnect(text, at: seconds, into: &json) }
            case .event(let text):
                Self.event(text, at: last.car?.place ?? fix?.place)?
                    .write(to: &json, source: number, time: seconds)
            }
        }
    }

    func writeAll(at seconds: Double, into json: inout JSONWriter) {
        var step = SceneStep(from: TreePicture(), to: last)
        step.isReset = true
        step.fix = .some(fix)
        step.write(to: &json, source: number, time: seconds)
    }

    private func note(
        _ status: ControlText, _ tree: DaemonTree?, at seconds: Double,
        into json: inout JSONWriter
    ) {
        var picture = last
        if let tree { (picture.paths, picture.main) = paths(of: tree) }
        picture.car = car(status, tree)
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

    /// The car of a status. Its path and offset are those of the tree that was asked for right after it.
    private func car(_ status: ControlText, _ tree: DaemonTree?) -> CarPicture {
        let state = status["place.state"] ?? "no-position"
        var car = CarPicture(state: state == "on-road" ? "on-path" : state)
        do throws(MapError) {
            (car.place, car.heading) = try onRoad(status)
        } catch {
            threads.words.say("the place of the daemon is not shown: \(error)")
        }
        car.path = status["tree.main_path"].flatMap { Int($0) }
        car.offset = Self.number(status["tree.offset_m"])
        if let tree { (car.path, car.offset) = (tree.path, tree.offset) }
        car.speed = Self.number(status["place.speed_m_s"])
        car.probability = Self.number(status["place.probability"])
        car.accuracy = Self.number(status["place.accuracy_m"])
        return car
    }

    /// The paths of a tree, and the most probable path.
    private func paths(of tree: DaemonTree) -> ([PathPicture], main: [Int]) {
        guard let map else { return ([], []) }
        guard let identity = tree.map else {
            threads.words.say("the daemon has no map: it has no tree")
            return ([], [])
        }
        guard identity == "\(map.identity)" else {
            threads.words.say("the daemon has another map (\(identity)); its tree is not shown")
            return ([], [])
        }
        do throws(MapError) {
            return (try painter?.pictures(of: tree.paths, at: tree.moment) ?? [], tree.main)
        } catch {
            threads.words.say("the tree of the daemon is not shown: \(error)")
            return ([], [])
        }
    }

    private func clearTree(at seconds: Double, into json: inout JSONWriter) {
        var picture = last
        (picture.paths, picture.main) = ([], [])
        let step = SceneStep(from: last, to: picture)
        last = picture
        if !step.isEmpty { step.write(to: &json, source: number, time: seconds) }
    }

    /// Clears what the daemon reported: it has ended, or does not answer.
    private func disconnect(_ text: String, at seconds: Double, into json: inout JSONWriter) {
        isConnected = false
        var event = SceneEvent(.warning, "disconnected")
        event.text = text
        event.place = last.car?.place ?? fix?.place
        event.write(to: &json, source: number, time: seconds)
        var picture = TreePicture()
        picture.car = CarPicture(state: "no-position")
        var step = SceneStep(from: last, to: picture)
        (last, fix) = (picture, nil)
        step.fix = .some(nil)
        step.write(to: &json, source: number, time: seconds)
    }

    private func connect(at seconds: Double, into json: inout JSONWriter) {
        isConnected = true
        var event = SceneEvent(.warning, "connected")
        event.text = "\(path): the daemon answers again"
        event.write(to: &json, source: number, time: seconds)
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
