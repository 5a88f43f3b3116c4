import Quantities
import RoadMap

/// An object of the map on a link, in driving direction.
struct MapStretch {
    let kind: MapObject.Kind
    let object: RoadObject?
    let from: Centimetres
    private(set) var to: Centimetres

    init(kind: MapObject.Kind, object: RoadObject?, from: Centimetres, to: Centimetres) {
        self.kind = kind
        self.object = object
        self.from = from
        self.to = to
    }

    /// Goes on to an offset.
    mutating func extend(to offset: Centimetres) { to = max(to, offset) }
}

/// The map's own objects that the paths of a tree come to.
struct MapObjects {
    /// The kinds that are read.
    let kinds: Set<MapObject.Kind>
    /// The objects on the link that was read last, in driving order.
    private(set) var stretches: [MapStretch] = []
    /// By their numbers, which are negative and count down: no object of the host has them.
    private var met: [(number: Int, object: MapObject)] = []
    private var lastNumber = 0

    init(_ kinds: Set<MapObject.Kind>) { self.kinds = kinds }

    subscript(number: Int) -> MapObject? { met.first { $0.number == number }?.object }

    /// The object of a number.
    func object(named id: String) -> MapObject? { met.first { $0.object.id == id }?.object }

    /// Whether an object continues across the entry of the link that was read last.
    func goesOn(_ number: Int) -> Bool {
        let kind = self[number]?.kind
        return stretches.contains { $0.kind == kind && $0.from == .zero }
    }

    /// The number of an object on a link; a new one where it was not met before.
    mutating func number(
        _ stretch: MapStretch, on link: DirectedLink, _ record: Link, of map: RoadMap
    ) throws(MapError) -> Int {
        let known = met.first {
            $0.object.link == link && $0.object.offset == stretch.from
                && $0.object.kind == stretch.kind && $0.object.object == stretch.object
        }
        if let known { return known.number }
        let stable = try map.stableID(of: record)
        let direction = link.direction == .forward ? "forward" : "backward"
        // At one node there may be two of a kind that differ in what the map says of them.
        let more = stretch.object.map { $0.attributeValue >> 8 } ?? 0
        let id =
            "\(stretch.kind) \(stable.way):\(stable.startNode)-\(stable.endNode)"
            + " \(direction) \(stretch.from.value)" + (more > 0 ? " \(more)" : "")
        lastNumber -= 1
        let object = MapObject(
            id: id, kind: stretch.kind, object: stretch.object, link: link, offset: stretch.from)
        met.append((lastNumber, object))
        return lastNumber
    }

    /// Forgets the objects that are not needed any more.
    mutating func keep(where isNeeded: (Int) -> Bool) { met.removeAll { !isNeeded($0.number) } }

    /// Reads the objects on a link: stretches that touch are one.
    mutating func read(
        _ link: DirectedLink, _ record: Link, from map: RoadMap
    ) throws(MapError) {
        var found: [MapStretch] = []
        swap(&found, &stretches)
        defer { swap(&found, &stretches) }
        found.removeAll(keepingCapacity: true)
        try map.forEachAttribute(of: record) { (attribute) throws(MapError) in
            guard attribute.directions.contains(link.direction) else { return }
            let kind: MapObject.Kind
            var object: RoadObject?
            switch attribute.kind {
            case .tunnel where attribute.value == 1: kind = .tunnel
            case .bridge where attribute.value == 1: kind = .bridge
            case .roadObject:
                object = RoadObject(attributeValue: attribute.value)
                guard let object else { return }
                kind = .object(object.kind)
            default: return
            }
            guard kinds.contains(kind) else { return }
            let ends = (
                record.offset(attribute.from, in: link.direction),
                record.offset(min(attribute.to, record.length), in: link.direction)
            )
            found.append(
                MapStretch(
                    kind: kind, object: object, from: min(ends.0, ends.1), to: max(ends.0, ends.1)))
        }
        found.sort { ($0.from, $0.to) < ($1.from, $1.to) }
        var count = 0
        for stretch in found {
            let before = found[..<count].lastIndex {
                $0.object == nil && $0.kind == stretch.kind && $0.to >= stretch.from
            }
            if let before {
                found[before].extend(to: stretch.to)
            } else {
                found[count] = stretch
                count += 1
            }
        }
        found.removeLast(found.count - count)
    }
}
