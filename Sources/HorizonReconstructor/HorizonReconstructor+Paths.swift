import ADASISv2

// Which record a message speaks of, and what is done to a record as a whole.
extension HorizonReconstructor {
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
        _ index: PathIndex, _ offset: OffsetCode
    ) throws(DropReason) -> (slot: Int, metres: Int) {
        let slot = try slot(of: index)
        let behind = parameters.longestSentBehind
        guard let metres = tree.records[slot].metres(of: offset, sentBehind: behind) else {
            throw .noOffset
        }
        tree.records[slot].isHeld = true
        tree.records[slot].lastMentioned = now
        return (slot, metres)
    }

    /// How something of a message reaches its place.
    func arrival(isUpdate: Bool) -> Arrival {
        Arrival(
            time: now, isUpdate: isUpdate, window: parameters.reorderWindow,
            capacity: parameters.itemsPerTrack)
    }

    /// What became of a message that a record took.
    func reception(isNew: Bool, slot: Int) -> Reception {
        guard isNew else { return .known }
        return tree.records[slot].isReachable ? .applied : .pending
    }

    /// Whether the vehicle may be on a path.
    func hasPosition(_ index: PathIndex) -> Bool {
        for candidate in 0..<4 where tree.positions[candidate]?.path == index { return true }
        return false
    }

    /// Forgets a path. What begins on it has no known beginning any more.
    mutating func release(_ slot: Int) {
        let index = tree.records[slot].index
        tree.records[slot].clear()
        for child in tree.records.indices where tree.records[child].parent == index {
            tree.records[child].parent = nil
            tree.records[child].stub = nil
        }
    }

    /// Gives everything up but META-DATA.
    mutating func clear(_ cause: ResetCause) {
        for slot in tree.records.indices { tree.records[slot].clear() }
        for candidate in 0..<4 { tree.positions[candidate] = nil }
        tree.whereabouts = .noPosition
        tree.currentLink = nil
        lastCurrentLink = nil
        report.note(cause)
    }
}
