/// The state of the daemon at one moment, for people, scripts and monitoring. A value that the daemon does not know is
/// `nil`. Lengths are in metres, speeds in m/s, angles in degrees clockwise, times in seconds.
public struct StatusReport: Sendable, Hashable {
    /// The version of the daemon.
    public var program: String
    /// The time since the start of the daemon.
    public var uptime: Double
    /// The resident memory, bytes.
    public var memory: Int?
    /// The last fix.
    public var fix: Fix?
    /// The place of the vehicle.
    public var place: Place
    /// The path tree; `nil` while the vehicle is on no road.
    public var tree: Tree?
    /// The CAN interface.
    public var bus: Bus
    /// The map in use.
    public var map: Map
    /// The source of positions.
    public var receiver: Receiver
    /// The route and the objects of the host.
    public var host: Host
    /// The control socket.
    public var control: Control

    /// A report of its parts.
    public init(
        program: String, uptime: Double, memory: Int?, fix: Fix?, place: Place, tree: Tree?,
        bus: Bus, map: Map, receiver: Receiver, host: Host, control: Control
    ) {
        self.program = program
        self.uptime = uptime
        self.memory = memory
        self.fix = fix
        self.place = place
        self.tree = tree
        self.bus = bus
        self.map = map
        self.receiver = receiver
        self.host = host
        self.control = control
    }
}

extension StatusReport {
    /// A number of one kind.
    public struct Count: Sendable, Hashable {
        /// The kind.
        public var kind: String
        /// The number.
        public var count: Int

        /// A number of a kind.
        public init(_ kind: String, _ count: Int) {
            self.kind = kind
            self.count = count
        }
    }

    /// A fix of the receiver.
    public struct Fix: Sendable, Hashable {
        /// The receiver's time, seconds since 1970.
        public var time: Double?
        /// The time since it arrived.
        public var age: Double
        /// The latitude, degrees, WGS 84.
        public var latitude: Double
        /// The longitude, degrees, WGS 84.
        public var longitude: Double
        /// The speed over ground.
        public var speed: Double?
        /// The course over ground.
        public var course: Double?
        /// The standard deviation of the position.
        public var accuracy: Double?

        /// A fix of its place; all other values are unknown.
        public init(age: Double, latitude: Double, longitude: Double) {
            self.age = age
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// The place of the vehicle.
    public struct Place: Sendable, Hashable {
        /// `on-road`, `off-road`, `no-map` or `not-calibrated`, as POSITION reports it.
        public var state: String
        /// The probability of the path, 0...1.
        public var probability: Double?
        /// The standard deviation of the position along the road.
        public var accuracy: Double?
        /// The speed of the vehicle.
        public var speed: Double?
        /// The link in driving direction.
        public var link: Link?

        /// A place of a state.
        public init(_ state: String) { self.state = state }
    }

    /// A link of the map in driving direction.
    public struct Link: Sendable, Hashable {
        /// The OpenStreetMap way.
        public var way: Int64
        /// Whether it is driven in the direction of the way.
        public var isForward: Bool
        /// The place of the vehicle from the start of the link.
        public var offset: Double
        /// The length of the link.
        public var length: Double

        /// A link.
        public init(way: Int64, isForward: Bool, offset: Double, length: Double) {
            self.way = way
            self.isForward = isForward
            self.offset = offset
            self.length = length
        }
    }

    /// The path tree in short.
    public struct Tree: Sendable, Hashable {
        /// The number of paths.
        public var paths: Int
        /// The name of the main path.
        public var main: Int
        /// Its index on the bus; `nil` if it has none.
        public var index: Int?
        /// The offset of the vehicle on the main path.
        public var offset: Double
        /// The length of the most probable path ahead.
        public var ahead: Double
        /// Whether a client that has received every frame holds the whole horizon.
        public var isComplete: Bool
        /// The nearest exits ahead, at most ``StatusReport/mostExits``.
        public var exits: [Exit]

        /// A tree.
        public init(
            paths: Int, main: Int, index: Int?, offset: Double, ahead: Double, isComplete: Bool,
            exits: [Exit]
        ) {
            self.paths = paths
            self.main = main
            self.index = index
            self.offset = offset
            self.ahead = ahead
            self.isComplete = isComplete
            self.exits = exits
        }
    }

    /// The most exits of a report.
    public static var mostExits: Int { 8 }

    /// A side path that leaves the main path ahead.
    public struct Exit: Sendable, Hashable {
        /// Its name.
        public var path: Int
        /// Its index on the bus; `nil` if it has none.
        public var index: Int?
        /// The distance from the vehicle.
        public var distance: Double
        /// The angle to the main path, -180..<180.
        public var angle: Double
        /// The probability that the vehicle takes it, 0...1.
        public var probability: Double
        /// The OpenStreetMap way of its first link.
        public var way: Int64
        /// Whether the way is driven in its direction.
        public var isForward: Bool

        /// An exit.
        public init(
            path: Int, index: Int?, distance: Double, angle: Double, probability: Double,
            way: Int64, isForward: Bool
        ) {
            self.path = path
            self.index = index
            self.distance = distance
            self.angle = angle
            self.probability = probability
            self.way = way
            self.isForward = isForward
        }
    }

    /// The CAN interface.
    public struct Bus: Sendable, Hashable {
        /// Its name.
        public var interface: String
        /// `open`, `absent`, `down`, `bus-off`, `listen-only`, `blocked` or `asleep`.
        public var state: String
        /// `error-active`, `error-warning` or `error-passive`; `nil` if the driver reports none.
        public var controller: String?
        /// The bit rate that counts for the load, bit/s.
        public var bitRate: Int
        /// The load by own frames in the last second, 0...1.
        public var load: Double
        /// The bus load limit, 0...1.
        public var loadLimit: Double
        /// The frames that the kernel took, by message.
        public var frames: [Count]
        /// How often the bus was blocked.
        public var stalls: Int
        /// The names of the messages that are sent.
        public var messages: [String]
        /// Rejected requests of clients on the bus; `nil` if none are read.
        public var rejectedRequests: Int?

        /// An interface.
        public init(interface: String, state: String, bitRate: Int, load: Double, loadLimit: Double)
        {
            self.interface = interface
            self.state = state
            self.bitRate = bitRate
            self.load = load
            self.loadLimit = loadLimit
            frames = []
            stalls = 0
            messages = []
        }
    }
}
