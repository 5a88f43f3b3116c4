public import Horizon
public import Quantities
public import RoadMap

/// Objects of the host on the roads of a map, and the map's own objects: where they lie in the path tree, and
/// when the vehicle enters, leaves and passes them.
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

    private let matcher: ObjectMatcher
    private var host = HostObjects()
    private var ofMap: MapObjects
    private var runs = ObjectRuns()
    private var observer = TreeObserver()
    private var visits = ObjectVisits()
    /// Whether the tree dropped a path or link in an update that objects of the map may have been on.
    private var mayForget = false

    /// No objects of the host on a map, and of its own those of some kinds.
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

    /// Removes the object of a name, and reports nothing more of it. Whether there was one.
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

    /// The object of the host of a name.
    public subscript(id: CustomObject.ID) -> CustomObject? { host[id] }

    /// An object of the map that a path of the tree comes to, or that the vehicle is in.
    public func mapObject(_ id: MapObject.ID) -> MapObject? { ofMap.object(named: id) }

    // MARK: Answers

    /// The events of the last update, in the order in which they happened.
    public var events: [ObjectEvent] { visits.events }

    /// The objects that the vehicle is in, in the order in which it entered them.
    public var entered: [CustomObject.ID] { visits.inside.compactMap { names[$0] } }

    private var names: ObjectNames { ObjectNames(host: host, map: ofMap) }

    /// Where the route along a path comes to objects: all that it has not left behind the vehicle, by
    /// distance. Without a path it is the most probable path. Empty off road, and where the tree of the
    /// last update has no such path.
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

    /// Where each path of the tree comes to the object of a name, by path.
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

    /// Follows the tree after an update of it, and reports what happened between the vehicle and the objects
    /// since the last update. A vehicle that drives back does not meet them again. Where a new tree has
    /// begun, nobody knows what the vehicle passed on its way there: of the objects that it was in and is
    /// not any more, it reports that the vehicle left them along their length.
    ///
    /// Objects that have expired at the tree's moment (``/Horizon/PathTree/moment``) are removed. Where the
    /// map cannot be read, its own objects are missing there; all else is reported as ever, and the first
    /// error of the map is thrown at the end.
    public mutating func update(_ tree: PathTree) throws(MapError) {
        // What the last update reported is known until this one.
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

    /// Forgets the objects of the map that no path comes to any more and that the vehicle is not in.
    private mutating func forgetMapObjects() {
        let (runs, inside) = (runs, visits.inside)
        ofMap.keep { inside.contains($0) || runs.refers(to: $0) }
    }

    /// Follows the tree; the problems that the map had.
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

    /// Whether the vehicle is in no object, and came to none on the path that it was on before. Most updates
    /// are quiet, and cost no memory.
    private func isQuiet(on tree: PathTree) -> Bool {
        guard visits.inside.isEmpty, let last = visits.last, last.path == tree.mainID else {
            return false
        }
        return !runs.hasObjects(on: last.path, from: last.offset, to: tree.vehicleOffset)
    }

    private func drivenWay(in tree: PathTree) -> [WayPart]? {
        tree.mainID.flatMap { visits.drivenWay(to: $0, in: observer.mirror) }
    }

    /// Reports the objects on the paths that were driven, and then on the last part of the route; without one
    /// those around the vehicle, which came from nowhere.
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

    /// Follows the changes of the tree; the problems that the map had.
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
        // Where a tree begins in a tunnel, nobody knows where that began.
        let isRoot = link.start == .zero && observer.mirror.path(path)?.branch == nil
        return ObjectRun(
            object: number, from: link.start + stretch.from, to: link.start + stretch.to,
            isStart: stretch.object != nil || !goesOn && !(isRoot && stretch.from == .zero),
            // One that reaches to the link's end may go on by the next one.
            isEnd: stretch.object != nil || stretch.to < link.length)
    }
}
