public import Engine
public import Horizon

/// Notices changes of the path tree that a user of the daemon wants to know, with their cause.
public struct TreeWatch: Sendable {
    /// A change.
    public enum Change: Sendable, Hashable {
        /// There is no path any more.
        case none
        /// A new tree has begun.
        case new
        /// The vehicle has turned off into a side path.
        case turnedOff
        /// The most probable path ahead takes other roads.
        case otherPath
    }

    /// Whether changes are noticed. Otherwise an event of the engine allocates nothing here.
    public private(set) var isOn = false
    private var change: (change: Change, cause: String)?
    private var revision: Int?
    private var main: PathID?
    /// The name of the newest path.
    private var newest: PathID?
    /// The paths of the most probable path.
    private var line: [PathID] = []

    /// A watch that has seen no tree.
    public init() {}

    /// Notices changes from now on, or none.
    public mutating func setOn(_ isOn: Bool) {
        guard isOn != self.isOn else { return }
        self = TreeWatch()
        self.isOn = isOn
    }

    /// The last change since the last call, with its cause; `nil` without one.
    public mutating func take() -> (change: Change, cause: String)? {
        defer { change = nil }
        return change
    }

    /// Looks at the tree after an event of the engine.
    public mutating func note(_ tree: PathTree, after event: EngineEvent) {
        guard isOn, revision != tree.revision else { return }
        if let found = find(tree, after: event) { change = found }
    }

    private mutating func find(
        _ tree: PathTree, after event: EngineEvent
    ) -> (change: Change, cause: String)? {
        let isFirst = revision == nil
        revision = tree.revision
        let former = (main: main, newest: newest, line: line)
        main = tree.mainID
        newest = tree.paths.last?.id
        line.removeAll(keepingCapacity: true)
        for stretch in tree.line() { line.append(stretch.path) }
        // The first look has nothing to compare with.
        if isFirst { return nil }
        guard let main else { return former.main == nil ? nil : (.none, event.cause) }
        guard main == former.main else {
            let wasThere = former.newest.map { main <= $0 } ?? false
            return (wasThere ? .turnedOff : .new, event.cause)
        }
        // A path that only grows is the same.
        let isSame = zip(line, former.line).allSatisfy { $0 == $1 }
        return isSame ? nil : (.otherPath, Self.reason(of: tree) ?? event.cause)
    }

    /// Why the most probable path leaves the main path; `nil` if it does not.
    private static func reason(of tree: PathTree) -> String? {
        switch tree.mainPath?.departureReason {
        case .route: "route"
        case .course: "course"
        case .driver: "driver"
        case nil: nil
        }
    }
}

extension EngineEvent {
    /// The event as the cause of a change.
    fileprivate var cause: String {
        switch self {
        case .position: "position"
        case .vehicle, .surface: "vehicle"
        case .driver: "driver"
        case .lastPlace: "last-place"
        case .tick: "time"
        case .clientsLost, .request, .mask, .bitRate: "bus"
        case .map: "map"
        case .course: "course"
        case .route: "route"
        case .restrictions: "objects"
        }
    }
}
