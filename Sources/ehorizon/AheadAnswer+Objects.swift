import Horizon
import Quantities
import RoadObjects

// Objects of the user's own, and events of the map's.
extension AheadAnswer {
    /// Adds the objects on the most probable way, in the order of distance, and what happened.
    mutating func add(
        _ objects: RoadObjects, in tree: PathTree, reach: Metres, _ events: [ObjectEvent]
    ) {
        self.events = events.map(Event.init)
        let end = tree.line().last.map { $0.distance(to: $0.to) } ?? .zero
        for found in objects.ahead(in: tree) where found.entry <= reach {
            // Those of the map are in the list already.
            guard let object = objects[found.id] else { continue }
            let item = Item(found, object, end: found.exit ?? end)
            let place = ahead.firstIndex { $0.distance > item.distance } ?? ahead.count
            ahead.insert(item, at: place)
        }
    }
}

extension AheadAnswer.Item {
    fileprivate init(_ found: ObjectOnPath, _ object: CustomObject, end: Metres) {
        self.init(
            kind: "custom-object", path: found.path.number, offset: found.offset.metres.value,
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
