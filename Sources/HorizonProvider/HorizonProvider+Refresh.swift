import ADASISv2
import Horizon
import Quantities

// What is to be sent as time goes by.
extension HorizonProvider {
    /// Gives up what is behind the trailing length, asks again for what is due again, and puts what
    /// waits in order.
    mutating func refresh(at time: MonotonicTime) {
        for index in paths.indices {
            let vehicle = wireMetres(Centimetres.zero - paths[index].startDistance)
            paths[index].dropItems(
                before: wireMetres(Centimetres.zero - paths[index].startDistance - trailing))
            // As long as a road that was passed is told of, so is where it begins.
            let passed = wireMetres(parameters.passedRoad - paths[index].startDistance)
            let level = parameters.level(paths[index].level)
            for item in paths[index].items.indices {
                let held = paths[index].items[item]
                guard held.wasSent, held.due != .now,
                    held.metres > vehicle || paths[index].isInForce(item, at: vehicle)
                        || (held.branch != nil && held.metres >= passed)
                else { continue }
                let stream = level.stream(of: held)
                if odometer - held.sentOdometer >= stream.repetitionDistance {
                    paths[index].items[item].due = .now
                } else if parameters.pace.cyclicInterval > .zero,
                    time - held.sentTime >= parameters.pace.cyclicInterval
                {
                    paths[index].items[item].due = .spare
                }
            }
        }
        mentionSidePaths(at: time)
        // The queue is taken out while the provider is asked about each item.
        var queue = SendQueue()
        swap(&queue, &self.queue)
        let roads = wireMetres(Centimetres(rounding: parameters.level(1).stub.reach) ?? .zero)
        queue.gather(from: paths, roadsWithin: roads) { path, item in isWanted(path, item) }
        swap(&queue, &self.queue)
    }

    /// Whether an item is to be sent as things are: by mask, extent, level and reach. Where values run
    /// straight from spot to spot, the first spot beyond reach belongs to what lies within.
    private func isWanted(_ path: WirePath, _ index: Int) -> Bool {
        let item = path.items[index]
        guard mask.allows(item.message) else { return false }
        // A road that was passed is told of as long as the car may yet be found to have taken it.
        if path.isSidePath && path.startDistance < parameters.passedRoad { return false }
        let place = path.startDistance + Centimetres(item.metres * 100)
        if item.series == .stub && place < parameters.passedRoad { return false }
        if extent == .mainPath && (path.isSidePath || item.series == .stub) { return false }
        let stream = parameters.level(path.level).stream(of: item)
        guard stream.isEnabled else { return false }
        let reach = wireMetres((Centimetres(rounding: stream.reach) ?? .zero) - path.startDistance)
        if item.metres <= reach { return true }
        guard item.series.isJoinedByLines else { return false }
        let before = path.items[..<index].last { $0.series == item.series }
        return before.map { $0.metres < reach } ?? false
    }

    /// Clients forget a path that goes unmentioned: its STUB is sent again before they do.
    private mutating func mentionSidePaths(at time: MonotonicTime) {
        for index in paths.indices
        where paths[index].isSidePath && paths[index].isAnnounced
            && paths[index].startDistance >= parameters.passedRoad
        {
            guard time - paths[index].mentioned >= parameters.mentionInterval else { continue }
            let id = paths[index].id
            for parent in paths.indices {
                guard let item = paths[parent].items.firstIndex(where: { $0.branch == id }) else {
                    continue
                }
                paths[parent].items[item].due = .now
            }
        }
    }
}

extension LevelParameters {
    /// What is set for the kind of an item.
    func stream(of item: PathItem) -> StreamParameters {
        switch item.message.kind {
        case .stub: stub
        case .profileShort: profileShort
        case .profileLong: profileLong
        default: segment
        }
    }
}
