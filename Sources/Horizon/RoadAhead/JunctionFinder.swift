import Horizon
import Quantities
import RoadMap

/// Finds the junctions along a path: its branch points.
struct JunctionFinder {
    private let map: RoadMap
    /// Memory for the reading of one link.
    private var reading = LinkReading()

    init(map: RoadMap) { self.map = map }

    /// The junctions on a line through the tree.
    mutating func junctions(
        on line: AheadLine, of tree: PathTree
    ) throws(MapError) -> [AheadItem] {
        var items: [AheadItem] = []
        for (before, element) in zip(line.links, line.links.dropFirst()) {
            let place = before.place(before.link.record.length)
            var exits: [JunctionAhead.Road] = []
            // Where the route turns off, the path that it leaves becomes one of the others.
            if element.path != before.path, let path = tree.path(before.path),
                let onward = path.links.first(where: { $0.start == before.link.end })
            {
                exits.append(
                    try road(
                        onward, path.id, onward.turnAngle, onward.probability))
            }
            for path in tree.paths {
                guard let branch = path.branch, branch.parent == before.path,
                    branch.offset == before.link.end, path.id != element.path,
                    branch.legality == .legal, !branch.isUTurn
                else { continue }
                exits.append(
                    try road(path.links[0], path.id, branch.turnAngle, branch.probability))
            }
            guard !exits.isEmpty else { continue }
            let branch = element.path == before.path ? nil : tree.path(element.path)?.branch
            let onward = try road(
                element.link, element.path, branch?.turnAngle ?? element.link.turnAngle,
                branch?.probability ?? element.link.probability)
            let junction = JunctionAhead(onward: onward, exits: exits)
            items.append(AheadItem(.junction(junction), at: place))
        }
        return items
    }

    private mutating func road(
        _ link: PathLink, _ path: PathID, _ turnAngle: Degrees, _ probability: Double
    ) throws(MapError) -> JunctionAhead.Road {
        try reading.read(link.record, link.link.direction, from: map)
        var name = try reading.text(.name, of: link.record, on: map)
        if name == nil { name = try reading.text(.reference, of: link.record, on: map) }
        return JunctionAhead.Road(
            path: path, turnAngle: turnAngle, probability: probability, name: name)
    }
}
