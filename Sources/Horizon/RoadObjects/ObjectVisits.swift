import Horizon
import Quantities

/// The position of the vehicle on its path, the objects that it is in, and the events of the last update.
struct ObjectVisits {
    /// The events of the last update, in the order in which they happened.
    private(set) var events: [ObjectEvent] = []
    /// The numbers of the objects that the vehicle is in, in the order in which it entered them.
    private(set) var inside: [Int] = []
    /// The farthest position of the vehicle on its path.
    private(set) var last: (path: PathID, offset: Metres)?

    /// Begins an update.
    mutating func begin() { events.removeAll(keepingCapacity: true) }

    /// Reports that an object has expired.
    mutating func expire(_ id: CustomObject.ID) { events.append(.expired(id)) }

    /// Removes objects. No further events of them are reported.
    mutating func forget(where isOver: (Int) -> Bool) { inside.removeAll(where: isOver) }

    /// Removes the position of the vehicle: a new tree begins.
    mutating func forgetPlace() { last = nil }

    /// Notes the position of the vehicle.
    mutating func move(to offset: Metres, on path: PathID) { last = (path, offset) }

    /// Reports that the vehicle has left all objects: it is on no road.
    mutating func leaveAll(_ names: ObjectNames) {
        for number in inside {
            guard let id = names[number] else { continue }
            events.append(.exited(id, atEnd: false))
        }
        inside.removeAll()
        last = nil
    }

    /// The route from the previous position of the vehicle to its current path, over the paths of a mirror; `nil` if
    /// unknown. Distances count from the previous position.
    func drivenWay(to main: PathID, in mirror: TreeMirror) -> [WayPart]? {
        guard let last, mirror.path(main) != nil else { return nil }
        var parts: [WayPart] = []
        var path = main
        var end: Metres? = nil
        while path != last.path {
            guard let branch = mirror.path(path)?.branch else { return nil }
            parts.append(
                WayPart(path: path, from: .zero, to: end ?? Metres(.infinity), start: .zero))
            end = branch.offset.metres
            path = branch.parent
        }
        parts.append(
            WayPart(path: path, from: last.offset, to: end ?? Metres(.infinity), start: .zero))
        var start = Metres.zero
        var way: [WayPart] = []
        for part in parts.reversed() {
            way.append(
                WayPart(path: part.path, from: part.from, to: part.to, start: start - part.from))
            start += part.to - part.from
        }
        return way
    }

    /// Reports the objects on a route from 0 to a distance, 0 not included.
    mutating func report(_ stays: [ObjectStay], upTo distance: Double, _ names: ObjectNames) {
        var reports: [(at: Double, order: Int, event: ObjectEvent)] = []
        var isIn: [Int] = []
        for stay in stays where stay.from <= distance {
            guard let id = names[stay.object] else { continue }
            let wasIn = inside.contains(stay.object)
            if stay.from == stay.to, stay.isStart, stay.isEnd {
                if stay.from > 0 { reports.append((stay.from, 1, .passed(id))) }
                continue
            }
            let isLeft = stay.to <= distance && !stay.isOpen
            if stay.to <= 0, !wasIn { continue }
            if !wasIn {
                let atStart = stay.isStart && stay.from >= 0
                reports.append((max(stay.from, 0), 2, .entered(id, atStart: atStart)))
            }
            if isLeft {
                reports.append((max(stay.to, 0), 0, .exited(id, atEnd: stay.isEnd)))
                isIn.removeAll { $0 == stay.object }
                inside.removeAll { $0 == stay.object }
            } else {
                isIn.append(stay.object)
            }
        }
        for number in inside where !isIn.contains(number) {
            guard let id = names[number] else { continue }
            reports.append((distance, 0, .exited(id, atEnd: false)))
        }
        inside = inside.filter { isIn.contains($0) } + isIn.filter { !inside.contains($0) }
        reports.sort { ($0.at, $0.order) < ($1.at, $1.order) }
        events += reports.map(\.event)
    }
}
