public import Horizon
import Quantities
public import RoadMap

extension RoadObjects {
    /// Follows the tree after an update of it, and tells what happened between the vehicle and the objects
    /// since the one before. A vehicle that goes back does not meet them again. Where a new tree was
    /// begun, nobody knows what was passed on the way there: of the objects that the vehicle was in and is
    /// not any more it tells that it left them along them.
    ///
    /// Objects whose time is over at the tree's moment (``/Horizon/PathTree/moment``) are removed. Where the
    /// map cannot be read its own objects are left out there; all else is told as ever.
    public mutating func update(_ tree: PathTree) throws(MapError) {
        // What the last update told of is known until this one.
        if mayForget { forgetMapObjects() }
        mayForget = false
        if let problem = followTree(tree) { throw problem }
    }

    /// Does so; the problem that the map had.
    private mutating func followTree(_ tree: PathTree) -> MapError? {
        var problem: MapError?
        events.removeAll(keepingCapacity: true)
        if let moment = tree.moment {
            for id in removeExpired(at: moment) { events.append(.expired(id)) }
        }
        let wasQuiet = isQuiet(on: tree)
        // The paths that were left on the way are gone once the changes are followed.
        var way = wasQuiet ? nil : drivenWay(in: tree)
        var driven = way.map { stays(on: $0.dropLast()) } ?? []
        observer.update(tree)
        for event in observer.events {
            do throws(MapError) { try follow(event) } catch { problem = problem ?? error }
        }
        guard let main = tree.mainPath else {
            leaveAll()
            last = nil
            return problem
        }
        if let last, last.path == main.id, tree.vehicleOffset < last.offset { return problem }
        if wasQuiet {
            if isQuiet(on: tree) {
                last?.offset = tree.vehicleOffset
                return problem
            }
            way = drivenWay(in: tree)
        }
        guard let way, let part = way.last else {
            begin(on: tree)
            return problem
        }
        merge(stays(on: [part]), into: &driven)
        tell(driven, upTo: (part.start + tree.vehicleOffset).value)
        last = (main.id, tree.vehicleOffset)
        return problem
    }

    /// Whether the vehicle is in no object, and came to none on the path that it was on before: what most
    /// updates are, without memory being asked for.
    private func isQuiet(on tree: PathTree) -> Bool {
        guard inside.isEmpty, let last, last.path == tree.paths.first?.id else { return false }
        guard let runs = runs[last.path] else { return true }
        return !runs.contains {
            $0.from.metres <= tree.vehicleOffset && $0.to.metres >= last.offset
        }
    }

    private mutating func follow(_ event: TreeEvent) throws(MapError) {
        switch event {
        case .treeReset:
            runs.removeAll(keepingCapacity: true)
            last = nil
            mayForget = true
        case .pathRemoved(let id):
            runs[id] = nil
            mayForget = true
        case .linkAdded(let path, let link):
            append(to: path, link.link, at: link.start)
            try appendMapObjects(to: path, link)
        case .linkRemoved(let path, _):
            guard runs[path]?.isEmpty == false,
                let start = observer.mirror.path(path)?.links.first?.start
            else { return }
            // One that goes on under the vehicle is kept whole: it says where it was entered.
            runs[path]?.removeAll { $0.to < start }
            mayForget = true
        case .pathAdded, .childDetached, .pathChanged, .linkChanged: break
        }
    }

    /// Adds what lies on a link that a path goes on by.
    mutating func append(
        to path: PathID, _ link: DirectedLink, at start: Centimetres, only: Int? = nil
    ) {
        guard let found = onLink[link] else { return }
        var list = runs[path] ?? []
        for (object, stretch) in found where only.map({ $0 == object }) ?? true {
            let goesOn =
                stretch.isStart
                ? nil
                : list.lastIndex {
                    $0.object == object && !$0.isEnd && $0.to == start + stretch.from
                }
            if let goesOn {
                list[goesOn].to = start + stretch.to
                list[goesOn].isEnd = stretch.isEnd
            } else {
                list.append(ObjectRun(stretch, of: object, at: start))
            }
        }
        runs[path] = list
    }

    /// The way from where the vehicle was to where it is now, over the paths as they were; `nil` where
    /// none is known.
    private func drivenWay(in tree: PathTree) -> [WayPart]? {
        guard let last, let main = tree.mainPath?.id, observer.mirror.path(main) != nil else {
            return nil
        }
        var parts: [WayPart] = []
        var path = main
        var end: Metres? = nil
        while path != last.path {
            guard let branch = observer.mirror.path(path)?.branch else { return nil }
            parts.append(
                WayPart(path: path, from: .zero, to: end ?? Metres(.infinity), start: .zero))
            end = branch.offset.metres
            path = branch.parent
        }
        parts.append(
            WayPart(path: path, from: last.offset, to: end ?? Metres(.infinity), start: .zero))
        // Distances count from where the vehicle was.
        var start = Metres.zero
        var way: [WayPart] = []
        for part in parts.reversed() {
            way.append(
                WayPart(path: part.path, from: part.from, to: part.to, start: start - part.from))
            start += part.to - part.from
        }
        return way
    }

    /// Where a way comes to objects and leaves them, by distance.
    func stays(on way: some Collection<WayPart>) -> [ObjectStay] {
        var found: [ObjectStay] = []
        for part in way {
            var stays: [ObjectStay] = []
            for run in runs[part.path] ?? [] {
                let (from, to) = (run.from.metres, run.to.metres)
                guard to >= part.from, from <= part.to else { continue }
                let leaves = to > part.to
                // What begins where the way turns off lies on the path that it leaves.
                if leaves, from == part.to, from < to { continue }
                stays.append(
                    ObjectStay(
                        object: run.object, path: part.path, offset: run.from,
                        from: (part.start + from).value,
                        to: (part.start + min(to, part.to)).value, isStart: run.isStart,
                        isEnd: run.isEnd && !leaves, rest: run.rest.map { $0.metres.value },
                        isOpen: !leaves && isOpen(run, on: part.path)))
            }
            merge(stays, into: &found)
        }
        return found
    }

    /// Whether nobody knows yet how a path goes on within an object.
    private func isOpen(_ run: ObjectRun, on path: PathID) -> Bool {
        guard !run.isEnd, let path = observer.mirror.path(path), let last = path.links.last else {
            return false
        }
        return run.to == last.start + last.length && path.status.end == .open
    }

    /// Adds what lies on the next path of a way: an object that goes on from the one before is one stay.
    /// One of the map goes on by a road that leaves a path on which it ends there.
    private func merge(_ stays: [ObjectStay], into found: inout [ObjectStay]) {
        for stay in stays {
            let goesOn =
                stay.isStart
                ? nil
                : found.lastIndex {
                    // A tunnel of the map that ends on the path may go on where the way turns off it.
                    $0.object == stay.object && (!$0.isEnd || stay.object < 0)
                        && abs($0.to - stay.from) < 0.001
                }
            if let goesOn {
                found[goesOn].to = stay.to
                found[goesOn].isEnd = stay.isEnd
                found[goesOn].isOpen = stay.isOpen
            } else {
                found.append(stay)
            }
        }
        found.sort { ($0.from, $0.object) < ($1.from, $1.object) }
    }

    /// Tells of the objects on the way from 0 to a distance, 0 not included.
    private mutating func tell(_ stays: [ObjectStay], upTo distance: Double) {
        var told: [(at: Double, order: Int, event: ObjectEvent)] = []
        var isIn: [Int] = []
        for stay in stays where stay.from <= distance {
            guard let id = name(of: stay.object) else { continue }
            let wasIn = inside.contains(stay.object)
            if stay.from == stay.to, stay.isStart, stay.isEnd {
                if stay.from > 0 { told.append((stay.from, 1, .passed(id))) }
                continue
            }
            let isLeft = stay.to <= distance && !stay.isOpen
            if stay.to <= 0, !wasIn { continue }
            if !wasIn {
                told.append(
                    (
                        max(stay.from, 0), 2,
                        .entered(id, atStart: stay.isStart && stay.from >= 0)
                    ))
            }
            if isLeft {
                told.append((max(stay.to, 0), 0, .exited(id, atEnd: stay.isEnd)))
                isIn.removeAll { $0 == stay.object }
                inside.removeAll { $0 == stay.object }
            } else {
                isIn.append(stay.object)
            }
        }
        for number in inside where !isIn.contains(number) {
            guard let id = name(of: number) else { continue }
            told.append((distance, 0, .exited(id, atEnd: false)))
        }
        inside = inside.filter { isIn.contains($0) } + isIn.filter { !inside.contains($0) }
        told.sort { ($0.at, $0.order) < ($1.at, $1.order) }
        events += told.map(\.event)
    }

    /// Tells of the objects around a vehicle that has come from nowhere.
    private mutating func begin(on tree: PathTree) {
        guard let main = tree.mainPath else { return }
        last = (main.id, tree.vehicleOffset)
        let part = WayPart(
            path: main.id, from: tree.vehicleOffset, to: Metres(.infinity),
            start: .zero - tree.vehicleOffset)
        tell(stays(on: [part]), upTo: 0)
    }

    private mutating func leaveAll() {
        for number in inside {
            guard let id = name(of: number) else { continue }
            events.append(.exited(id, atEnd: false))
        }
        inside.removeAll()
    }
}
