import ADASISv2
import Quantities

// POSITION. Reference §4 and §8.
extension ReconstructedTree {
    mutating func apply(
        _ message: PositionMessage, _ arrival: LossCounter.Arrival, _ context: ReceptionContext,
        _ report: inout ReceptionReport
    ) throws(DropReason) -> Reception {
        let candidate = Int(message.positionIndex.raw)
        if case .late(let since) = arrival, let newer = positions[candidate],
            newer.received >= since
        {
            throw .overtaken
        }
        if candidate == 0, let absence = Whereabouts(offPath: message.pathIndex) {
            for place in 0..<4 { setPosition(nil, of: place) }
            let isNew = whereabouts != absence
            setWhereabouts(absence, at: context.now)
            return isNew ? .applied : .known
        }
        let slot = try slot(of: message.pathIndex)
        guard message.offset.metres != nil else { throw .noOffset }
        var metres = unwrap(message, slot, context.parameters)
        if candidate == 0, let cause = jump(to: metres, slot, context.parameters) {
            clear(cause, &report)
            metres = unwrap(message, slot, context.parameters)
        }
        change(slot) { path in
            path.mention(at: context.now)
            // Other candidates may lie ahead on the same path.
            if candidate == 0 { path.see(vehicleAt: metres) }
        }
        var content = message
        content.cyclicCounter = .zero
        setPosition(
            VehiclePosition(message: content, metres: metres, received: context.now),
            of: candidate)
        if candidate == 0 { setWhereabouts(.onPath, at: context.now) }
        updateReach(context.parameters)
        return .applied
    }

    /// The vehicle's offset, unwrapped: the one nearest to where it was last seen on the path. On a
    /// path it is seen on for the first time its offset is taken as it is, and where nothing says
    /// that the path began within sight, what else is known of the path is unwrapped by it.
    private mutating func unwrap(
        _ message: PositionMessage, _ slot: Int, _ parameters: ReconstructorParameters
    ) -> Int {
        if let last = records[slot].vehicleMetres,
            let metres = message.offset.metres(nearestTo: last)
        {
            return metres
        }
        let metres = Int(message.offset.raw)
        let lowest = metres - parameters.longestSentBehind
        if records[slot].isHeld, records[slot].parent == nil {
            change(slot) { $0.unwrap(from: lowest) }
            for child in records.indices
            where records[child].parent == message.pathIndex
                && records[child].stubMetres < lowest
            {
                change(child) { $0.unwrapBeginning() }
            }
        }
        return metres
    }

    /// Whether the vehicle cannot have driven from where it was to this place.
    private func jump(
        to metres: Int, _ slot: Int, _ parameters: ReconstructorParameters
    ) -> ResetCause? {
        let record = records[slot]
        if let last = record.vehicleMetres {
            if metres - last > parameters.longestJump { return .forwardJump }
            if last - metres > parameters.trailingLength { return .backwardJump }
            return nil
        }
        guard let vehicle = vehicle, record.parent == vehicle.path else { return nil }
        let driven = record.stubMetres - vehicle.metres + metres
        return driven > parameters.longestJump ? .forwardJump : nil
    }

    /// Gives up what has become too old.
    mutating func expire(_ context: ReceptionContext, _ report: inout ReceptionReport) {
        let now = context.now
        let parameters = context.parameters
        if let lastPosition, now - lastPosition > parameters.positionTimeout {
            forgetWhereabouts()
            report.note(.positionTimeout)
        }
        var hasExpired = false
        for candidate in 0..<4 {
            guard let position = positions[candidate],
                now - position.received > parameters.positionTimeout
            else { continue }
            setPosition(nil, of: candidate)
            hasExpired = true
        }
        if hasExpired { updateReach(parameters) }
        for slot in records.indices where records[slot].isHeld {
            let isReachable = records[slot].isReachable
            guard !hasPosition(records[slot].index),
                now - records[slot].lastMentioned > parameters.pathTimeout
            else { continue }
            if !isReachable { report.noteForgottenPath() }
            release(slot)
        }
        if let lastCurrentLink, now - lastCurrentLink > parameters.pathTimeout {
            forgetCurrentLink()
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
