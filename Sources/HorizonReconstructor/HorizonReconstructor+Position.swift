import ADASISv2
import Quantities

// POSITION. Reference §4 and §8.
extension HorizonReconstructor {
    mutating func apply(
        _ message: PositionMessage, _ arrival: LossCounter.Arrival
    ) throws(DropReason) -> Reception {
        let candidate = Int(message.positionIndex.raw)
        if case .late(let since) = arrival, let newer = tree.positions[candidate],
            newer.received >= since
        {
            throw .overtaken
        }
        if candidate == 0, let absence = Whereabouts(offPath: message.pathIndex) {
            for place in 0..<4 { tree.positions[place] = nil }
            let isNew = tree.whereabouts != absence
            tree.whereabouts = absence
            lastPosition = now
            return isNew ? .applied : .known
        }
        let slot = try slot(of: message.pathIndex)
        guard message.offset.metres != nil else { throw .noOffset }
        var metres = unwrap(message, slot)
        if candidate == 0, let cause = jump(to: metres, slot) {
            clear(cause)
            metres = unwrap(message, slot)
        }
        tree.records[slot].isHeld = true
        tree.records[slot].lastMentioned = now
        // Where it may be as well says nothing of where it is, and may lie ahead on the same path.
        if candidate == 0 { tree.records[slot].vehicleMetres = metres }
        var content = message
        content.cyclicCounter = .zero
        tree.positions[candidate] = VehiclePosition(
            message: content, metres: metres, received: now)
        if candidate == 0 {
            tree.whereabouts = .onPath
            lastPosition = now
        }
        updateReach()
        return .applied
    }

    /// The vehicle's offset, unwrapped: the one nearest to where it was last seen on the path. On a
    /// path it is seen on for the first time its offset is taken as it is, and where nothing says
    /// that the path began within sight, what else is known of the path is unwrapped by it.
    private mutating func unwrap(_ message: PositionMessage, _ slot: Int) -> Int {
        if let last = tree.records[slot].vehicleMetres,
            let metres = message.offset.metres(nearestTo: last)
        {
            return metres
        }
        let metres = Int(message.offset.raw)
        let lowest = metres - parameters.longestSentBehind
        if tree.records[slot].isHeld, tree.records[slot].parent == nil, lowest > 0 {
            tree.records[slot].unwrap(from: lowest)
            for child in tree.records.indices
            where tree.records[child].parent == message.pathIndex
                && tree.records[child].stubMetres < lowest
            {
                tree.records[child].stubMetres += OffsetCode.period
            }
        }
        return metres
    }

    /// Whether the vehicle cannot have driven from where it was to this place.
    private func jump(to metres: Int, _ slot: Int) -> ResetCause? {
        let record = tree.records[slot]
        if let last = record.vehicleMetres {
            if metres - last > parameters.longestJump { return .forwardJump }
            if last - metres > parameters.trailingLength { return .backwardJump }
            return nil
        }
        guard let vehicle = tree.vehicle, record.parent == vehicle.path else { return nil }
        let driven = record.stubMetres - vehicle.metres + metres
        return driven > parameters.longestJump ? .forwardJump : nil
    }

    /// Gives up what has become too old.
    mutating func expire() {
        if let last = lastPosition, now - last > parameters.positionTimeout {
            lastPosition = nil
            tree.whereabouts = .noPosition
            report.note(.positionTimeout)
        }
        var hasExpired = false
        for candidate in 0..<4 {
            guard let position = tree.positions[candidate],
                now - position.received > parameters.positionTimeout
            else { continue }
            tree.positions[candidate] = nil
            hasExpired = true
        }
        if hasExpired { updateReach() }
        for slot in tree.records.indices where tree.records[slot].isHeld {
            let isReachable = tree.records[slot].isReachable
            guard !hasPosition(tree.records[slot].index),
                now - tree.records[slot].lastMentioned > parameters.pathTimeout
            else { continue }
            if !isReachable { report.pathsForgotten += 1 }
            release(slot)
        }
        if let lastCurrentLink, now - lastCurrentLink > parameters.pathTimeout {
            tree.currentLink = nil
            self.lastCurrentLink = nil
        }
    }
}

extension Whereabouts {
    /// What a special path index of POSITION says.
    init?(offPath index: PathIndex) {
        switch index {
        case .noMap: self = .noMap
        case .offRoad: self = .offRoad
        case .notCalibrated: self = .notCalibrated
        default: return nil
        }
    }
}
