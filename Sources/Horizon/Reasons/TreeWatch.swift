public import Engine
public import Horizon
import Quantities

/// Notices changes of the most probable path, with their cause.
///
/// ```swift
/// var watch = TreeWatch()
/// watch.setOn(true)
/// try engine.ingest(event, at: time)
/// watch.note(engine.tree, after: event)
/// if let change = watch.take() { … }
/// ```
public struct TreeWatch: Sendable {
    /// Whether changes are noticed. Otherwise an event of the engine allocates nothing here.
    public private(set) var isOn = false
    private var change: TreeChange?
    private var revision: Int?
    private var main: PathID?
    /// The name of the newest path.
    private var newest: PathID?
    /// The paths of the most probable path, each with the offset at which it leaves the path, or its end.
    private var line: [(path: PathID, to: Centimetres)] = []
    /// The reason why the most probable path left the main path.
    private var reason: DepartureReason?

    /// A watch that has seen no tree.
    public init() {}

    /// Notices changes from now on, or none.
    public mutating func setOn(_ isOn: Bool) {
        guard isOn != self.isOn else { return }
        self = TreeWatch()
        self.isOn = isOn
    }

    /// The last change since the last call, with its cause; `nil` without one.
    public mutating func take() -> TreeChange? {
        defer { change = nil }
        return change
    }

    /// Looks at the tree after an event of the engine.
    public mutating func note(_ tree: PathTree, after event: EngineEvent) {
        guard isOn, revision != tree.revision else { return }
        if let found = find(tree, after: event) { change = found }
    }

    private mutating func find(_ tree: PathTree, after event: EngineEvent) -> TreeChange? {
        let isFirst = revision == nil
        revision = tree.revision
        let former = (main: main, newest: newest, line: line)
        main = tree.mainID
        newest = tree.paths.last?.id
        reason = tree.mainPath?.departureReason
        line.removeAll(keepingCapacity: true)
        for stretch in tree.line() { line.append((stretch.path, stretch.to)) }
        // The first look has nothing to compare with.
        if isFirst { return nil }
        guard let main else {
            guard former.main != nil else { return nil }
            let cause: TreeCause = event.name == .map ? .map : .offRoad
            return change(.none, cause, event, from: former.main, tree)
        }
        guard main == former.main else {
            let wasThere = former.newest.map { main <= $0 } ?? false
            let isFix = event.name == .position
            return wasThere
                ? change(
                    .turnedOff, isFix ? .fix : .deadReckoning, event, from: former.main, tree)
                : change(
                    .new, Self.cause(of: tree.beginning, event.name), event, from: former.main,
                    tree)
        }
        if goesOn(former.line) { return nil }
        let cause = Self.cause(of: reason) ?? Self.causeOfReturn(event.name)
        return change(.otherPath, cause, event, from: former.main, tree)
    }

    /// Whether the most probable path is a former one, or continues it: a path that only grows is the same, also where
    /// it turns off beyond its former end.
    private func goesOn(_ former: [(path: PathID, to: Centimetres)]) -> Bool {
        for (number, (now, before)) in zip(line, former).enumerated() {
            guard now.path == before.path else { return false }
            if number + 1 < former.count {
                guard now.to == before.to, number + 1 < line.count else { return false }
            } else if number + 1 < line.count {
                return now.to >= before.to
            }
        }
        return true
    }

    private func change(
        _ kind: TreeChange.Kind, _ cause: TreeCause, _ event: EngineEvent, from: PathID?,
        _ tree: PathTree
    ) -> TreeChange {
        var evidence: IntentEvidence = []
        if cause == .driver, case .driver(let known) = reason { evidence = known }
        return TreeChange(
            kind: kind, cause: cause, event: event.name, evidence: evidence, from: from,
            to: main, distance: tree.mainPath?.departure.map { $0.metres - tree.vehicleOffset })
    }

    private static func cause(of reason: DepartureReason?) -> TreeCause? {
        switch reason {
        case .route: .route
        case .course: .course
        case .driver: .driver
        case nil: nil
        }
    }

    /// The cause of a new tree.
    private static func cause(of beginning: TreeBeginning?, _ event: TreeEventName) -> TreeCause {
        if event == .lastPlace { return .lastPlace }
        if event == .map { return .map }
        switch beginning {
        case .offTree: return .offTree
        case .jump: return .jump
        case .outOfReach: return .outOfReach
        case .rules(.time): return .restrictionTime
        case .rules(.surface): return .restrictionSurface
        case .rules(.restrictions): return .objects
        case .newPath(let reason): return cause(of: reason) ?? .firstPlace
        case .firstPlace, nil: return .firstPlace
        }
    }

    /// The cause why the most probable path follows the main path again.
    private static func causeOfReturn(_ event: TreeEventName) -> TreeCause {
        switch event {
        case .route: .route
        case .course: .course
        default: .mainPath
        }
    }
}

extension EngineEvent {
    /// The name of the event.
    public var name: TreeEventName {
        switch self {
        case .position: .position
        case .vehicle, .surface: .vehicle
        case .driver: .driver
        case .lastPlace: .lastPlace
        case .tick: .time
        case .clientsLost, .request, .mask, .bitRate: .bus
        case .map: .map
        case .course: .course
        case .route: .route
        case .restrictions: .objects
        }
    }
}
