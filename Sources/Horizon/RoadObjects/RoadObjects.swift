public import Horizon
public import Quantities
public import RoadMap

/// Objects of the host and of the map on the path tree: their positions ahead, and the events when the vehicle enters,
/// leaves and passes them.
///
/// ```swift
/// var objects = RoadObjects(map: map)
/// try objects.add(CustomObject(id: "toll", .gantry(line)))
/// …
/// try objects.update(engine.tree)      // after each update of the tree
/// for event in objects.events { … }
/// for object in objects.ahead(in: engine.tree) { … object.entry … }
/// ```
/// The host may add and remove objects at any time. The work of an update depends only on the changes of the tree.
public struct RoadObjects {
    /// The largest distance between a point and its road.
    public static var pointRadius: Metres { Metres(50) }
    /// The largest number of points of a line, of all rings of an area, or of a gantry.
    public static var mostPoints: Int { 4096 }
    /// The largest number of road stretches of an area or a gantry; both directions count.
    public static var mostStretches: Int { 100_000 }

    private let matcher: ObjectMatcher
    private var host = HostObjects()
    private var ofMap: MapObjects
    private var runs = ObjectRuns()
    private var observer = TreeObserver()
    private var visits = ObjectVisits()
    /// Whether the tree removed a path or link in an update that may have had objects of the map.
    private var mayForget = false

    /// Without objects of the host; with the objects of the map of some kinds.
    public init(map: RoadMap, ofMap kinds: Set<MapObject.Kind> = []) {
        matcher = ObjectMatcher(map: map)
        ofMap = MapObjects(kinds)
    }

    // MARK: Objects of the host

    /// Adds an object. It is matched to the map at once; the events about it begin with the next
    /// update.
    public mutating func add(_ object: CustomObject) throws(ObjectError) {
        guard host[object.id] == nil else { throw .duplicate }
        let number = host.add(object, on: try matcher.stretches(of: object.geometry))
        for path in observer.mirror.paths {
            for link in path.links {
                let stretches = host.stretches(on: link.link).filter { $0.object == number }
                runs.append(stretches, to: path.id, at: link.start)
            }
        }
    }

    /// Removes an object by its name. No further events of it are reported. Returns whether there was one.
    @discardableResult
    public mutating func remove(_ id: CustomObject.ID) -> Bool {
        guard let number = host.remove(id) else { return false }
        runs.removeObjects { $0 == number }
        visits.forget { $0 == number }
        return true
    }

    /// Removes all objects of the host.
    public mutating func removeAll() {
        host.removeAll()
        runs.removeObjects { $0 >= 0 }
        visits.forget { $0 >= 0 }
    }

    /// The names of all objects of the host, in the order in which they were added.
    public var ids: [CustomObject.ID] { host.ids }

    /// The object of the host with a name.
    public subscript(id: CustomObject.ID) -> CustomObject? { host[id] }

    /// An object of the map on a path of the tree, or around the vehicle.
    public func mapObject(_ id: MapObject.ID) -> MapObject? { ofMap.object(named: id) }

    // MARK: Answers

    /// The events of the last update, in the order in which they happened.
    public var events: [ObjectEvent] { visits.events }

    /// The objects that the vehicle is in, in the order in which it entered them.
    public var entered: [CustomObject.ID] { visits.inside.compactMap { names[$0] } }

    private var names: ObjectNames { ObjectNames(host: host, map: ofMap) }

    /// The objects along the route to the end of a path, by distance, without those behind the vehicle. Without a path
    /// the route is the most probable path. Empty off-road, and if the tree of the last update has no such path.
    public func ahead(in tree: PathTree, along path: PathID? = nil) -> [ObjectOnPath] {
        let parts = tree.line(along: path).map {
            WayPart(
                path: $0.path, from: $0.from.metres, to: $0.to.metres, start: $0.startDistance)
        }
        var found: [ObjectOnPath] = []
        for stay in runs.stays(on: parts, of: observer.mirror) where stay.to >= 0 {
            guard let id = names[stay.object] else { continue }
            found.append(
                ObjectOnPath(
                    id: id, path: stay.path, offset: stay.offset, entry: Metres(stay.from),
                    exit: stay.isOpen ? nil : Metres(stay.to),
                    end: stay.rest.map { Metres(stay.from + $0) }, isAtStart: stay.isStart,
                    isAtEnd: stay.isEnd))
        }
        return found
    }

    /// The position of the object with a name on each path of the tree, by path.
    public func places(of id: CustomObject.ID, in tree: PathTree) -> [ObjectOnPath] {
        var found: [ObjectOnPath] = []
        for number in tree.paths.indices {
            let path = tree.paths[number].id
            guard runs.hasObjects(on: path) else { continue }
            found += ahead(in: tree, along: path).filter { $0.id == id && $0.path == path }
        }
        return found
    }

    // MARK: Updates

    /// Follows an update of the tree, and reports the events since the last update. A vehicle that drives backward does
    /// not meet objects again. After a jump to a new tree the route between is unknown. Then the objects around the
    /// previous position, but not around the new one, are reported as left along their length.
    ///
    /// Objects that have expired at the tree's moment (``/Horizon/PathTree/moment``) are removed. If parts of the map
    /// cannot be read, their objects are missing. All other events are reported, and the first error of the map is
    /// thrown at the end.
    public mutating func update(_ tree: PathTree) throws(MapError) {
        // The events of the last update are available until this one.
        if mayForget { forgetMapObjects() }
        mayForget = false
        visits.begin()
        if let moment = tree.moment { removeExpired(at: moment) }
        if let failure = follow(tree).first { throw failure }
    }

    private mutating func removeExpired(at moment: Int64) {
        for id in host.takeExpired(at: moment) {
            remove(id)
            visits.expire(id)
        }
    }

    /// Removes the objects of the map that are on no path and not around the vehicle.
    private mutating func forgetMapObjects() {
        let (runs, inside) = (runs, visits.inside)
        ofMap.keep { inside.contains($0) || runs.refers(to: $0) }
    }

    /// Follows the tree. Returns the errors of the map.
    private mutating func follow(_ tree: PathTree) -> [MapError] {
        let wasQuiet = isQuiet(on: tree)
        // The paths that were left on the way are gone once the changes are followed.
        let way = wasQuiet ? nil : drivenWay(in: tree)
        let driven = way.map { runs.stays(on: $0.dropLast(), of: observer.mirror) } ?? []
        observer.update(tree)
        let failures = followChanges()
        guard let main = tree.mainID else {
            visits.leaveAll(names)
            return failures
        }
        if let last = visits.last, last.path == main, tree.vehicleOffset < last.offset {
            return failures
        }
        if wasQuiet, isQuiet(on: tree) {
            visits.move(to: tree.vehicleOffset, on: main)
        } else {
            report(driven, then: (wasQuiet ? drivenWay(in: tree) : way)?.last, in: tree, on: main)
        }
        return failures
    }

    /// Whether the vehicle is in no object, and met none on its previous path. Most updates are quiet and allocate no
    /// memory.
    private func isQuiet(on tree: PathTree) -> Bool {
        guard visits.inside.isEmpty, let last = visits.last, last.path == tree.mainID else {
            return false
        }
        return !runs.hasObjects(on: last.path, from: last.offset, to: tree.vehicleOffset)
    }

    private func drivenWay(in tree: PathTree) -> [WayPart]? {
        tree.mainID.flatMap { visits.drivenWay(to: $0, in: observer.mirror) }
    }

    /// Reports the objects on the driven paths, then on the last part of the route. Without a route it reports the objects
    /// around the vehicle.
    private mutating func report(
        _ driven: [ObjectStay], then part: WayPart?, in tree: PathTree, on main: PathID
    ) {
        var stays: [ObjectStay] = []
        var distance = 0.0
        if let part {
            stays = driven
            runs.merge(runs.stays(on: [part], of: observer.mirror), into: &stays)
            distance = (part.start + tree.vehicleOffset).value
        } else {
            let around = WayPart(
                path: main, from: tree.vehicleOffset, to: Metres(.infinity),
                start: .zero - tree.vehicleOffset)
            stays = runs.stays(on: [around], of: observer.mirror)
        }
        visits.report(stays, upTo: distance, names)
        visits.move(to: tree.vehicleOffset, on: main)
    }

    /// Follows the changes of the tree. Returns the errors of the map.
    private mutating func followChanges() -> [MapError] {
        var failures: [MapError] = []
        for event in observer.events {
            switch event {
            case .treeReset:
                runs.removeAll()
                visits.forgetPlace()
                mayForget = true
            case .pathRemoved(let id):
                runs.remove(id)
                mayForget = true
            case .linkAdded(let path, let link):
                runs.append(host.stretches(on: link.link), to: path, at: link.start)
                do throws(MapError) { try appendMapObjects(to: path, link) } catch {
                    failures.append(error)
                }
            case .linkRemoved(let path, _):
                guard runs.hasObjects(on: path),
                    let start = observer.mirror.path(path)?.links.first?.start
                else { continue }
                runs.removeRuns(of: path, before: start)
                mayForget = true
            case .pathAdded, .childDetached, .pathChanged, .linkChanged: break
            }
        }
        return failures
    }

    // MARK: Objects of the map

    /// Adds the map's objects on the next link of a path.
    private mutating func appendMapObjects(
        to path: PathID, _ link: TreeMirror.Link
    ) throws(MapError) {
        guard !ofMap.kinds.isEmpty else { return }
        let record = try matcher.map.link(link.link.link)
        try ofMap.read(link.link, record, from: matcher.map)
        runs.closeMapRuns(of: path, at: link.start) { [ofMap] in ofMap.goesOn($0) }
        for index in ofMap.stretches.indices {
            let stretch = ofMap.stretches[index]
            let before =
                stretch.from == .zero && stretch.object == nil
                ? number(of: stretch.kind, leadingTo: path, at: link.start) : nil
            let number: Int
            if let before {
                number = before
            } else {
                number = try ofMap.number(stretch, on: link.link, record, of: matcher.map)
            }
            runs.append(
                run(along: stretch, number, on: path, link, goesOn: before != nil), to: path,
                goesOn: before != nil)
        }
    }

    /// The number of a tunnel or bridge on the road by which a path comes to a link.
    private func number(
        of kind: MapObject.Kind, leadingTo path: PathID, at start: Centimetres
    ) -> Int? {
        func last(on path: PathID, _ offset: Centimetres) -> Int? {
            runs.mapObject(on: path, reaching: offset) { ofMap[$0]?.kind == kind }
        }
        if start > .zero { return last(on: path, start) }
        return observer.mirror.path(path)?.branch.flatMap { last(on: $0.parent, $0.offset) }
    }

    private func run(
        along stretch: MapStretch, _ number: Int, on path: PathID, _ link: TreeMirror.Link,
        goesOn: Bool
    ) -> ObjectRun {
        // If a tree begins in a tunnel, the start of the tunnel is unknown.
        let isRoot = link.start == .zero && observer.mirror.path(path)?.branch == nil
        return ObjectRun(
            object: number, from: link.start + stretch.from, to: link.start + stretch.to,
            isStart: stretch.object != nil || !goesOn && !(isRoot && stretch.from == .zero),
            // A tunnel or bridge up to the end of the link may continue on the next link.
            isEnd: stretch.object != nil || stretch.to < link.length)
    }
}
