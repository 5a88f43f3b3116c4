import ADASISv2
import Quantities

/// The moment of a message, and the client's own decisions.
struct ReceptionContext {
    let now: MonotonicTime
    let parameters: ReconstructorParameters

    /// How something of a message reaches its place.
    func arrival(isUpdate: Bool) -> Arrival {
        Arrival(
            time: now, isUpdate: isUpdate, window: parameters.reorderWindow,
            capacity: parameters.itemsPerTrack)
    }
}

// Which record a message speaks of.
extension ReconstructedTree {
    /// The record of a path of the tree.
    func slot(of index: PathIndex) throws(DropReason) -> Int {
        if index.isNormal { return Int(index.raw) - 8 }
        switch index {
        case .unknown: throw .unknownPath
        case .noMap, .offRoad, .notCalibrated, .currentLink, .noFurtherData, .continuation:
            throw .misplacedPathIndex
        default: throw .reservedPathIndex
        }
    }

    /// The record and the place that a message speaks of, and the path's being mentioned.
    mutating func mention(
        _ index: PathIndex, _ offset: OffsetCode, _ context: ReceptionContext
    ) throws(DropReason) -> (slot: Int, metres: Int) {
        let slot = try slot(of: index)
        let behind = context.parameters.longestSentBehind
        guard let metres = records[slot].metres(of: offset, sentBehind: behind) else {
            throw .noOffset
        }
        change(slot) { $0.mention(at: context.now) }
        return (slot, metres)
    }

    /// What became of a message that a record took.
    func reception(isNew: Bool, slot: Int) -> Reception {
        guard isNew else { return .known }
        return records[slot].isReachable ? .applied : .pending
    }

    /// Whether the vehicle may be on a path.
    func hasPosition(_ index: PathIndex) -> Bool {
        for candidate in 0..<4 where positions[candidate]?.path == index { return true }
        return false
    }

    /// Gives everything up but META-DATA.
    mutating func clear(_ cause: ResetCause, _ report: inout ReceptionReport) {
        clear()
        report.note(cause)
    }
}
