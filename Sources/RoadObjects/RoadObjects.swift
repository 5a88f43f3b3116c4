public import Horizon
public import Quantities
public import RoadMap

/// Objects of the host on the roads of a map, and the map's own: where they lie in the path tree, and when
/// the vehicle comes into them, leaves them and passes them.
///
/// ```swift
/// var objects = RoadObjects(map: map)
/// try objects.add(CustomObject(id: "toll", .gantry(line)))
/// …
/// try objects.update(engine.tree)      // after each update of the tree
/// for event in objects.events { … }
/// for object in objects.ahead(in: engine.tree) { … object.entry … }
/// ```
/// Objects of the host may be added and removed at any time. An update costs what changed in the tree.
public struct RoadObjects {
    /// How far beside its road a point may lie.
    public static var pointRadius: Metres { Metres(50) }
    /// The most points that a line, all rings of an area, or a gantry have.
    public static var mostPoints: Int { 4096 }
    /// The most stretches of road that an area or a gantry lies on, both directions counted.
    public static var mostStretches: Int { 100_000 }

    /// What the last update has told, in the order in which it happened.
    public internal(set) var events: [ObjectEvent] = []

    let matcher: ObjectMatcher
    /// By number. Numbers count on and are never used again, so that they are in the order of adding.
    var placed: [Int: PlacedObject] = [:]
    private var nextNumber = 0
    /// When the time of the next object is over, `nil` where there is none with an end.
    private var nextExpiry: Int64?
    private var numbers: [CustomObject.ID: Int] = [:]
    /// The objects and their stretches on each link, in the order in which they were added.
    var onLink: [DirectedLink: [(object: Int, stretch: ObjectStretch)]] = [:]
    /// Of each path of the tree, by place.
    var runs: [PathID: [ObjectRun]] = [:]
    var observer = TreeObserver()
    /// Where the vehicle was told to be: as far as it came on its path.
    var last: (path: PathID, offset: Metres)?
    /// The numbers of the objects that the vehicle is in.
    var inside: [Int] = []
    var ofMap = MapObjects()
    /// Whether the tree gave something up in an update that objects of the map may have been on.
    var mayForget = false

    /// No objects of the host on a map, and of its own those of some kinds.
    public init(map: RoadMap, ofMap kinds: Set<MapObject.Kind> = []) {
        matcher = ObjectMatcher(map: map)
        ofMap.kinds = kinds
    }

    /// Adds an object. It is looked for on the map at once; the events about it begin with the next
    /// update.
    public mutating func add(_ object: CustomObject) throws(ObjectError) {
        guard numbers[object.id] == nil else { throw .duplicate }
        let stretches = try matcher.stretches(of: object.geometry)
        let number = nextNumber
        nextNumber += 1
        placed[number] = PlacedObject(object: object, stretches: stretches)
        numbers[object.id] = number
        if let expiry = object.expiry { nextExpiry = min(expiry, nextExpiry ?? expiry) }
        for stretch in stretches { onLink[stretch.link, default: []].append((number, stretch)) }
        for path in observer.mirror.paths {
            for link in path.links {
                append(to: path.id, link.link, at: link.start, only: number)
            }
        }
    }

    /// Removes the object of a name, and tells nothing more of it. Whether there was one.
    @discardableResult
    public mutating func remove(_ id: CustomObject.ID) -> Bool {
        guard let number = numbers.removeValue(forKey: id),
            let object = placed.removeValue(forKey: number)
        else { return false }
        for stretch in object.stretches {
            onLink[stretch.link]?.removeAll { $0.object == number }
            if onLink[stretch.link]?.isEmpty == true { onLink[stretch.link] = nil }
        }
        for path in Array(runs.keys) { runs[path]?.removeAll { $0.object == number } }
        inside.removeAll { $0 == number }
        return true
    }

    /// Removes all objects of the host.
    public mutating func removeAll() {
        placed.removeAll()
        nextExpiry = nil
        numbers.removeAll()
        onLink.removeAll()
        for path in Array(runs.keys) { runs[path]?.removeAll { $0.object >= 0 } }
        inside.removeAll { $0 >= 0 }
    }

    /// The names of all objects of the host, in the order in which they were added.
    public var ids: [CustomObject.ID] {
        placed.sorted { $0.key < $1.key }.map(\.value.object.id)
    }

    /// The object of the host of a name.
    public subscript(id: CustomObject.ID) -> CustomObject? {
        numbers[id].flatMap { placed[$0]?.object }
    }

    /// The objects that the vehicle is in, in the order in which it came into them.
    public var entered: [CustomObject.ID] { inside.compactMap { name(of: $0) } }

    /// Where the way along a path comes to objects: all that it has not left behind the vehicle, by
    /// distance. Without a path it is the most probable way. Empty off road, and where the tree of the
    /// last update has no such path.
    public func ahead(in tree: PathTree, along path: PathID? = nil) -> [ObjectOnPath] {
        let parts = tree.line(along: path).map {
            WayPart(
                path: $0.path, from: $0.from.metres, to: $0.to.metres, start: $0.startDistance)
        }
        var found: [ObjectOnPath] = []
        for stay in stays(on: parts) where stay.to >= 0 {
            guard let id = name(of: stay.object) else { continue }
            found.append(
                ObjectOnPath(
                    id: id, path: stay.path, offset: stay.offset, entry: Metres(stay.from),
                    exit: stay.isOpen ? nil : Metres(stay.to),
                    end: stay.rest.map { Metres(stay.from + $0) }, isAtStart: stay.isStart,
                    isAtEnd: stay.isEnd))
        }
        return found
    }

    /// Where each path of the tree comes to the object of a name, by path.
    public func places(of id: CustomObject.ID, in tree: PathTree) -> [ObjectOnPath] {
        var found: [ObjectOnPath] = []
        for path in tree.paths where runs[path.id]?.isEmpty == false {
            found += ahead(in: tree, along: path.id).filter { $0.id == id && $0.path == path.id }
        }
        return found
    }

    /// Removes the objects whose time is over at a moment; the names of those, in the order of adding.
    mutating func removeExpired(at moment: Int64) -> [CustomObject.ID] {
        guard let first = nextExpiry, first <= moment else { return [] }
        let isOver = { (object: PlacedObject) in object.object.expiry.map { $0 <= moment } ?? false
        }
        let over = placed.filter { isOver($0.value) }.sorted { $0.key < $1.key }
        let ids = over.map(\.value.object.id)
        for id in ids { remove(id) }
        nextExpiry = placed.values.compactMap(\.object.expiry).min()
        return ids
    }
}
