public import Quantities
public import RoadMap

/// Something on the road that the map knows of, which the vehicle meets as it does objects of the host.
public struct MapObject: Sendable, Hashable, Identifiable {
    /// Its name: what it is, the link that the way comes to it by as ``/RoadMap/StableLinkID`` has it, and
    /// where on that: `tunnel 4358023:17-29 forward 1240`; what the map says of access to it and of its
    /// direction follows as a number where it says so. It survives map updates as far as those do.
    public let id: String
    /// What it is.
    public let kind: Kind
    /// What the map says of it; `nil` of a tunnel and a bridge.
    public let object: RoadObject?
    /// The link by which the way comes to it, and the way along it.
    public let link: DirectedLink
    /// Where on that, from where one enters it.
    public let offset: Centimetres

    /// A kind of things that the map knows as objects.
    @frozen
    public enum Kind: Sendable, Hashable {
        /// A tunnel, entered and left.
        case tunnel
        /// A bridge, entered and left.
        case bridge
        /// What stands at one place, and is passed.
        case object(RoadObjectKind)

        /// Tunnels, bridges, toll booths and gantries, checkpoints at borders, rest areas, railways that
        /// cross.
        public static var usual: Set<Kind> {
            [
                .tunnel, .bridge, .object(.tollBooth), .object(.tollGantry),
                .object(.borderCrossing), .object(.restArea), .object(.levelCrossing),
            ]
        }
    }
}

extension MapObject.Kind: CustomStringConvertible {
    /// Its name: `tunnel`, `bridge`, or that of the object, as `tollBooth`.
    public var description: String {
        switch self {
        case .tunnel: "tunnel"
        case .bridge: "bridge"
        case .object(let kind): "\(kind)"
        }
    }
}

/// What of the map's lies on a link, in driving direction.
struct MapStretch {
    let kind: MapObject.Kind
    let object: RoadObject?
    let from: Centimetres
    var to: Centimetres
}

/// The map's own objects that the paths of a tree come to.
struct MapObjects {
    /// What is looked for.
    var kinds: Set<MapObject.Kind> = []
    /// By their numbers, which are negative and count down, so that they are those of no object of the
    /// host.
    private(set) var met: [(number: Int, object: MapObject)] = []
    private var lastNumber = 0
    /// Memory for the objects of one link.
    var stretches: [MapStretch] = []

    subscript(number: Int) -> MapObject? { met.first { $0.number == number }?.object }

    /// The object of a number.
    func object(named id: String) -> MapObject? { met.first { $0.object.id == id }?.object }

    /// The number of an object that was met already.
    func number(_ stretch: MapStretch, on link: DirectedLink) -> Int? {
        met.first {
            $0.object.link == link && $0.object.offset == stretch.from
                && $0.object.kind == stretch.kind && $0.object.object == stretch.object
        }?.number
    }

    /// Gives an object a number.
    mutating func add(_ object: MapObject) -> Int {
        lastNumber -= 1
        met.append((lastNumber, object))
        return lastNumber
    }

    /// Forgets those that nothing refers to any more.
    mutating func keep(where isNeeded: (Int) -> Bool) { met.removeAll { !isNeeded($0.number) } }

    /// Reads what lies on a link, in driving order: stretches that touch are one.
    mutating func read(
        _ link: DirectedLink, _ record: Link, from map: RoadMap
    ) throws(MapError) {
        var found: [MapStretch] = []
        swap(&found, &stretches)
        defer { swap(&found, &stretches) }
        found.removeAll(keepingCapacity: true)
        let length = record.length
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
            let isForward = link.direction == .forward
            let to = min(attribute.to, length)
            found.append(
                MapStretch(
                    kind: kind, object: object, from: isForward ? attribute.from : length - to,
                    to: isForward ? to : length - attribute.from))
        }
        found.sort { ($0.from, $0.to) < ($1.from, $1.to) }
        var count = 0
        for stretch in found {
            let before = found[..<count].lastIndex {
                $0.object == nil && $0.kind == stretch.kind && $0.to >= stretch.from
            }
            if let before {
                found[before].to = max(found[before].to, stretch.to)
            } else {
                found[count] = stretch
                count += 1
            }
        }
        found.removeLast(found.count - count)
    }
}
