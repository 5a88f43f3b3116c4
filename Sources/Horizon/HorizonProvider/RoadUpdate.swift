import ADASISv2
import Horizon
import Quantities
import RoadMap

/// Updates transmitted roads whose values have changed: for example, a limit begins, or the route
/// is another one.
///
/// It sends only the values that differ, under the existing indexes. A new value may lie between
/// places that clients know already. Sending it would break the order, the nearest message first.
/// Then the provider drops the path and sends it as another one (reference §8, order; confidence
/// D).
struct RoadUpdate {
    /// Whether transmitted values may have changed.
    private(set) var isPending = false
    /// Memory for the current values.
    private(set) var draft = WirePath(id: .none, index: .unknown)

    /// Transmitted values may have changed.
    mutating func request() { isPending = true }

    /// The result of an update.
    struct Outcome {
        /// Whether the provider dropped the main path, and with it all paths.
        var lostMain = false
        /// The reason why the map of a path could not be read.
        var failure: MapError?
    }

    /// Updates SEGMENTs and step profiles of all paths to the current values. A path whose map
    /// cannot be read follows with a later update; the others do not wait for it.
    mutating func apply(
        to wire: inout WireTree, of tree: borrowing PathTree, _ builder: inout ItemBuilder,
        reported: PositionSchedule.ReportedPlace?
    ) -> Outcome {
        var outcome = Outcome()
        guard isPending else { return outcome }
        var index = 0
        while index < wire.paths.count {
            var isInOrder = true
            if let path = tree.path(wire.paths[index].id) {
                do {
                    isInOrder = try update(path, index, of: &wire, &builder, reported: reported)
                } catch {
                    if outcome.failure == nil { outcome.failure = error }
                }
            }
            if isInOrder {
                index += 1
            } else if release(index, of: &wire, in: tree) {
                outcome.lostMain = true
            }
        }
        isPending = outcome.failure != nil
        return outcome
    }

    /// Whether the values could be sent in order. If not, or if the map cannot be read, the path
    /// stays as it was.
    private mutating func update(
        _ path: HorizonPath, _ index: Int, of wire: inout WireTree, _ builder: inout ItemBuilder,
        reported: PositionSchedule.ReportedPlace?
    ) throws(MapError) -> Bool {
        let count = wire.paths[index].building.builtLinks - path.droppedLinks
        guard count > 0 else { return true }
        draft.removeItems()
        draft.building.lastSegment = nil
        // This builds all values that hold at the start of the path.
        draft.building.lastSteps = nil
        let probability = path.branch?.probability ?? wire.paths[index].probability
        for link in path.links[..<count] {
            try builder.buildRoad(of: link, probability: probability, into: &draft)
        }
        let vehicle = reported.flatMap { $0.path == path.id ? wireMetres($0.offset) : nil }
        return wire.change(index) {
            $0.takeRoads(of: draft, from: wireMetres(path.links[0].start), vehicle: vehicle)
        }
    }

    /// Drops a path and all paths that leave it. Returns whether it is the main path, which drops
    /// all paths.
    private func release(
        _ index: Int, of wire: inout WireTree, in tree: borrowing PathTree
    ) -> Bool {
        guard tree.path(wire.paths[index].id)?.branch != nil else {
            wire.releaseAll()
            return true
        }
        wire.release(index, progress: wire.progress)
        wire.releasePaths(notIn: tree)
        return false
    }
}

extension WirePath {
    /// Copies the values of a draft of the path from a place on. Returns whether that was possible.
    /// If the vehicle is known to be on the path, no new item may lie between the vehicle and the
    /// places that clients know. Items farther back stay: they are not in force there any more.
    mutating func takeRoads(of draft: WirePath, from first: Int, vehicle: Int?) -> Bool {
        let farthestSent = items.farthestSent
        var new = NewRoadItems()
        for number in draft.items.indices where new.contains(number, of: draft.items, on: items) {
            // A value in force at the vehicle may be sent at any time.
            let metres = draft.items.metres(number)
            guard vehicle.map({ metres > $0 }) ?? true else { continue }
            if metres < farthestSent[Int(draft.items.series(number).number)] { return false }
        }
        new = NewRoadItems()
        for number in draft.items.indices where new.contains(number, of: draft.items, on: items) {
            // The code below sets its path.
            add(draft.items[number])
        }
        settleItems()
        var atFirst = LastItems()
        atFirst.pass(upTo: first, of: items)
        var current = LastItems()
        for place in items.indices where items.series(place).isRoad {
            let metres = items.metres(place)
            guard metres >= first || atFirst.isInForce(place, of: items) else { continue }
            current.pass(upTo: max(metres, first), of: draft.items)
            guard let now = current[items.series(place)] else { continue }
            replace(place, with: draft.items[now].message.moved(to: metres, of: index))
        }
        var segment = draft.building.lastSegment
        segment?.pathIndex = index
        building.lastSegment = segment
        building.lastSteps = draft.building.lastSteps
        return true
    }
}

/// The values of a draft that have no item at their places. The item in force there can replace the
/// first one of a series.
private struct NewRoadItems {
    private var held = LastItems()
    /// The series of the values before, a bit each.
    private var found: UInt64 = 0

    /// Whether a value is one of them. It is called for one after the other.
    mutating func contains(_ number: Int, of draft: PathItems, on items: PathItems) -> Bool {
        let (series, metres) = (draft.series(number), draft.metres(number))
        held.pass(upTo: metres, of: items)
        let isFirst = found & 1 << UInt64(series.number) == 0
        found |= 1 << UInt64(series.number)
        guard let last = held[series] else { return !isFirst || !draft[number].isUnknown }
        return !isFirst && items.metres(last) != metres
    }
}

extension PathItem {
    /// Whether it is a step profile whose value is unknown.
    fileprivate var isUnknown: Bool {
        guard let profile = series.stepProfile else { return false }
        return switch message {
        case .profileShort(let message): UInt32(message.value0.raw) == profile.unknown
        case .profileLong(let message): message.value.raw == profile.unknown
        default: false
        }
    }
}

extension Message {
    /// A copy at another place of a path.
    fileprivate func moved(to metres: Int, of path: PathIndex) -> Message {
        let offset = OffsetCode(metresFromPathStart: metres)
        switch self {
        case .segment(var message):
            message.offset = offset
            message.pathIndex = path
            return .segment(message)
        case .profileShort(var message):
            message.offset = offset
            message.pathIndex = path
            return .profileShort(message)
        case .profileLong(var message):
            message.offset = offset
            message.pathIndex = path
            return .profileLong(message)
        default: return self
        }
    }
}
