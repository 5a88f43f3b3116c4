import ADASISv2

// SEGMENT and the profiles: what lies along a path. Reference §5 and §6.
extension ReconstructedTree {
    mutating func apply(
        _ message: SegmentMessage, _ context: ReceptionContext
    ) throws(DropReason) -> Reception {
        var content = message
        content.cyclicCounter = .zero
        content.retransmission = false
        content.update = false
        if message.pathIndex == .currentLink {
            let isNew = currentLink != content
            setCurrentLink(content, at: context.now)
            return isNew ? .applied : .known
        }
        let (slot, metres) = try mention(message.pathIndex, message.offset, context)
        let arrival = context.arrival(isUpdate: message.update)
        let isNew = try change(slot) { (path) throws(DropReason) in
            try path.put(content, at: metres, arrival)
        }
        return reception(isNew: isNew, slot: slot)
    }

    mutating func apply(
        _ message: ProfileShortMessage, _ context: ReceptionContext
    ) throws(DropReason) -> Reception {
        func spot(_ value: ProfileValueCode) -> ProfileSpot {
            ProfileSpot(
                raw: UInt32(value.raw), accuracy: message.accuracy,
                isControlPoint: message.controlPoint)
        }
        let distance = message.distance1.metres
        return try put(
            (spot(message.value0), distance.map { _ in spot(message.value1) }),
            of: .short(message.profileType), at: (message.pathIndex, message.offset),
            distance ?? 0, isUpdate: message.update, context)
    }

    mutating func apply(
        _ message: ProfileLongMessage, _ context: ReceptionContext
    ) throws(DropReason) -> Reception {
        let spot = ProfileSpot(
            raw: message.value.raw, accuracy: .unknown, isControlPoint: message.controlPoint)
        return try put(
            (spot, nil), of: .long(message.profileType), at: (message.pathIndex, message.offset),
            0, isUpdate: message.update, context)
    }

    private mutating func put(
        _ spots: (first: ProfileSpot, second: ProfileSpot?), of kind: ProfileType,
        at place: (path: PathIndex, offset: OffsetCode), _ distance: Int, isUpdate: Bool,
        _ context: ReceptionContext
    ) throws(DropReason) -> Reception {
        guard !kind.isReserved else { throw .reservedProfileType }
        let (slot, metres) = try mention(place.path, place.offset, context)
        let arrival = context.arrival(isUpdate: isUpdate)
        let isNew = try change(slot) { (path) throws(DropReason) in
            try path.put(spots, of: kind, at: metres, distance, arrival)
        }
        return reception(isNew: isNew, slot: slot)
    }
}
