/// A request of a client of the daemon's control socket: one line of JSON.
///
/// The members are `version` (1; without it the same), `request`, `id`, and those of the request. The page
/// `docs/guide/status.md` describes them.
public struct ControlRequest: Sendable, Hashable {
    /// The version of the protocol that this program speaks.
    public static var version: Int { 1 }
    /// The longest line without its line feed, bytes.
    public static var longestLine: Int { 65_536 }
    /// The longest `id`, bytes.
    public static var longestID: Int { 64 }
    /// The largest number of names in a list.
    public static var mostNames: Int { 128 }

    /// The name that the client gave the request; its answer has it too.
    public var id: String?
    /// The request.
    public var content: Content

    /// The requests.
    public enum Content: Sendable, Hashable {
        /// The state of the daemon.
        case status
        /// The same as text for Prometheus.
        case metrics
        /// The path tree with its links.
        case tree
        /// Events from now on, as they come.
        case subscribe(Set<ControlEventKind>)
        /// Other messages.
        case mask(ControlMask)
        /// Another route.
        case setRoute(ControlRoute)
        /// No route.
        case unsetRoute
        /// More objects of the host: the bytes of a GeoJSON FeatureCollection.
        case addObjects([UInt8])
        /// Objects of these names are gone.
        case removeObjects([String])
        /// All objects of the host are gone.
        case removeAllObjects
        /// The ring buffer is written.
        case writeRing
    }

    /// The name of the request.
    public var name: ControlRequestName {
        switch content {
        case .status: .status
        case .metrics: .metrics
        case .tree: .tree
        case .subscribe(let kinds): kinds == [.ahead] ? .ahead : .subscribe
        case .mask: .mask
        case .setRoute: .setRoute
        case .unsetRoute: .unsetRoute
        case .addObjects: .addObjects
        case .removeObjects, .removeAllObjects: .removeObjects
        case .writeRing: .writeRing
        }
    }
}

/// The names of requests.
public enum ControlRequestName: String, Sendable, Hashable, CaseIterable {
    case status, metrics, tree, subscribe, ahead, mask
    case setRoute = "set-route"
    case unsetRoute = "unset-route"
    case addObjects = "add-objects"
    case removeObjects = "remove-objects"
    case writeRing = "write-ring"

    /// Whether the request changes the daemon.
    public var changes: Bool {
        switch self {
        case .status, .metrics, .tree, .subscribe, .ahead: false
        case .mask, .setRoute, .unsetRoute, .addObjects, .removeObjects, .writeRing: true
        }
    }
}

/// The kinds of events that a client can subscribe to.
public enum ControlEventKind: String, Sendable, Hashable, CaseIterable {
    /// The place of the vehicle, once a second, and at once where its state changes.
    case place
    /// The path tree has changed.
    case tree
    /// The bus takes frames, or takes none.
    case bus
    /// A line that the daemon writes for people.
    case warning
    /// The attributes ahead, once a second.
    case ahead
}

/// A change of the messages that are sent, as the settings of `[messages]`.
public struct ControlMask: Sendable, Hashable {
    /// The preset; `nil` for the one in effect.
    public var messages: String?
    /// The additions; `nil` for those in effect.
    public var enable: [String]?
    /// The exclusions; `nil` for those in effect.
    public var disable: [String]?

    /// A change of its parts.
    public init(messages: String? = nil, enable: [String]? = nil, disable: [String]? = nil) {
        self.messages = messages
        self.enable = enable
        self.disable = disable
    }
}

/// A route of a client.
public enum ControlRoute: Sendable, Hashable {
    /// A file, which the daemon reads.
    case file(String)
    /// The content of such a file.
    case text(String)
}

/// A line that is no request.
public struct ControlRequestError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, and where; one line.
    public let description: String
    /// The `id` of the line, as far as it was read.
    public let id: String?
}
