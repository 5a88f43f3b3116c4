import ADASISv2
import Quantities

/// §8: the STUB that opens a path comes before anything on that path. A path that POSITION is on
/// needs none.
struct StubFirstRule: ProtocolRule {
    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings) {
        guard let place = seen.place, place.path.isNormal, !bus[place.path].isOpen,
            !bus.parameters.joinsLate
        else { return }
        findings.report(.stubFirst, "path \(place.path.raw) was not opened")
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
                "path \(child.raw) begins on path \(stub.pathIndex.raw), which it leads to")
            return
        }
        guard !bus.isSame(child, as: stub, at: metres), !bus.isFree(child, at: seen.time) else {
            return
        }
        let path = bus[child]
        let silence = (seen.time - path.lastMentioned).milliseconds
        let whose = path.parent.map { "from \(path.stubMetres) m of path \($0.raw)" } ?? "before"
        findings.report(
            .indexReuse,
            "path \(child.raw) begins at \(metres) m of path \(stub.pathIndex.raw), the one \(whose)"
                + (bus.isWithinReach(child)
                    ? " is still within reach" : " was mentioned \(silence) ms ago"))
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
/// and profile type for itself. What is in force at the vehicle may be said at any time.
///
/// When the prediction changes at a junction that clients know, its STUBs are sent again with the
/// update flag, and that the path goes on as well (sub-path 6) is said for the first time then (§8, a
/// changed prediction): not before, however far the path has been told of.
struct NearFirstRule: ProtocolRule {
    private var farthest = [(generation: Int, metres: Int)?](repeating: nil, count: 64 * 7 * 32)
    private var stubs = ToldStubs()

    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings) {
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
            findings.report(
                .nearFirst, "\(metres) m of path \(place.path.raw) after \(before.metres) m")
        }
        farthest[slot] = (generation, metres)
    }
}

/// §5: the flag is on the last STUB sent for an offset. When one more comes later, the one that had
/// the flag has to be sent again without it first. What is only repeated does not say which one of its
/// offset it is.
struct LastStubRule: ProtocolRule {
    private var stubs = ToldStubs()

    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings) {
        guard case .stub(let stub) = seen.message, stub.pathIndex.isNormal, !stub.retransmission,
            let metres = bus.metres(stub.offset, on: stub.pathIndex)
        else { return }
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
                    .lastStub, "the STUBs at \(open) m of path \(path.raw) had no last one")
            }
        }
        stubs.note(seen, bus)
    }
}
