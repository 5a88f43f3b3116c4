import ADASISv2
import Quantities

/// §8: the STUB that opens a path comes before anything on that path. A path that POSITION is on
/// needs none; of a sender that sends no POSITION that may be any, but one at a time. A STUB that opens a
/// path which was spoken of before is index reuse then.
struct StubFirstRule: ProtocolRule {
    /// Bit n: path n was spoken of without having been opened, before any POSITION.
    private var unopened: UInt64 = 0
    /// The last of them …
    private var last: UInt8?
    /// … and when each of the others was followed by another.
    private var followed = [MonotonicTime?](repeating: nil, count: 64)

    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings) {
        guard !bus.parameters.joinsLate else { return }
        if let place = seen.place, place.path.isNormal {
            let bit = UInt64(1) << UInt64(place.path.raw)
            if bus.hasPosition {
                if !bus[place.path].isOpen { report(place.path.raw, &findings) }
            } else if !bus[place.path].isOpen || unopened & bit != 0 {
                unopened |= bit
                follow(place.path.raw, at: seen.time, bus, &findings)
            }
        }
        guard seen.bestPosition != nil else { return }
        for path in UInt8(0)..<64 where bus.isBeginning && unopened & 1 << UInt64(path) != 0 {
            report(path, &findings)
        }
        unopened = 0
    }

    /// Without POSITION: the vehicle has come onto another path. It cannot be back on the one before while
    /// clients may hold that.
    private mutating func follow(
        _ path: UInt8, at time: MonotonicTime, _ bus: BusKnowledge, _ findings: inout Findings
    ) {
        guard path != last else { return }
        if let since = followed[Int(path)], time - since <= bus.parameters.clientMemory {
            report(path, &findings)
        }
        if let last { followed[Int(last)] = time }
        followed[Int(path)] = nil
        last = path
    }

    private func report(_ path: UInt8, _ findings: inout Findings) {
        findings.report(
            .stubFirst, "path \(path) was not opened", path: PathIndex(raw: path))
    }
}

/// §8: a path index is reused only when no client can hold the old path, and no path begins on
/// itself.
struct ReuseRule: ProtocolRule {
    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings) {
        guard case .stub(let stub) = seen.message, stub.subPathIndex.isNormal,
            let metres = bus.metres(stub.offset, on: stub.pathIndex)
        else { return }
        let child = stub.subPathIndex
        if child == stub.pathIndex || isAncestor(child, of: stub.pathIndex, bus) {
            findings.report(
                .pathLoop,
                "path \(child.raw) begins on path \(stub.pathIndex.raw), which it leads to",
                path: child)
            return
        }
        guard !bus.isSame(child, as: stub, at: metres, isFirst: seen.isFirst),
            !bus.isFree(child, at: seen.time)
        else { return }
        let path = bus[child]
        let silence = (seen.time - path.lastMentioned).milliseconds
        let whose = path.parent.map { "from \(path.stubMetres) m of path \($0.raw)" } ?? "before"
        findings.report(
            .indexReuse,
            "path \(child.raw) begins at \(metres) m of path \(stub.pathIndex.raw), the one \(whose)"
                + (bus.isWithinReach(child)
                    ? " is still within reach" : " was mentioned \(silence) ms ago"),
            path: child)
    }

    /// A path that no client can hold any more is nobody's ancestor.
    private func isAncestor(_ index: PathIndex, of path: PathIndex, _ bus: BusKnowledge) -> Bool {
        guard bus.isWithinReach(index) else { return false }
        var path = path
        for _ in 0..<64 {
            guard let parent = bus[path].parent else { return false }
            if parent == index { return true }
            path = parent
        }
        return false
    }
}

/// §8: near before far. What is said of a path for the first time comes by ascending offset, each kind
/// and profile type for itself. What is in force at the vehicle may be said at any time, and where no
/// POSITION says where that is, anything may be.
///
/// When the prediction changes at a junction that clients know, its STUBs are sent again with the
/// update flag, and that the path goes on as well (sub-path 6) is said for the first time then (§8, a
/// changed prediction): not before, however far the path has been transmitted.
struct NearFirstRule: ProtocolRule {
    private var farthest = [(generation: Int, metres: Int)?](repeating: nil, count: 64 * 7 * 32)
    private var stubs = TransmittedStubs()
    /// The messages that seem too late, before the first POSITION.
    private var early: [(path: PathIndex, metres: Int, before: Int)] = []

    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings) {
        if let position = seen.bestPosition, !bus.hasPosition {
            begin(position, bus, &findings)
        }
        let isContinued = stubs.isChangedPrediction(seen, bus)
        stubs.note(seen, bus)
        guard seen.isFirst, !isContinued, let place = seen.place, place.path.isNormal,
            let metres = bus.metres(place.offset, on: place.path),
            bus.isWithinOffsets(metres, on: place.path),
            bus[place.path].vehicle.map({ metres > $0 }) ?? true
        else { return }
        let kind = Int(place.path.raw) * 7 + Int(seen.kind.rawValue)
        let slot = kind * 32 + Int(place.profileType)
        let generation = bus[place.path].generation
        if let before = farthest[slot], before.generation == generation, metres < before.metres {
            if bus.hasPosition {
                report(place.path, metres, after: before.metres, &findings)
            } else if bus.isBeginning {
                early.append((place.path, metres, before.metres))
            }
        }
        farthest[slot] = (generation, metres)
    }

    /// The first POSITION says what was at the vehicle. After a while without one, offsets may have
    /// begun again, and nothing can be said of what was.
    private mutating func begin(
        _ position: PositionMessage, _ bus: BusKnowledge, _ findings: inout Findings
    ) {
        if bus.isBeginning {
            for (path, metres, before) in early {
                let vehicle = path == position.pathIndex ? position.offset.metres : nil
                if vehicle.map({ metres > $0 }) ?? true {
                    report(path, metres, after: before, &findings)
                }
            }
        } else {
            for slot in farthest.indices { farthest[slot] = nil }
        }
        early = []
    }

    private func report(
        _ path: PathIndex, _ metres: Int, after before: Int, _ findings: inout Findings
    ) {
        findings.report(
            .nearFirst, "\(metres) m of path \(path.raw) after \(before) m", path: path,
            offset: OffsetCode(metresFromPathStart: metres))
    }
}

/// §5: the flag is on the last STUB sent for an offset. When one more comes later, the one that had
/// the flag has to be sent again without it first. What is only repeated does not say which one of its
/// offset it is.
struct LastStubRule: ProtocolRule {
    private var stubs = TransmittedStubs()

    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings) {
        guard case .stub(let stub) = seen.message, stub.pathIndex.isNormal,
            !seen.leftOut.contains(.lastStubAtOffset),
            let metres = bus.metres(stub.offset, on: stub.pathIndex)
        else { return }
        guard !stub.retransmission else { return stubs.note(seen, bus) }
        let path = stub.pathIndex
        let last = stubs.last(at: metres, of: path, bus)
        let isOther = last.map { !$0.isSameRoad(as: stub) } ?? false
        if last != nil && seen.isFirst || isOther && stub.lastStubAtOffset {
            findings.report(
                .lastStub,
                "another STUB at \(metres) m of path \(path.raw) after the one marked as last")
        }
        // Before something new is said of a place farther on, all is said of the nearer ones.
        if seen.isFirst {
            for open in stubs.takeOpen(nearerThan: metres, of: path, bus) {
                findings.report(
                    .lastStub, "the STUBs at \(open) m of path \(path.raw) had no last one",
                    offset: OffsetCode(metresFromPathStart: open))
            }
        }
        stubs.note(seen, bus)
    }
}
