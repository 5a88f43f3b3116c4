import Geodesy
public import Quantities
public import RoadMap

/// The bearings of a path, place by place. A reusable buffer.
public struct PathBearings: Sendable {
    /// Degrees clockwise from north, without jumps of a whole turn, every ``step`` from ``start`` on.
    public private(set) var bearings: [Double] = []
    /// The offset of the first one.
    public private(set) var start = Metres.zero
    /// The distance from one to the next.
    public static let step = Metres(3)

    /// A bearing is that of the chord between so many places before and after.
    private static let reach = 2
    /// The longest stretch that is read, in steps.
    private static let capacity = 160

    private var places: [Coordinate] = []
    private var shape = Shape(reserved: 1024)
    private var read: LinkReference?

    /// An empty buffer.
    public init() {
        bearings.reserveCapacity(Self.capacity)
        places.reserveCapacity(Self.capacity)
    }

    /// Reads a path between two offsets. The part before its start is on its parent. The result is
    /// shorter if the path is.
    public mutating func fill(
        along path: PathID, of tree: PathTree, from first: Metres, to last: Metres
    ) throws(MapError) {
        bearings.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        read = nil
        guard let index = tree.index(of: path) else { return }
        let parent = tree.paths[index].branch.flatMap { tree.index(of: $0.parent) }
        let branch = tree.paths[index].branch?.offset.metres ?? .zero
        start = first
        var offset = first
        while offset <= last, places.count < Self.capacity {
            let isBefore = offset < .zero
            let place =
                if isBefore, let parent {
                    try place(at: branch + offset, on: tree.paths[parent], tree.map)
                } else {
                    try place(at: offset, on: tree.paths[index], tree.map)
                }
            if let place {
                if places.isEmpty { start = offset }
                places.append(place)
            } else if !places.isEmpty {
                break
            }
            offset += Self.step
        }
        turn()
    }

    private mutating func place(
        at offset: Metres, on path: HorizonPath, _ map: RoadMap
    ) throws(MapError) -> Coordinate? {
        guard offset >= (path.links.first?.start.metres ?? .zero),
            let link = path.links.first(where: { $0.end.metres >= offset })
        else { return nil }
        if read != link.link.link {
            shape.removeAll()
            try map.appendShape(of: link.record, to: &shape)
            read = link.link.link
        }
        let along = offset - link.start.metres
        return shape.place(
            at: link.link.direction == .forward ? along : link.record.length.metres - along)
    }

    private mutating func turn() {
        guard places.count > 1 else { return }
        for index in places.indices {
            let from = places[max(index - Self.reach, 0)]
            let to = places[min(index + Self.reach, places.count - 1)]
            let bearing = LocalFrame(around: from).project(to).bearing.value
            let jump = bearings.last.map { ((bearing - $0) / 360).rounded() } ?? 0
            bearings.append(bearing - 360 * jump)
        }
    }
}
