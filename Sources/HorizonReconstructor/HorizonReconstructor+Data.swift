import ADASISv2

// SEGMENT and the profiles: what lies along a path. Reference §5 and §6.
extension HorizonReconstructor {
    mutating func apply(_ message: SegmentMessage) throws(DropReason) -> Reception {
        var content = message
        content.cyclicCounter = .zero
        content.retransmission = false
        content.update = false
        if message.pathIndex == .currentLink {
            let isNew = tree.currentLink != content
            tree.currentLink = content
            lastCurrentLink = now
            return isNew ? .applied : .known
        }
        let (slot, metres) = try mention(message.pathIndex, message.offset)
        let old = tree.records[slot].segments.indices(at: metres).first
        let isNew = try tree.records[slot].segments.put(
            content, at: metres, replacing: old, arrival(isUpdate: message.update))
        let keptFrom = tree.records[slot].keptFrom
        tree.records[slot].segments.forget(before: keptFrom, keepsInForce: true)
        return reception(isNew: isNew, slot: slot)
    }

    mutating func apply(_ message: ProfileShortMessage) throws(DropReason) -> Reception {
        guard (1...9).contains(message.profileType.raw) || message.profileType.isSystemSpecific
        else { throw .reservedProfileType }
        let kind = ProfileKind.short(message.profileType)
        let (slot, metres) = try mention(message.pathIndex, message.offset)
        let arrival = arrival(isUpdate: message.update)
        var isNew = try put(
            ProfileSpot(
                raw: UInt32(message.value0.raw), accuracy: message.accuracy,
                isControlPoint: message.controlPoint),
            of: kind, at: metres, slot, arrival)
        if let distance = message.distance1.metres {
            let second = try put(
                ProfileSpot(
                    raw: UInt32(message.value1.raw), accuracy: message.accuracy,
                    isControlPoint: message.controlPoint),
                of: kind, at: metres + distance, slot, arrival)
            isNew = isNew || second
            if message.update {
                // Two values with nothing between them replace what was there.
                let place = tree.records[slot].place(of: kind)
                tree.records[slot].profiles[place].track
                    .forget(between: metres, and: metres + distance)
            }
        }
        return finish(kind, slot, isNew)
    }

    mutating func apply(_ message: ProfileLongMessage) throws(DropReason) -> Reception {
        guard (1...11).contains(message.profileType.raw) || message.profileType.isSystemSpecific
        else { throw .reservedProfileType }
        let kind = ProfileKind.long(message.profileType)
        let (slot, metres) = try mention(message.pathIndex, message.offset)
        let isNew = try put(
            ProfileSpot(
                raw: message.value.raw, accuracy: .unknown, isControlPoint: message.controlPoint),
            of: kind, at: metres, slot, arrival(isUpdate: message.update))
        return finish(kind, slot, isNew)
    }

    private mutating func put(
        _ spot: ProfileSpot, of kind: ProfileKind, at metres: Int, _ slot: Int, _ arrival: Arrival
    ) throws(DropReason) -> Bool {
        let place = tree.records[slot].place(of: kind)
        let old = tree.records[slot].profiles[place].index(of: spot, at: metres)
        return try tree.records[slot].profiles[place].track.put(
            spot, at: metres, replacing: old, arrival)
    }

    private mutating func finish(_ kind: ProfileKind, _ slot: Int, _ isNew: Bool) -> Reception {
        let keptFrom = tree.records[slot].keptFrom
        let place = tree.records[slot].place(of: kind)
        tree.records[slot].profiles[place].forget(before: keptFrom)
        return reception(isNew: isNew, slot: slot)
    }
}

extension ShortProfileType {
    /// 16...30: a matter between the car's makers, but a profile like any other.
    var isSystemSpecific: Bool { (16...30).contains(raw) }
}

extension LongProfileType {
    /// 16...30: a matter between the car's makers, but a profile like any other.
    var isSystemSpecific: Bool { (16...30).contains(raw) }
}
