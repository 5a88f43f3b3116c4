import Horizon
import Quantities
import RoadMap

// The map's own objects: they are looked for where a path goes on by a link.
extension RoadObjects {
    /// An object of the map that a path of the tree comes to, or the vehicle is in.
    public func mapObject(_ id: MapObject.ID) -> MapObject? { ofMap.object(named: id) }

    /// The name of an object.
    func name(of number: Int) -> CustomObject.ID? {
        number < 0 ? ofMap[number]?.id : placed[number]?.object.id
    }

    /// Adds what the map knows on a link that a path goes on by.
    mutating func appendMapObjects(
        to path: PathID, _ link: TreeMirror.Link
    ) throws(MapError) {
        guard !ofMap.kinds.isEmpty else { return }
        let map = matcher.map
        let record = try map.link(link.link.link)
        try ofMap.read(link.link, record, from: map)
        endStretches(of: path, at: link.start)
        guard !ofMap.stretches.isEmpty else { return }
        for index in ofMap.stretches.indices {
            let stretch = ofMap.stretches[index]
            let goesOn =
                stretch.from == .zero && stretch.object == nil
                ? number(of: stretch.kind, leadingTo: path, at: link.start) : nil
            let known = goesOn ?? ofMap.number(stretch, on: link.link)
            let number: Int
            if let known {
                number = known
            } else {
                number = ofMap.add(try object(stretch, on: link.link, record))
            }
            append(stretch, number, to: path, link, goesOn: goesOn != nil)
        }
    }

    private mutating func append(
        _ stretch: MapStretch, _ number: Int, to path: PathID, _ link: TreeMirror.Link,
        goesOn: Bool
    ) {
        let (from, to) = (link.start + stretch.from, link.start + stretch.to)
        // One that reaches to the link's end may go on by the next one.
        let isEnd = stretch.object != nil || stretch.to < link.length
        var list = runs[path] ?? []
        if goesOn, let last = list.lastIndex(where: { $0.object == number && $0.to == from }) {
            list[last].to = to
            list[last].isEnd = isEnd
        } else {
            // Where a tree begins in a tunnel nobody knows where that began.
            let isRoot = link.start == .zero && observer.mirror.path(path)?.branch == nil
            let isStart = stretch.object != nil || !goesOn && !(isRoot && stretch.from == .zero)
            list.append(
                ObjectRun(object: number, from: from, to: to, isStart: isStart, isEnd: isEnd))
        }
        runs[path] = list
    }

    /// A tunnel that reached to where a path goes on by a link ends there, if it does not go on.
    private mutating func endStretches(of path: PathID, at start: Centimetres) {
        guard let list = runs[path] else { return }
        for index in list.indices
        where list[index].object < 0 && !list[index].isEnd && list[index].to == start {
            let kind = ofMap[list[index].object]?.kind
            let goesOn = ofMap.stretches.contains { $0.kind == kind && $0.from == .zero }
            if !goesOn { runs[path]?[index].isEnd = true }
        }
    }

    /// The number of a tunnel or bridge on the road by which a path comes to a link.
    private func number(
        of kind: MapObject.Kind, leadingTo path: PathID, at start: Centimetres
    ) -> Int? {
        func last(on path: PathID, _ at: Centimetres) -> Int? {
            runs[path]?.last {
                $0.from < at && $0.to >= at && $0.object < 0 && ofMap[$0.object]?.kind == kind
            }?.object
        }
        if start > .zero { return last(on: path, start) }
        return observer.mirror.path(path)?.branch.flatMap { last(on: $0.parent, $0.offset) }
    }

    private func object(
        _ stretch: MapStretch, on link: DirectedLink, _ record: Link
    ) throws(MapError) -> MapObject {
        let stable = try matcher.map.stableID(of: record)
        let direction = link.direction == .forward ? "forward" : "backward"
        // At one node there may be two of a kind that differ in what the map says of them.
        let more = stretch.object.map { $0.attributeValue >> 8 } ?? 0
        let id =
            "\(stretch.kind) \(stable.way):\(stable.startNode)-\(stable.endNode)"
            + " \(direction) \(stretch.from.value)" + (more > 0 ? " \(more)" : "")
        return MapObject(
            id: id, kind: stretch.kind, object: stretch.object, link: link, offset: stretch.from)
    }

    /// Forgets what no path comes to any more and the vehicle is not in.
    mutating func forgetMapObjects() {
        guard !ofMap.met.isEmpty else { return }
        let (runs, inside) = (runs, inside)
        ofMap.keep { number in
            inside.contains(number)
                || runs.values.contains { $0.contains { $0.object == number } }
        }
    }
}
