import ADASISv2
import Horizon
import Quantities
import RoadMap

// What roads are like may change while clients hold them: a limit begins at its hour, another route is
// driven. What is other then is told anew, and nothing else, under the indexes that there are. Only where
// something new would have to be said between places that clients know already, near no longer comes
// before far: that path is given up, and told as another one (reference §8, order; confidence D).
extension HorizonProvider {
    /// Brings SEGMENTs and step profiles of all paths to what holds now, where that may be something else.
    /// Paths whose map cannot be read follow with a later update, the others do not wait for them.
    mutating func retellRoads(of tree: PathTree) throws(MapError) {
        guard hasOtherRoads else { return }
        var problem: MapError?
        var index = 0
        while index < paths.count {
            var isTold = true
            if let path = tree.path(paths[index].id) {
                do { isTold = try retellRoads(of: path, index) } catch {
                    problem = problem ?? error
                }
            }
            if isTold { index += 1 } else { release(from: index, in: tree) }
        }
        hasOtherRoads = problem != nil
        if let problem { throw problem }
    }

    /// Whether that could be said of a path in order. When it could not, or the map cannot be read, the
    /// path is left as it was.
    private mutating func retellRoads(
        of path: HorizonPath, _ index: Int
    ) throws(MapError) -> Bool {
        let count = paths[index].builtLinks - path.droppedLinks
        guard count > 0 else { return true }
        draft.items.removeAll(keepingCapacity: true)
        draft.lastSegment = nil
        // All that holds where the path begins is said.
        draft.lastSteps = nil
        let probability = path.branch?.probability ?? paths[index].probability
        for link in path.links[..<count] {
            try builder.buildRoad(of: link, probability: probability, into: &draft)
        }
        let vehicle = toldPlace.flatMap { $0.path == path.id ? wireMetres($0.offset) : nil }
        return paths[index].takeRoads(
            of: draft, from: wireMetres(path.links[0].start), vehicle: vehicle)
    }

    /// Gives up a path and all that leave it. Without the main path that is everything.
    private mutating func release(from index: Int, in tree: PathTree) {
        guard tree.path(paths[index].id)?.branch != nil else {
            releaseAllPaths()
            return
        }
        release(index, odometer: odometer)
        releasePaths(notIn: tree)
    }
}

extension WirePath {
    /// Takes over what a draft of the path says of its roads from a place on, and whether that could be
    /// done: nothing new may be said between the vehicle, where it is known to be on the path, and what
    /// clients know already. What was said further back stays, for it does not hold there any more.
    mutating func takeRoads(
        of draft: WirePath, from first: Int, vehicle: Int?
    ) -> Bool {
        // What is in force at the vehicle may be said at any time.
        let isOutOfOrder = draft.items.indices.contains { number in
            let item = draft.items[number]
            return isNew(number, of: draft) && vehicle.map { item.metres > $0 } ?? true
                && items.contains {
                    $0.series == item.series && $0.metres > item.metres && $0.wasSent
                }
        }
        if isOutOfOrder { return false }
        for number in draft.items.indices where isNew(number, of: draft) {
            var new = draft.items[number]
            new.message = new.message.moved(to: new.metres, of: index)
            insert(new)
        }
        for place in items.indices where items[place].series.isRoad {
            let metres = items[place].metres
            guard metres >= first || isInForce(place, at: first),
                let now = draft.lastIndex(of: items[place].series, upTo: max(metres, first))
            else { continue }
            items[place].replace(draft.items[now].message.moved(to: metres, of: index))
        }
        lastSegment = draft.lastSegment
        lastSegment?.pathIndex = index
        lastSteps = draft.lastSteps
        return true
    }

    /// Whether an item of a draft says something that the items which there are cannot be made to say:
    /// there is none at its place. The first of a series can be said by what is in force there.
    private func isNew(_ number: Int, of draft: WirePath) -> Bool {
        let item = draft.items[number]
        let held = lastIndex(of: item.series, upTo: item.metres)
        if let held, items[held].metres == item.metres { return false }
        let isFirst = !draft.items[..<number].contains { $0.series == item.series }
        return isFirst ? held == nil && !item.saysNothing : true
    }

    /// The last item of a series at or before a place.
    private func lastIndex(of series: Series, upTo metres: Int) -> Int? {
        items.lastIndex { $0.series == series && $0.metres <= metres }
    }
}

extension PathItem {
    /// Whether it is a step profile that says that nothing is known.
    fileprivate var saysNothing: Bool {
        guard let profile = series.stepProfile else { return false }
        return switch message {
        case .profileShort(let message): UInt32(message.value0.raw) == profile.unknown
        case .profileLong(let message): message.value.raw == profile.unknown
        default: false
        }
    }
}

extension Message {
    /// The same at another place of a path.
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
