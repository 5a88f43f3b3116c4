import Horizon
import Quantities
import RoadMap

/// The parts of the tree's paths that lie along objects.
struct ObjectRuns {
    /// Of each path of the tree, by place.
    private var byPath: [PathID: [ObjectRun]] = [:]

    /// The runs of a path.
    subscript(path: PathID) -> [ObjectRun] { byPath[path] ?? [] }

    /// Whether a part of a path lies along an object.
    func hasObjects(on path: PathID) -> Bool { byPath[path]?.isEmpty == false }

    /// Whether a path goes along an object between two offsets, both included.
    func hasObjects(on path: PathID, from start: Metres, to end: Metres) -> Bool {
        guard let runs = byPath[path] else { return false }
        return runs.contains { $0.from.metres <= end && $0.to.metres >= start }
    }

    /// Whether a path goes along the object of a number.
    func refers(to number: Int) -> Bool {
        byPath.values.contains { $0.contains { $0.object == number } }
    }

    // MARK: Changes of the tree

    mutating func removeAll() { byPath.removeAll(keepingCapacity: true) }

    mutating func remove(_ path: PathID) { byPath[path] = nil }

    /// Removes the runs that end before the first link of a path. A run that the vehicle is still on is
    /// kept whole: it shows where the vehicle entered it.
    mutating func removeRuns(of path: PathID, before start: Centimetres) {
        byPath[path]?.removeAll { $0.to < start }
    }

    /// Adds the host's objects on the next link of a path.
    mutating func append(
        _ stretches: [(object: Int, stretch: ObjectStretch)], to path: PathID,
        at start: Centimetres
    ) {
        guard !stretches.isEmpty else { return }
        var list = byPath.removeValue(forKey: path) ?? []
        for (object, stretch) in stretches {
            let goesOn =
                stretch.isStart
                ? nil
                : list.lastIndex {
                    $0.object == object && !$0.isEnd && $0.to == start + stretch.from
                }
            if let goesOn {
                list[goesOn].extend(to: start + stretch.to, isEnd: stretch.isEnd)
            } else {
                list.append(ObjectRun(stretch, of: object, at: start))
            }
        }
        byPath[path] = list
    }

    /// Adds an object of the map to a path.
    mutating func append(_ run: ObjectRun, to path: PathID, goesOn: Bool) {
        var list = byPath.removeValue(forKey: path) ?? []
        if goesOn,
            let last = list.lastIndex(where: { $0.object == run.object && $0.to == run.from })
        {
            list[last].extend(to: run.to, isEnd: run.isEnd)
        } else {
            list.append(run)
        }
        byPath[path] = list
    }

    /// Ends the tunnels and bridges of the map that reach an offset of a path and do not continue there.
    mutating func closeMapRuns(
        of path: PathID, at offset: Centimetres, unless goesOn: (Int) -> Bool
    ) {
        guard let list = byPath[path] else { return }
        for index in list.indices
        where list[index].object < 0 && !list[index].isEnd && list[index].to == offset {
            if !goesOn(list[index].object) { byPath[path]?[index].close() }
        }
    }

    /// The number of the last object of the map on a path that reaches to an offset.
    func mapObject(
        on path: PathID, reaching offset: Centimetres, where isWanted: (Int) -> Bool
    ) -> Int? {
        byPath[path]?.last {
            $0.from < offset && $0.to >= offset && $0.object < 0 && isWanted($0.object)
        }?.object
    }

    // MARK: Changes of the objects

    /// Removes the runs of the objects that are over.
    mutating func removeObjects(where isOver: (Int) -> Bool) {
        for path in Array(byPath.keys) { byPath[path]?.removeAll { isOver($0.object) } }
    }

    // MARK: Routes

    /// The entries and exits of objects along a route, by distance, on a mirror of the tree.
    func stays(on way: some Collection<WayPart>, of mirror: TreeMirror) -> [ObjectStay] {
        var found: [ObjectStay] = []
        for part in way { merge(stays(on: part, of: mirror), into: &found) }
        return found
    }

    private func stays(on part: WayPart, of mirror: TreeMirror) -> [ObjectStay] {
        var stays: [ObjectStay] = []
        for run in byPath[part.path] ?? [] {
            let (from, to) = (run.from.metres, run.to.metres)
            guard to >= part.from, from <= part.to else { continue }
            let leaves = to > part.to
            // An object that begins where the route turns off lies on the path that it leaves.
            if leaves, from == part.to, from < to { continue }
            stays.append(
                ObjectStay(
                    object: run.object, path: part.path, offset: run.from,
                    from: (part.start + from).value,
                    to: (part.start + min(to, part.to)).value, isStart: run.isStart,
                    isEnd: run.isEnd && !leaves, rest: run.rest.map { $0.metres.value },
                    isOpen: !leaves && isOpen(run, on: part.path, of: mirror)))
        }
        return stays
    }

    /// Whether the continuation of a path inside an object is still unknown.
    private func isOpen(_ run: ObjectRun, on path: PathID, of mirror: TreeMirror) -> Bool {
        guard !run.isEnd, let path = mirror.path(path), let last = path.links.last else {
            return false
        }
        return run.to == last.start + last.length && path.status.end == .open
    }

    /// Adds the stays on the next path of a route: an object that continues from the path before is one stay.
    /// An object that ends at a branch point of one path may continue on the road that branches off.
    func merge(_ stays: [ObjectStay], into found: inout [ObjectStay]) {
        for stay in stays {
            let goesOn =
                stay.isStart
                ? nil
                : found.lastIndex {
                    // A tunnel of the map that ends on the path may continue on the route.
                    $0.object == stay.object && (!$0.isEnd || stay.object < 0)
                        && abs($0.to - stay.from) < 0.001
                }
            if let goesOn {
                found[goesOn].extend(by: stay)
            } else {
                found.append(stay)
            }
        }
        found.sort { ($0.from, $0.object) < ($1.from, $1.object) }
    }
}
