import Horizon
import Quantities
import RoadMap

extension RoadAhead {
    /// Junctions: where another path leaves.
    mutating func findJunctions(on line: AheadLine, of tree: PathTree) throws(MapError) {
        for (before, element) in zip(line.links, line.links.dropFirst()) {
            let place = before.place(before.link.record.length)
            var exits: [JunctionAhead.Road] = []
            // Where the way turns off, the path that it leaves goes on as one of the others.
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
                    branch.legality == .legal, !branch.isBackTurn
                else { continue }
                exits.append(
                    try road(path.links[0], path.id, branch.turnAngle, branch.probability))
            }
            guard !exits.isEmpty else { continue }
            let branch = element.path == before.path ? nil : tree.path(element.path)?.branch
            let onward = try road(
                element.link, element.path, branch?.turnAngle ?? element.link.turnAngle,
                branch?.probability ?? element.link.probability)
            add(.junction(JunctionAhead(onward: onward, exits: exits)), at: place)
        }
    }

    private func road(
        _ link: PathLink, _ path: PathID, _ turnAngle: Degrees, _ probability: Double
    ) throws(MapError) -> JunctionAhead.Road {
        var name: String?
        var reference: String?
        try map.forEachAttribute(of: link.record) { (attribute) throws(MapError) in
            guard attribute.directions.contains(link.link.direction) else { return }
            if attribute.kind == .name { name = try map.text(attribute, of: link.record) }
            if attribute.kind == .reference { reference = try map.text(attribute, of: link.record) }
        }
        return JunctionAhead.Road(
            path: path, turnAngle: turnAngle, probability: probability, name: name ?? reference)
    }

    /// Signs and other road objects. One at a node holds for the link that leads to it.
    mutating func findObjects(on line: AheadLine) throws(MapError) {
        for element in line.links {
            let direction = element.link.link.direction
            var texts: [(place: Centimetres, text: String)] = []
            try map.forEachAttribute(of: element.link.record) { (attribute) throws(MapError) in
                guard attribute.kind == .signText, attribute.directions.contains(direction) else {
                    return
                }
                texts.append(
                    (attribute.from, try map.text(attribute, of: element.link.record)))
            }
            try map.forEachObject(of: element.link.record, direction) {
                (object, offset) throws(MapError) in
                let isSign = object.kind.isSign
                guard parameters.kinds.contains(isSign ? .sign : .object) else { return }
                let text = texts.first { $0.place == offset }?.text
                add(
                    isSign ? .sign(object, text: text) : .object(object),
                    at: element.place(element.driven(offset)))
            }
        }
    }
}
