public import Quantities
public import RoadMap
public import Routing

// The vehicle between fixes: it moves along the paths by a distance.
extension PathTree {
    /// Where in the tree a place lies: on the main path, or else on the side path that is nearest by
    /// way of the tree; `nil` where it is on none.
    public func locate(_ place: LinkPlace) -> (path: PathID, offset: Metres)? {
        if let main = paths.first, let offset = offsetOnMainPath(of: place) {
            return (main.id, offset)
        }
        return placeOnSidePath(of: place).map { (paths[$0.index].id, $0.offset) }
    }

    /// Where a place lies from the vehicle by way of the tree: on the main path, or else on the side
    /// path that is nearest; `nil` where it is on none. Behind the vehicle it is negative. A main path
    /// that comes round to a place that a side path leads to at once is no way there: distances that
    /// are no `candidate` do not count.
    public func way(
        to place: LinkPlace, where candidate: (Metres) -> Bool = { _ in true }
    ) -> (path: PathID, distance: Metres)? {
        if let main = paths.first, let offset = offsetOnMainPath(of: place),
            candidate(offset - vehicleOffset)
        {
            return (main.id, offset - vehicleOffset)
        }
        guard let (index, offset) = placeOnSidePath(of: place) else { return nil }
        let distance = paths[index].startDistance.metres + offset
        return candidate(distance) ? (paths[index].id, distance) : nil
    }

    /// The place on the main path that is nearest to where the vehicle was: a path may meet a link
    /// that it still keeps behind it.
    func offsetOnMainPath(of place: LinkPlace) -> Metres? {
        guard let main = paths.first else { return nil }
        var best: Metres?
        for link in main.links where link.link == place.link {
            let offset = link.start.metres + place.offset
            if let known = best,
                abs((known - vehicleOffset).value) <= abs((offset - vehicleOffset).value)
            {
                continue
            }
            best = offset
        }
        return best
    }

    /// The place on a side path that is nearest to the vehicle.
    func placeOnSidePath(of place: LinkPlace) -> (index: Int, offset: Metres)? {
        var best: (index: Int, offset: Metres, distance: Double)?
        for index in paths.indices.dropFirst() {
            for link in paths[index].links where link.link == place.link {
                let offset = link.start.metres + place.offset
                let distance = abs((paths[index].startDistance.metres + offset).value)
                if best.map({ distance < $0.distance }) ?? true {
                    best = (index, offset, distance)
                }
            }
        }
        return best.map { ($0.index, $0.offset) }
    }

    /// Moves the vehicle by a distance, which is negative backwards: along the main path, and where the
    /// course turns off it into the side path. With a path it moves along that one, the main path or a
    /// side path, of which it then is at the start at least. It stays at the end of a path that does not
    /// go on.
    ///
    /// Turns that are forbidden at times count as in ``advance(to:longestMove:at:)``.
    ///
    /// - Returns: What that did, the probability that a vehicle takes the exits that were passed, and
    ///   how far the path ends before the vehicle is there.
    @discardableResult
    public mutating func move(
        by distance: Metres, along id: PathID? = nil, at moment: Int64? = nil
    ) throws(MapError)
        -> (change: Change, probability: Double, rest: Metres)
    {
        guard !paths.isEmpty else { return (.moved, 1, .zero) }
        turns.moment = moment
        var change = Change.moved
        var probability = 1.0
        var target = vehicleOffset + distance
        var passed = vehicleOffset
        if let id, let index = index(of: id), index > 0 {
            target = max(distance - paths[index].startDistance.metres, .zero)
            promote(index)
            passed = target
            change = .turnedOff
        }
        let start = odometer
        odometer += max(distance, .zero)
        while id == nil, let departure = paths[0].departure?.metres, target > departure,
            passed <= departure,
            let index = paths.firstIndex(where: {
                $0.branch?.parent == paths[0].id && $0.branch?.offset.metres == departure
                    && $0.level == 0
            })
        {
            // The exit that goes straight on there is the one that was not taken.
            for link in paths[0].links
            where link.start.metres > passed && link.start.metres < departure {
                probability *= link.probability
            }
            probability *= paths[index].branch?.probability ?? 1
            promote(index)
            target -= departure
            passed = .zero
            change = .turnedOff
        }
        vehicleOffset = min(target, paths[0].length.metres)
        let rest = target - vehicleOffset
        odometer = max(odometer - rest, start)
        probability *= probabilityOfExits(from: passed, to: vehicleOffset)
        try follow()
        return (change, probability, rest)
    }

    /// The probability that a vehicle goes along the main path from one offset to a later one.
    public func probabilityOfExits(from start: Metres, to end: Metres) -> Double {
        var probability = 1.0
        guard end > start, let main = paths.first else { return probability }
        for link in main.links where link.start.metres > start && link.start.metres <= end {
            probability *= link.probability
        }
        return probability
    }
}
