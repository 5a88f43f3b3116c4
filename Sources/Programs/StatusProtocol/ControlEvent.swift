import JSONWriting

/// An event for subscribers of the control socket.
public enum ControlEvent: Sendable, Hashable {
    /// The place of the vehicle.
    case place(StatusReport.Place)
    /// The path tree has changed: the change, and its cause.
    case tree(TreeChange, cause: String, main: Int?)
    /// The state of the bus has changed: its name in ``StatusReport/Bus/state``.
    case bus(interface: String, state: String)
    /// A line that the daemon writes for people.
    case warning(String)
    /// The attributes ahead.
    case ahead(AheadReport)
    /// So many events before this one were lost.
    case lost(Int)

    /// The changes of a tree.
    public enum TreeChange: String, Sendable, Hashable {
        /// The vehicle is on no road any more.
        case none
        /// A new tree has begun.
        case new
        /// The vehicle has turned off into a side path.
        case turnedOff = "turned-off"
        /// The most probable path ahead takes other roads.
        case otherPath = "other-path"
    }

    /// Its kind; `nil` for ``lost(_:)``.
    public var kind: ControlEventKind? {
        switch self {
        case .place: .place
        case .tree: .tree
        case .bus: .bus
        case .warning: .warning
        case .ahead: .ahead
        case .lost: nil
        }
    }

    /// Its line, with the line feed.
    public var line: [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.integer("version", ControlRequest.version)
        json.text("event", kind?.rawValue ?? "lost")
        switch self {
        case .place(let place): place.write(to: &json)
        case .tree(let change, let cause, let main):
            json.text("change", change.rawValue)
            json.text("cause", cause)
            json.integer("main_path", main)
        case .bus(let interface, let state):
            json.text("interface", interface)
            json.text("state", state)
        case .warning(let line): json.text("text", line)
        case .ahead(let report): report.write(to: &json)
        case .lost(let count): json.integer("count", count)
        }
        json.endObject()
        return json.bytes + [0x0A]
    }
}

/// What lies ahead on the most probable path, in short. Distances are in metres from the vehicle.
public struct AheadReport: Sendable, Hashable {
    /// The limit at the vehicle; `nil` while it is on no road.
    public var limit: Limit?
    /// The next limit.
    public var nextLimit: Limit?
    /// The distance to the next limit.
    public var nextLimitDistance: Double?
    /// The distance to the start of the next curve; 0 in it.
    public var curveDistance: Double?
    /// Its safe speed, m/s.
    public var curveSpeed: Double?
    /// Its radius, m; negative to the left.
    public var curveRadius: Double?
    /// The next place to stop at: a sign, a traffic light or a level crossing.
    public var stop: String?
    /// The distance to it.
    public var stopDistance: Double?
    /// The length of the most probable path ahead.
    public var reach: Double?

    /// A speed limit.
    public enum Limit: Sendable, Hashable {
        /// A number with its unit, `km/h` or `mph`.
        case number(Int, unit: String)
        /// A word in the place of a number: `none`, `walk`, `variable` or `unknown`.
        case word(String)

        fileprivate static func write(_ limit: Limit?, to json: inout JSONWriter) {
            var (number, unit, word): (Int?, String?, String?) = (nil, nil, nil)
            switch limit {
            case .number(let value, let name)?: (number, unit) = (value, name)
            case .word(let text)?: word = text
            case nil: break
            }
            json.integer("limit", number)
            json.text("limit_unit", unit)
            json.text("limit_word", word)
        }
    }

    /// A report that knows nothing.
    public init() {}

    /// Writes its members.
    func write(to json: inout JSONWriter) {
        Limit.write(limit, to: &json)
        json.beginObject("next_limit")
        Limit.write(nextLimit, to: &json)
        json.number("distance_m", nextLimitDistance, places: 1)
        json.endObject()
        json.beginObject("curve")
        json.number("distance_m", curveDistance, places: 1)
        json.number("safe_speed_m_s", curveSpeed, places: 2)
        json.number("radius_m", curveRadius, places: 1)
        json.endObject()
        json.beginObject("stop")
        json.text("kind", stop)
        json.number("distance_m", stopDistance, places: 1)
        json.endObject()
        json.number("reach_m", reach, places: 1)
    }
}
