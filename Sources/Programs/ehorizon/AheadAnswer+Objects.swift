import Horizon
import Quantities
import RoadAhead
import RoadObjects

// The user's objects, and events of the map's objects.
extension AheadAnswer {
    /// Adds objects of the chosen kinds on the most probable path and on side paths, by distance, and their
    /// events.
    mutating func add(
        _ objects: RoadObjects, in tree: PathTree, on sides: [PathID], _ asked: AheadQuestion,
        _ events: [ObjectEvent], _ indexes: KnownIndexes
    ) {
        self.events = events.map(Event.init)
        add(objects, in: tree, along: nil, asked, indexes)
        for side in sides { add(objects, in: tree, along: side, asked, indexes) }
    }

    private mutating func add(
        _ objects: RoadObjects, in tree: PathTree, along side: PathID?, _ asked: AheadQuestion,
        _ indexes: KnownIndexes
    ) {
        let end = tree.line(along: side).last.map { $0.distance(to: $0.to) } ?? .zero
        for found in objects.ahead(in: tree, along: side)
        where found.entry <= asked.reach {
            // The list already has objects of the map.
            guard side == nil || found.path == side, let object = objects[found.id],
                asked.objects.contains(object.kind)
            else { continue }
            insert(Item(found, object, end: found.exit ?? end, indexes))
        }
    }
}

extension AheadAnswer.Item {
    fileprivate init(
        _ found: ObjectOnPath, _ object: CustomObject, end: Metres, _ indexes: KnownIndexes
    ) {
        self.init(
            kind: "custom-object", path: found.path.number, pathIndex: indexes[found.path],
            offset: found.offset.metres.value,
            distance: found.entry.value.rounded(2), end: end.value.rounded(2))
        id = found.id
        self.object = object.kind.rawValue
        severity = object.severity?.rawValue
        isLeft = found.exit != nil
    }
}

extension AheadAnswer.Event {
    fileprivate init(_ event: ObjectEvent) {
        switch event {
        case .entered(let id, let atStart): self.init(event: "entered", id: id, atEnd: atStart)
        case .exited(let id, let atEnd): self.init(event: "exited", id: id, atEnd: atEnd)
        case .passed(let id): self.init(event: "passed", id: id)
        case .expired(let id): self.init(event: "expired", id: id)
        }
    }

    /// `         entered roadworks along it`.
    var line: String {
        "         \(event) \(id)\(atEnd == false ? " along it" : "")"
    }
}
