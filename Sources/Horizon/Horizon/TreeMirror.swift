public import Quantities
public import RoadMap

/// A tree from ``TreeEvent``s: its paths and links with all reported values.
public struct TreeMirror: Sendable, Hashable {
    /// The branch point of a side path.
    @frozen
    public struct Branch: Sendable, Hashable {
        /// The path it leaves.
        public var parent: PathID
        /// The offset of the branch point on the parent.
        public var offset: Centimetres
        /// The angle from the parent's direction, -180 ..< 180, clockwise positive.
        public var turnAngle: Degrees
        /// As in ``/Horizon/Branch/legality``.
        public var legality: ExitLegality
        /// As in ``/Horizon/Branch/isUTurn``.
        public var isUTurn: Bool
    }

    /// The state of a path that may change.
    @frozen
    public struct Status: Sendable, Hashable {
        /// As in ``HorizonPath/level``.
        public var level: Int
        /// The probability that a vehicle at its branch point takes it, 0...1; 1 for the main path.
        public var probability: Double
        /// As in ``HorizonPath/departure``.
        public var departure: Centimetres?
        /// As in ``HorizonPath/departureReason``.
        public var departureReason: DepartureReason?
        /// As in ``HorizonPath/end``.
        public var end: HorizonPath.End
    }

    /// A link of a path.
    @frozen
    public struct Link: Sendable, Hashable {
        /// The link and its driving direction.
        public var link: DirectedLink
        /// The start of the link, from the start of the path.
        public var start: Centimetres
        /// How long it is.
        public var length: Centimetres
        /// The angle into it from the link before, -180 ..< 180, clockwise positive.
        public var turnAngle: Degrees
        /// The probability that a vehicle at its entry takes it, 0...1.
        public var probability: Double
    }

    /// A path.
    public struct Path: Sendable, Hashable {
        /// Its name.
        public let id: PathID
        /// The branch point on its parent; `nil` for the main path.
        public fileprivate(set) var branch: Branch?
        /// The state that may change.
        public fileprivate(set) var status: Status
        /// Its links in driving order.
        public fileprivate(set) var links: [Link] = []
    }

    /// The paths, parents before their children.
    public private(set) var paths: [Path] = []

    /// A mirror of no tree.
    public init() {}

    /// The path of a name. Logarithmic time.
    public func path(_ id: PathID) -> Path? { index(of: id).map { paths[$0] } }

    /// Applies an event. It ignores an event that does not fit the previous ones, such as one of an
    /// unknown path.
    public mutating func apply(_ event: TreeEvent) {
        switch event {
        case .treeReset: paths.removeAll(keepingCapacity: true)
        case .childDetached(let id, _):
            if let index = index(of: id) { paths[index].branch = nil }
        case .pathRemoved(let id):
            if let index = index(of: id) { paths.remove(at: index) }
        case .linkRemoved(let id, let link):
            guard let index = index(of: id), paths[index].links.first?.link == link else { return }
            paths[index].links.removeFirst()
        case .pathAdded(let id, let branch, let status):
            guard paths.last.map({ $0.id < id }) ?? true else { return }
            paths.append(Path(id: id, branch: branch, status: status))
        case .pathChanged(let id, let status):
            if let index = index(of: id) { paths[index].status = status }
        case .linkAdded(let id, let link):
            if let index = index(of: id) { paths[index].links.append(link) }
        case .linkChanged(let id, let number, let probability):
            guard let index = index(of: id), paths[index].links.indices.contains(number) else {
                return
            }
            paths[index].links[number].probability = probability
        }
    }

    func index(of id: PathID) -> Int? {
        var low = 0
        var high = paths.count
        while low < high {
            let middle = (low + high) / 2
            if paths[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < paths.count && paths[low].id == id ? low : nil
    }
}

extension TreeMirror.Status {
    init(_ path: HorizonPath) {
        self.init(
            level: path.level, probability: path.branch?.probability ?? 1,
            departure: path.departure, departureReason: path.departureReason, end: path.end)
    }
}

extension TreeMirror.Branch {
    init(_ branch: Branch) {
        self.init(
            parent: branch.parent, offset: branch.offset, turnAngle: branch.turnAngle,
            legality: branch.legality, isUTurn: branch.isUTurn)
    }
}

extension TreeMirror.Link {
    init(_ link: PathLink) {
        self.init(
            link: link.link, start: link.start, length: link.record.length,
            turnAngle: link.turnAngle, probability: link.probability)
    }
}
