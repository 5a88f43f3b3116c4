// The map, the source of positions, the host and the clients.
extension StatusReport {
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
        /// The source in words.
        public var source: String
        /// Whether it is connected, or a file that is not over.
        public var isConnected: Bool
        /// The used input.
        public var read: [Count]
        /// The rejected input, by reason.
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
        /// Its name.
        public var id: String
        /// Its kind.
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
        /// The connections.
        public var connections: Int
        /// Those of them that subscribe.
        public var subscribers: Int
        /// The answered requests.
        public var requests: Int
        /// The refused connections.
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
