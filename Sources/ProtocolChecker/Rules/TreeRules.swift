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
struct NearFirstRule: ProtocolRule {
    private var farthest = [(generation: Int, metres: Int)?](repeating: nil, count: 64 * 7 * 32)

    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings) {
        guard seen.isFirst, let place = seen.place, place.path.isNormal,
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

/// §5: the flag is on the last STUB sent for an offset. What is repeated or replaced later does not say
/// which one of its offset it is, so this looks at what is sent for the first time.
struct LastStubRule: ProtocolRule {
    private struct Group {
        let generation: Int
        let metres: Int
        var isComplete: Bool
    }

    private var groups = [Group?](repeating: nil, count: 64)

    mutating func check(_ seen: Observation, _ bus: BusKnowledge, _ findings: inout Findings) {
        guard seen.isFirst, case .stub(let stub) = seen.message, stub.pathIndex.isNormal,
            let metres = bus.metres(stub.offset, on: stub.pathIndex)
        else { return }
        let slot = Int(stub.pathIndex.raw)
        let generation = bus[stub.pathIndex].generation
        if var group = groups[slot], group.generation == generation {
            if group.metres == metres {
                if group.isComplete {
                    findings.report(
                        .lastStub,
                        "another STUB at \(metres) m of path \(slot) after the one marked as last")
                }
                group.isComplete = stub.lastStubAtOffset
                groups[slot] = group
                return
            }
            if !group.isComplete {
                findings.report(
                    .lastStub, "the STUBs at \(group.metres) m of path \(slot) had no last one")
            }
        }
        groups[slot] = Group(
            generation: generation, metres: metres, isComplete: stub.lastStubAtOffset)
    }
}
