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
        /// Latitude and longitude, degrees, WGS 84.
        public var latitude: Double
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
        /// The place of the vehicle from the start of the link, and its length.
        public var offset: Double
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
        /// The name of the main path, and its index on the bus; `nil` if it has none.
        public var main: Int
        public var index: Int?
        /// The offset of the vehicle on the main path, and the length of the path ahead.
        public var offset: Double
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
        /// Its name, and its index on the bus; `nil` if it has none.
        public var path: Int
        public var index: Int?
        /// The distance from the vehicle.
        public var distance: Double
        /// The angle to the main path, -180..<180.
        public var angle: Double
        /// The probability that the vehicle takes it, 0...1.
        public var probability: Double
        /// The way of its first link, and whether it is driven in its direction.
        public var way: Int64
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
        /// `open`, `absent`, `down`, `bus-off` or `blocked`.
        public var state: String
        /// `error-active`, `error-warning` or `error-passive`; `nil` if the driver reports none.
        public var controller: String?
        /// The bit rate that counts for the load, bit/s.
        public var bitRate: Int
        /// The load by own frames in the last second, and its limit, 0...1.
        public var load: Double
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

    /// The map in use.
    public struct Map: Sendable, Hashable {
        /// The names of its files.
        public var name: String
        /// Its identity; `nil` while no map is in use.
        public var identity: String?
        /// The time of its data, seconds since 1970.
        public var dataTime: Double?
        /// The age of its data at the time of the receiver, days.
        public var age: Double?

        /// A map.
        public init(name: String, identity: String?, dataTime: Double?, age: Double?) {
            self.name = name
            self.identity = identity
            self.dataTime = dataTime
            self.age = age
        }
    }

    /// The source of positions.
    public struct Receiver: Sendable, Hashable {
        /// Its form, as `--position` has it.
        public var source: String
        /// Whether it is connected, or a file that is not over.
        public var isConnected: Bool
        /// Used and rejected input.
        public var read: [Count]
        public var rejected: [Count]

        /// A source.
        public init(source: String, isConnected: Bool, read: [Count], rejected: [Count]) {
            self.source = source
            self.isConnected = isConnected
            self.read = read
            self.rejected = rejected
        }
    }

    /// What the host has set.
    public struct Host: Sendable, Hashable {
        /// The source of the route; `nil` without one.
        public var route: String?
        /// Whether the engine has a route.
        public var hasRoute: Bool
        /// The objects of the host.
        public var objects: [Object]

        /// What the host has set.
        public init(route: String?, hasRoute: Bool, objects: [Object]) {
            self.route = route
            self.hasRoute = hasRoute
            self.objects = objects
        }
    }

    /// An object of the host.
    public struct Object: Sendable, Hashable {
        /// Its name and kind.
        public var id: String
        public var kind: String
        /// The stretches of road that it lies on; `nil` before it is matched, and where it lies on none.
        public var stretches: Int?
        /// Why it lies on no road; `nil` otherwise.
        public var problem: String?

        /// An object.
        public init(id: String, kind: String, stretches: Int?, problem: String?) {
            self.id = id
            self.kind = kind
            self.stretches = stretches
            self.problem = problem
        }
    }

    /// The control socket.
    public struct Control: Sendable, Hashable {
        /// Connections, and those of them that subscribe.
        public var connections: Int
        public var subscribers: Int
        /// Requests that were answered, and connections that were refused.
        public var requests: Int
        public var refused: Int
        /// Events that were lost, because subscribers did not read them.
        public var lostEvents: Int

        /// A socket without a connection.
        public init() {
            connections = 0
            subscribers = 0
            requests = 0
            refused = 0
            lostEvents = 0
        }
    }
}
