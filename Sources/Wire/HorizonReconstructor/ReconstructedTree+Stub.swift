import ADASISv2

// STUB: the joints of the tree. Reference §5 and §8.
extension ReconstructedTree {
    mutating func apply(
        _ message: StubMessage, _ context: ReceptionContext, _ report: inout ReceptionReport
    ) throws(DropReason) -> Reception {
        let sub = message.subPathIndex
        guard sub.isNormal || sub == .noFurtherData || sub == .continuation else {
            throw sub.raw == 7 ? .reservedPathIndex : .misplacedPathIndex
        }
        guard sub != message.pathIndex else { throw .loop }
        if sub.isNormal, isAncestor(sub, of: message.pathIndex), hasPosition(sub) { throw .loop }
        let (slot, metres) = try mention(message.pathIndex, message.offset, context)
        if records[slot].isReachable, metres < records[slot].keptFrom { throw .behind }
        let content = message.withoutCounterAndFlags
        let old = stub(content, at: metres, slot, isUpdate: message.update)
        let oldSub = old.map { records[slot].stubs.items[$0].content.subPathIndex }
        let arrival = context.arrival(isUpdate: message.update)
        let isNew = try change(slot) { (path) throws(DropReason) in
            try path.put(content, at: metres, replacing: old, arrival)
        }
        if let oldSub, oldSub.isNormal, oldSub != sub { detach(oldSub, from: slot, metres) }
        if sub.isNormal { attach(content, slot, metres, context, &report) }
        updateReach(context.parameters)
        return reception(isNew: isNew, slot: slot)
    }

    /// The same road among the stubs at a place: the one with the same path; the continuation; the
    /// one with the same turn angle; for an update the only one that had no path yet. The angle is
    /// what distinguishes roads without a path: the message has nothing else that stays.
    private func stub(
        _ content: StubMessage, at metres: Int, _ slot: Int, isUpdate: Bool
    ) -> Int? {
        let stubs = records[slot].stubs
        let here = stubs.indices(at: metres)
        let sub = content.subPathIndex
        if sub != .noFurtherData,
            let same = here.first(where: { stubs.items[$0].content.subPathIndex == sub })
        {
            return same
        }
        guard sub != .continuation else { return nil }
        let roads = here.filter { stubs.items[$0].content.subPathIndex != .continuation }
        if let same = roads.first(where: { stubs.items[$0].content.turnAngle == content.turnAngle })
        {
            return same
        }
        let open = roads.filter { stubs.items[$0].content.subPathIndex == .noFurtherData }
        return isUpdate && open.count == 1 ? open.first : nil
    }

    private func isAncestor(_ index: PathIndex, of path: PathIndex) -> Bool {
        var path = path
        for _ in 0..<56 {
            guard let parent = self[path]?.parent else { return false }
            if parent == index { return true }
            path = parent
        }
        return true
    }

    /// Lets a path begin at a stub. One that began elsewhere is a new one under an old index, unless
    /// the vehicle is on it.
    private mutating func attach(
        _ stub: StubMessage, _ parent: Int, _ metres: Int, _ context: ReceptionContext,
        _ report: inout ReceptionReport
    ) {
        let child = Int(stub.subPathIndex.raw) - 8
        let record = records[child]
        let parentIndex = records[parent].index
        if record.isHeld, let oldParent = record.parent,
            oldParent != parentIndex || record.stubMetres != metres
        {
            // A stub whose path has got lost still is a road.
            change(Int(oldParent.raw) - 8) { $0.forgetPath(record.index, at: record.stubMetres) }
            if !hasPosition(record.index) {
                report.noteReopenedPath()
                release(child)
            }
        } else if record.isHeld, record.parent == nil, isAncestor(record.index, of: parentIndex) {
            // Where the tree began is not where one of its branches begins: the old path has got lost.
            report.noteReopenedPath()
            release(child)
        }
        change(child) { path in
            path.mention(at: context.now)
            path.begin(at: metres, of: parentIndex, stub)
        }
    }

    /// The road at a stub has another path now, or none: what its old one held is void.
    private mutating func detach(_ child: PathIndex, from parent: Int, _ metres: Int) {
        let slot = Int(child.raw) - 8
        let record = records[slot]
        guard record.isHeld, record.parent == records[parent].index,
            record.stubMetres == metres
        else { return }
        if hasPosition(child) {
            change(slot) { $0.forgetBeginning() }
        } else {
            release(slot)
        }
    }
}

extension StubMessage {
    /// The content of the message without counter and flags.
    var withoutCounterAndFlags: StubMessage {
        var content = self
        content.cyclicCounter = .zero
        content.retransmission = false
        content.update = false
        return content
    }
}
