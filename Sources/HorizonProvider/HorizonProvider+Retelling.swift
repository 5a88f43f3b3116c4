import ADASISv2
import Horizon
import Quantities
import RoadMap

// What roads are like may change while clients hold them: a limit begins at its hour, another route is
// driven. What is other then is told anew, and nothing else.
extension HorizonProvider {
    /// Brings SEGMENTs and step profiles of a path to what holds now. When the map cannot be read, the
    /// path is left as it was.
    mutating func retellRoads(of path: HorizonPath, _ index: Int) throws(MapError) {
        let count = paths[index].builtLinks - path.droppedLinks
        guard count > 0 else { return }
        draft.items.removeAll(keepingCapacity: true)
        draft.lastSegment = nil
        // All that holds where the path begins is said.
        draft.lastSteps = nil
        let probability = path.branch?.probability ?? paths[index].probability
        for link in path.links[..<count] {
            try builder.buildRoad(of: link, probability: probability, into: &draft)
        }
        paths[index].takeRoads(of: draft, from: wireMetres(path.links[0].start))
    }
}

extension WirePath {
    /// Takes over what a draft of the path says of its roads from a place on. What was said further
    /// back stays, for it does not hold there any more.
    fileprivate mutating func takeRoads(of draft: WirePath, from first: Int) {
        for place in items.indices
        where items[place].series.isRoad && items[place].metres >= first {
            let series = items[place].series
            let metres = items[place].metres
            guard let now = draft.lastIndex(of: series, upTo: metres) else { continue }
            items[place].replace(draft.items[now].message.moved(to: metres, of: index))
        }
        for item in draft.items {
            let held = lastIndex(of: item.series, upTo: item.metres)
            let message = item.message.moved(to: item.metres, of: index)
            if let held {
                guard
                    items[held].message.moved(to: item.metres, of: index) != message
                else { continue }
            } else if item.saysNothing {
                continue
            }
            var new = item
            new.message = message
            insert(new)
        }
        lastSegment = draft.lastSegment
        lastSegment?.pathIndex = index
        lastSteps = draft.lastSteps
    }

    /// The last item of a series at or before a place.
    private func lastIndex(of series: Series, upTo metres: Int) -> Int? {
        items.lastIndex { $0.series == series && $0.metres <= metres }
    }
}

extension PathItem {
    /// Whether it is a step profile that begins with nothing known.
    fileprivate var saysNothing: Bool {
        switch message {
        case .profileShort(let message): message.value0 == .notAvailable
        case .profileLong(let message): message.value == .notAvailable
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
